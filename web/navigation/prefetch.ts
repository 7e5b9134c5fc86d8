import { isLocale } from "#contract/locales";
import { screenOfPath } from "#contract/screens";
import { loadMessages } from "../i18n/messages.ts";
import { routes } from "../routes.tsx";

/** Loads a screen's module and texts. Settles when it fails too: the failure then shows on the screen itself. */
export function prefetch(path: string): Promise<unknown> {
  const [, slug, ...rest] = path.split("/");
  const name = screenOfPath(rest.join("/"));
  if (!isLocale(slug) || name === null) return Promise.resolve();
  const { prepare, namespaces } = routes[name];
  return Promise.all([prepare(path), loadMessages(slug, namespaces)]).catch(() => undefined);
}
