/**
 * A deployment takes the files of the version before away. A tab that was open meanwhile is loaded anew when a screen needs one of
 * them: once, and with what was typed. A link that is only pointed at does not do it.
 */
export interface Typed {
  /** Of the field: its name, or its id where it has none. */
  field: string;
  value: string;
  isChecked: boolean | null;
}

interface Kept {
  /** The version that was given up; it is not given up twice. */
  reloaded?: string;
  typed?: Typed[];
}

const gone = new WeakSet<object>();
let typed: Typed[] = [];
// This file's name changes with everything that it imports: a new version has a new one.
const version = new URL(import.meta.url).pathname;

/** Before React shows the failure, which takes the fields away. */
export function noticeGoneFiles(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    gone.add(payload);
    typed = typedFields();
  });
  if (kept().typed !== undefined)
    void import("./restore-typed.ts").then(({ restoreTyped }) => restoreTyped(takeTyped()));
}

/** Whether the page that shows this failure is being loaded anew instead. */
export function reloadsFor(error: unknown): boolean {
  const isGone = typeof error === "object" && error !== null && gone.has(error);
  return isGone && navigator.onLine && kept().reloaded !== version;
}

export function reload(): void {
  history.replaceState({ ...Object(history.state), reloaded: version, typed }, "");
  window.location.reload();
}

/** Kept in the entry of the history: storage may be refused, and another tab has nothing to do with it. */
const kept = (): Kept => Object(history.state);

function takeTyped(): Typed[] {
  const { typed: found = [], ...rest } = kept();
  history.replaceState(rest, "");
  return found;
}

/** Never a password or a code. */
const readable =
  'input:not([type="password"], [type="hidden"], [type="file"], [autocomplete="one-time-code"]), textarea, select';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function typedFields(): Typed[] {
  return [...document.querySelectorAll<Field>(readable)].flatMap((field) => {
    const { id, name, value } = field;
    const isChecked = /^(checkbox|radio)$/.test(field.type) ? Reflect.get(field, "checked") : null;
    const isEmpty = value === "" && isChecked === null;
    return isEmpty || (id === "" && name === "") ? [] : [{ field: name || id, value, isChecked }];
  });
}
