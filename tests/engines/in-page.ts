/** What runs in the page: finding elements as a person sees them. */

export interface Wanted {
  css: string;
  /** All its words, or what it is called without any; of several around one another the innermost. */
  text?: string;
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

/** Visible matches in the document's order. `aim` brings the first into the window. */
export function findInPage({ wanted, aim }: { wanted: Wanted; aim: boolean }): Found[] {
  const { css, text, nth } = wanted;
  const plain = (words: string | null) => (words ?? "").normalize().replaceAll(/\s+/g, " ").trim();
  const wordsOf = (element: Element) =>
    plain(element.getAttribute("aria-label") ?? element.textContent);
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().height > 0;
  const fitting = [...document.querySelectorAll(css)].filter(
    (element) => isSeen(element) && (text === undefined || wordsOf(element) === plain(text)),
  );
  const candidates = fitting
    .filter(
      (element) =>
        text === undefined ||
        !fitting.some((other) => other !== element && element.contains(other)),
    )
    .slice(nth ?? 0, nth === undefined ? undefined : nth + 1);
  const partsOf = (element: Element | undefined) => [element, element?.closest("label")];
  if (aim) {
    const [aimed] = candidates;
    aimed?.scrollIntoView({ block: "center", behavior: "instant" });
    const seen = window as unknown as { missed?: string | null };
    seen.missed = null;
    const judge = ({ target }: Event) => {
      if (target instanceof Element && !partsOf(aimed).some((one) => one?.contains(target)))
        seen.missed = target.outerHTML.slice(0, 80);
    };
    window.addEventListener("mousedown", judge, { capture: true, once: true });
  }
  return candidates.map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    const isHit = hit !== null && partsOf(element).some((one) => one?.contains(hit));
    return {
      x,
      y,
      text: plain(element.textContent),
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

/** In the field that has the focus: what is typed next replaces its text. */
export function selectFocused(): null {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return null;
}
