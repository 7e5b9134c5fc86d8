import { isLocale } from "#contract/locales";
import { namespacesOf, screenOfPath } from "#contract/screens";
import { loadMessages } from "../i18n/messages.ts";
import { routes } from "../routes.tsx";

/** Loads a screen's module and texts. Settles when it fails too: the failure then shows on the screen itself. */
export function prefetch(path: string): Promise<unknown> {
  const [, slug, ...rest] = path.split("/");
  const name = screenOfPath(rest.join("/"));
  if (!isLocale(slug) || name === null) return Promise.resolve();
  return Promise.all([routes[name].prepare(path), loadMessages(slug, namespacesOf(name))]).catch(
    () => undefined,
  );
}
