/** From screen to screen: the next one is fetched while the last still stands, then takes its place in one soft step. */
import { flushSync } from "react-dom";
import type { AroundNavHandler } from "wouter";
import { isLocale } from "#contract/locales";
import { screenOfPath } from "#contract/screens";
import { loadMessages } from "../i18n/messages.ts";
import { routes } from "../routes.tsx";

/** A screen that takes longer shows that it is on its way. */
const patienceMs = 400;
let latest = 0;

export const travel: AroundNavHandler = (navigate, to, options) => {
  const journey = ++latest;
  const go = () => navigate(to, options);
  const path = to.split("?")[0] ?? to;
  // Only what follows a press on a link waits; what the program itself decides happens at once.
  const isPressed = options !== undefined && "href" in options;
  if (!isPressed || path === window.location.pathname) return go();
  void Promise.race([ready(path), new Promise((resolve) => setTimeout(resolve, patienceMs))]).then(() => {
    if (journey !== latest) return;
    if (isStill()) return go();
    document.startViewTransition(() => flushSync(go));
  });
};

function isStill(): boolean {
  return !("startViewTransition" in document) || document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Settles when the screen can be drawn, or cannot be: its failure shows on the screen itself. */
export function ready(path: string): Promise<unknown> {
  const [, slug, ...rest] = path.split("/");
  const name = screenOfPath(rest.join("/"));
  if (!isLocale(slug) || name === null) return Promise.resolve();
  const { prepare, namespaces } = routes[name];
  return Promise.all([prepare(path), loadMessages(slug, namespaces)]).catch(() => undefined);
}
