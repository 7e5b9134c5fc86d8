import { textOf, type Language } from "../support/browser.ts";
import type { Driver } from "./drivers/driver.ts";

export const patience = { timeout: 60_000, interval: 100 };

export type Screen = ReturnType<typeof screenOf>;

export function screenOf(driver: Driver, origin: string, language: Language) {
  /** Runs a function in the page; it may use nothing but its argument. */
  async function evaluate<Argument, Result>(
    work: (given: Argument) => Result,
    given: Argument,
  ): Promise<Result> {
    const call = `(${String(work)})(${JSON.stringify(given) ?? ""})`;
    return JSON.parse(await driver.evaluate(`JSON.stringify(${call} ?? null)`));
  }
  const find = (wanted: Wanted, aim = false) => evaluate(findInPage, { wanted, aim });
  const until = <T>(look: () => Promise<T>) => vi.waitFor(look, patience);

  const aimAt = async (wanted: Wanted): Promise<Found> => {
    const [before] = await find(wanted, true);
    const [found, another] = await find(wanted);
    const which = JSON.stringify(wanted);
    if (found === undefined || before === undefined) throw new Error(`no ${which}`);
    if (another !== undefined) throw new Error(`more than one ${which}`);
    if (found.isDisabled) throw new Error(`${which} is disabled`);
    if (found.covered !== null) throw new Error(`${which} lies under ${found.covered}`);
    if (found.x !== before.x || found.y !== before.y) throw new Error(`${which} moves`);
    return found;
  };
  const click = (wanted: Wanted) =>
    until(async () => {
      const { x, y } = await aimAt(wanted);
      await driver.clickAt(x, y);
      // Without an answer, the click has left the page.
      const missed = await evaluate(missedInPage, null).catch(() => null);
      if (missed !== null) throw new Error(`${JSON.stringify(wanted)} moved away from ${missed}`);
    });

  return {
    driver,
    evaluate,
    click,
    says: (key: string, params?: Record<string, string | number>) => textOf(language, key, params),
    open: (below: string) => driver.goto(`${origin}/${language}/${below}`),
    arrive: (pattern: string | RegExp) =>
      until(async () => {
        const here = await evaluate(() => location.pathname + location.search, null);
        const below = here.slice(`/${language}/`.length);
        const isThere = typeof pattern === "string" ? below === pattern : pattern.test(below);
        if (!isThere || !here.startsWith(`/${language}/`))
          throw new Error(`at ${here} instead of ${pattern}`);
      }),
    all: (wanted: Wanted) => find(wanted),
    waitFor: (wanted: Wanted) =>
      until(async () => {
        const [found] = await find(wanted);
        if (found === undefined) throw new Error(`no ${JSON.stringify(wanted)}`);
        return found;
      }),
    waitUntilGone: (wanted: Wanted) =>
      until(async () => {
        if ((await find(wanted)).length > 0)
          throw new Error(`${JSON.stringify(wanted)} is still here`);
      }),
    async fill(wanted: Wanted, text: string) {
      await click(wanted);
      await evaluate(selectFocused, null);
      await driver.type(text);
      await until(async () => {
        const value = (await find(wanted))[0]?.value;
        if (value !== text) throw new Error(`${JSON.stringify(wanted)} holds "${value}"`);
      });
    },
  };
}

// What runs in the page: finding elements as a person sees them.

export interface Wanted {
  css: string;
  /** All its words, or what it is called without any; of several around one another the innermost. */
  text?: string;
  nth?: number;
}

interface Found {
  x: number;
  y: number;
  text: string;
  value: string;
  isDisabled: boolean;
  /** What lies over its middle; null when a click there reaches it. */
  covered: string | null;
}

/** Visible matches in the document's order. `aim` brings the first into the window. */
function findInPage({ wanted, aim }: { wanted: Wanted; aim: boolean }): Found[] {
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

function missedInPage(): string | null {
  return (window as unknown as { missed?: string | null }).missed ?? null;
}

function selectFocused(): null {
  const field = document.activeElement;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  return null;
}
