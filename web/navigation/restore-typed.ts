/** Puts what was typed back into the fields as they appear, as if it were typed again. */
import type { Kept, Typed } from "./gone-files.ts";

/** A form may come in a later step of its screen. */
const patienceMs = 120_000;

/** Every page with a form does this; there is nothing to do unless the page was loaded anew under somebody's hands. */
export function restoreTyped(): void {
  // There is no window while prerendering.
  const { typed, ...rest } = ((typeof window === "undefined" ? null : history.state) ?? {}) as Kept;
  if (!typed) return;
  history.replaceState(rest, "");
  let left = typed;
  const putBack = () => {
    left = left.filter((one) => !isPutBack(one));
    if (left.length === 0) end();
  };
  const observer = new MutationObserver(putBack);
  const end = () => observer.disconnect();
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["inert"] });
  setTimeout(end, patienceMs);
  putBack();
}

function isPutBack([name, value]: Typed): boolean {
  const all = document.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  // Until the screen has taken over, its form is inert and will be replaced.
  const fields = [...all].filter((field) => field.closest("[inert]") === null);
  const isChoice = fields.some(({ type }) => type === "checkbox" || type === "radio");
  const field = isChoice ? fields.find((option) => option.value === value) : fields[0];
  if (field === undefined) return false;
  if (!isChoice && field.value !== value) write(field, String(value));
  else if (isChoice && !field.checked) field.click();
  return true;
}

/** React listens to the events and looks past a value that was set on the element itself. */
function write(field: HTMLElement, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set;
  setter?.call(field, value);
  for (const event of ["input", "change"]) field.dispatchEvent(new Event(event, { bubbles: true }));
}
