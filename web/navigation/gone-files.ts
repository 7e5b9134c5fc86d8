/** A deployment takes older files away: an open tab is loaded anew when a screen needs one. */

let isMissing = false;
/** Leaving a page breaks off what it loads, and a reload would call off the way to the next. */
let leftAt = -Infinity;
const leavingMs = 30_000;
// This file's name changes with everything that it imports: a new version has a new one.
const version = import.meta.url;
/** In the history's entry, as storage may be refused and another tab has nothing to do with it. */
const kept = () => history.state as { reloaded?: string } | null;

export function noticeGoneFiles(): void {
  window.addEventListener("vite:preloadError", () => {
    isMissing = true;
  });
  window.addEventListener("beforeunload", () => (leftAt = performance.now()));
}

export function mayReload(): boolean {
  return isMissing && navigator.onLine && kept()?.reloaded !== version;
}

/** While the page is being left it waits: whoever asked for a download stays after all. */
export function reload(): void {
  const wait = leftAt + leavingMs - performance.now();
  if (wait > 0) return void setTimeout(reload, wait);
  history.replaceState({ ...kept(), reloaded: version }, "");
  location.reload();
}
