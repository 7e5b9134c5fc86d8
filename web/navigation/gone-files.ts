/**
 * A deployment takes the files of the version before away. A tab that was open meanwhile is loaded anew when a screen needs one of
 * them: once, and with what was typed. A link that is only pointed at does not do it.
 */

/** In the entry of the history: storage may be refused, and another tab has nothing to do with it. */
export interface Kept {
  /** The version that was given up; it is not given up twice. */
  reloaded?: string;
  typed?: Typed[];
}
/** Name of the field and its value. */
export type Typed = readonly [name: string, value: FormDataEntryValue];

const gone = new WeakSet<object>();
let typed: Typed[] = [];
// This file's name changes with everything that it imports: a new version has a new one.
const version = import.meta.url;
const kept = () => history.state as Kept | null;

/** Before React shows the failure, which takes the fields away. */
export function noticeGoneFiles(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    gone.add(payload);
    typed = [...document.forms].flatMap(typedInto);
  });
  if (kept()?.typed) void import("./restore-typed.ts").then(({ restoreTyped }) => restoreTyped());
}

/** Whether the page that shows this failure is being loaded anew instead. */
export function reloadsFor(error: unknown): boolean {
  return gone.has(error as object) && navigator.onLine && kept()?.reloaded !== version;
}

export function reload(): void {
  history.replaceState({ ...kept(), reloaded: version, typed } satisfies Kept, "");
  location.reload();
}

/** Never a password or a code. */
function typedInto(form: HTMLFormElement): Typed[] {
  const secret = ":is([type=password],[autocomplete=one-time-code])";
  return [...new FormData(form)].filter(
    ([name]) => !form.querySelector(`[name="${name}"]${secret}`),
  );
}
