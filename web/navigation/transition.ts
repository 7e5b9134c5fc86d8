import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { isLocale } from "#contract/locales";
import { namespacesOf, screenOfPath } from "#contract/screens";
import { loadMessages } from "../i18n/messages.ts";
import { routes } from "../routes.tsx";

/** A screen that takes longer is shown while it is still loading. */
const prefetchTimeoutMs = 400;
let latest = 0;

/** Keeps the old screen until the next one is loaded, then changes to it by a view transition. */
export const navigateWithTransition: AroundNavHandler = (navigate, to, options) => {
  const attempt = ++latest;
  const go = () => navigate(to, options);
  const path = to.split("?")[0] ?? to;
  // Only links wait; navigation by the program happens at once.
  const isLink = options !== undefined && "href" in options;
  if (!isLink || path === window.location.pathname) return go();
  void Promise.race([
    prefetch(path),
    new Promise((resolve) => setTimeout(resolve, prefetchTimeoutMs)),
  ]).then(() => {
    if (attempt !== latest) return;
    if (!canAnimate()) return go();
    document.startViewTransition(() => flushSync(go));
  });
};

function canAnimate(): boolean {
  return (
    "startViewTransition" in document &&
    !document.hidden &&
    !matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** Loads a screen's module and texts. Settles when it fails too: the failure then shows on the screen itself. */
export function prefetch(path: string): Promise<unknown> {
  const [, slug, ...rest] = path.split("/");
  const name = screenOfPath(rest.join("/"));
  if (!isLocale(slug) || name === null) return Promise.resolve();
  return Promise.all([routes[name].prepare(path), ...loadMessages(slug, namespacesOf(name))]).catch(
    () => undefined,
  );
}
