/** What runs in the page: finding elements as a person names them, for which axe computes roles and names in every engine alike. */
import type axe from "axe-core";

export interface Wanted {
  role?: "button" | "link" | "tab" | "checkbox" | "textbox";
  /** The accessible name, whole. */
  name?: string;
  /** All the text of the innermost match. */
  text?: string;
  css?: string;
  within?: "main" | "dialog";
  /** Which of several, counted from zero. */
  nth?: number;
}

export interface Found {
  /** The middle, in the window. */
  x: number;
  y: number;
  text: string;
  value: string;
  isDisabled: boolean;
  /** What lies over its middle; null when a click there reaches it. */
  covered: string | null;
}

/** Visible matches in the document's order; null while axe is not in the page. `aim` brings the first into the window. */
export function findInPage({ wanted, aim }: { wanted: Wanted; aim: boolean }): Found[] | null {
  const { axe: here } = window as unknown as { axe?: typeof axe };
  if (here === undefined) return null;
  const { role, name, text, css, within, nth } = wanted;
  const plain = (words: string) => words.normalize().replaceAll(/\s+/g, " ").trim();
  const hasText = (element: Element) => plain(element.textContent) === plain(text ?? "");
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 0;
  const rooms = { main: "main", dialog: "dialog[open], [role=dialog]" };
  const room = within === undefined ? document.body : document.querySelector(rooms[within]);
  // Whatever may have the role, before axe, which reads the whole page, says who has it.
  const mayHave = {
    button: "button, [role=button], input[type=submit]",
    link: "a[href], [role=link]",
    tab: "[role=tab]",
    checkbox: "input[type=checkbox], [role=checkbox]",
    textbox: "input, textarea, [role=textbox]",
  };
  const chosen = css ?? (role === undefined ? "*" : mayHave[role]);
  let candidates = [...(room?.querySelectorAll(chosen) ?? [])].filter(isSeen);
  if (text !== undefined) {
    const having = candidates.filter(hasText);
    candidates = having.filter(
      (element) => !having.some((other) => other !== element && element.contains(other)),
    );
  }
  if (candidates.length > 0 && (role !== undefined || name !== undefined)) {
    here.setup(document.documentElement);
    try {
      const { aria, text: texts } = here.commons;
      // Described at axe's site under "commons", and left out of its types.
      const { getRole } = aria as typeof aria & { getRole(element: Element): string | null };
      candidates = candidates.filter(
        (element) =>
          (role === undefined || getRole(element) === role) &&
          (name === undefined || plain(texts.accessibleText(element)) === plain(name)),
      );
    } finally {
      here.teardown();
    }
  }
  if (nth !== undefined) candidates = candidates.slice(nth, nth + 1);
  if (aim) {
    candidates[0]?.scrollIntoView({ block: "center", behavior: "instant" });
    const aimed = candidates[0];
    const own = [aimed, aimed?.closest("label")];
    const seen = window as unknown as { missed?: string | null };
    seen.missed = null;
    const judge = ({ target }: Event) => {
      if (target instanceof Element && !own.some((one) => one?.contains(target)))
        seen.missed = target.outerHTML.slice(0, 80);
    };
    window.addEventListener("mousedown", judge, { capture: true, once: true });
  }
  return candidates.map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    const own = [element, element.closest("label")];
    const isHit = own.some((one) => one !== null && hit !== null && one.contains(hit));
    return {
      x,
      y,
      text: plain(element instanceof HTMLElement ? element.innerText : element.textContent),
      value: "value" in element ? String(element.value) : "",
      isDisabled: element.matches(":disabled, [aria-disabled=true]"),
      covered: isHit ? null : (hit?.outerHTML.slice(0, 80) ?? "nothing: it is outside the window"),
    };
  });
}

/** What was pressed instead of what was aimed at, because the page moved under the mouse. */
export function missedInPage(): string | null {
  return (window as unknown as { missed?: string | null }).missed ?? null;
}

/** The field that has the focus, with its text selected: what is typed next replaces it. */
export function selectFocused(): string {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return field?.outerHTML.slice(0, 120) ?? "";
}

/** Lists of a select are the system's own, out of reach in every engine; React listens to the event after one. */
export function chooseInPage({ css, value }: { css: string; value: string }): boolean {
  const list = document.querySelector<HTMLSelectElement>(css);
  if (list === null || ![...list.options].some((option) => option.value === value)) return false;
  list.value = value;
  return list.dispatchEvent(new Event("change", { bubbles: true }));
}
