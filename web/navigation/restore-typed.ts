/** Puts what was typed back into the fields as they appear, as if it were typed again. */
import type { Typed } from "./gone-files.ts";

/** A form may come in a later step of its screen. */
const patienceMs = 120_000;

export function restoreTyped(typed: readonly Typed[]): void {
  let missing = typed;
  const putBack = () => {
    missing = missing.filter((one) => !isPutBack(one));
    if (missing.length === 0) end();
  };
  const observer = new MutationObserver(putBack);
  const end = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["inert"] });
  setTimeout(end, patienceMs);
  putBack();
}

function isPutBack({ field: name, value, isChecked }: Typed): boolean {
  const field = find(name, value, isChecked);
  // Until the screen has taken over, its form is inert and will be replaced.
  if (field === null || field.closest("[inert]") !== null) return false;
  if (isChecked !== null) {
    if (Reflect.get(field, "checked") !== isChecked) field.click();
  } else if (Reflect.get(field, "value") !== value) write(field, value);
  return true;
}

function find(name: string, value: string, isChecked: boolean | null): HTMLElement | null {
  const option = isChecked === null ? "" : `[value="${CSS.escape(value)}"]`;
  const named = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]${option}`);
  return named ?? document.getElementById(name);
}

/** React listens to the events and looks past a value that was set on the element itself. */
function write(field: HTMLElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, value);
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
