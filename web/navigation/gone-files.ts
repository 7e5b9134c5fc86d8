/**
 * A deployment takes the files of the version before away. A tab that was open meanwhile is loaded
 * anew when a screen needs one: once, and with what was typed. Pointing at a link does not do it.
 */

/** In the history's entry: storage may be refused, and another tab has nothing to do with it. */
export interface Kept {
  /** The version that was given up; it is not given up twice. */
  reloaded?: string;
  typed?: Typed[] | null;
}
/** Name of the field and its value. */
export type Typed = readonly [name: string, value: FormDataEntryValue];

/** Null until a file was missing. */
let typed: Typed[] | null = null;
/** Leaving a page breaks off what it loads, and a reload would call off the way to the next. */
let leftAt = -Infinity;
const leavingMs = 30_000;
// This file's name changes with everything that it imports: a new version has a new one.
const version = import.meta.url;
const kept = () => history.state as Kept | null;

/** Before React shows the failure, which takes the fields away. */
export function noticeGoneFiles(): void {
  window.addEventListener("vite:preloadError", () => {
    typed = [...document.forms].flatMap(typedInto);
  });
  window.addEventListener("beforeunload", () => (leftAt = performance.now()));
}

/** Whether a screen that failed is loaded anew instead of shown as failed. */
export function mayReload(): boolean {
  return typed !== null && navigator.onLine && kept()?.reloaded !== version;
}

/** While the page is being left it waits: whoever asked for a download stays after all. */
export function reload(): void {
  const wait = leftAt + leavingMs - performance.now();
  if (wait > 0) return void setTimeout(reload, wait);
  history.replaceState({ ...kept(), reloaded: version, typed }, "");
  location.reload();
}

/** Never a password or a code. */
function typedInto(form: HTMLFormElement): Typed[] {
  const secret = ":is([type=password],[autocomplete=one-time-code])";
  return [...new FormData(form)].filter(
    ([name]) => !form.querySelector(`[name="${name}"]${secret}`),
  );
}
