/**
 * The browser's history remembers which of its entries shows the result: a reload and the Back
 * button show it again, and a new visit begins at the first step.
 */
import { wasNavigated } from "../../navigation/scroll-to-top.ts";

const mark = "showsResult";

export function markResultHere(): void {
  history.replaceState({ ...history.state, [mark]: true }, "");
}

export function isResultHere(): boolean {
  const state: unknown = history.state;
  const isMarked = typeof state === "object" && state !== null && mark in state;
  return isMarked || (!wasNavigated() && isOtherLanguageOf(document.referrer));
}

/** The language menu loads the same screen anew. */
function isOtherLanguageOf(referrer: string): boolean {
  if (!URL.canParse(referrer)) return false;
  const from = new URL(referrer);
  const screenOf = (path: string) => path.split("/").slice(2).join("/");
  return from.origin === location.origin && screenOf(from.pathname) === screenOf(location.pathname);
}
