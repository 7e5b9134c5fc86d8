import type { Page } from "playwright-core";
import type { Language } from "./browser.ts";

/** Characters that the language never writes: Japanese has simpler forms of these, and English has none. */
const foreign: Record<Language, string> = {
  zh: "[\\u3041-\\u30fa\\u30fc-\\u30ff]",
  en: "[\\u3040-\\u30ff\\u3400-\\u9fff]",
  ja: "[您這們嗎麼沒還讓說對應與號體驗會當幾價從點樣讀寫賣單專]",
};

export function clippedText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const isCut = (overflow: string) => overflow === "hidden" || overflow === "clip";
    // Said by screen readers only: shrunk to a point by whatever class.
    const isForEars = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).clipPath === "inset(50%)" ||
        (element.clientWidth === 1 && element.clientHeight === 1) ||
        isForEars(element.parentElement));
    const tell = (text: string, what: string) =>
      faults.push(`${what}: "${text.trim().slice(0, 40)}"`);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? "";
      if (parent === null || text.trim() === "" || parent.closest("script, style, option") !== null)
        continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      if (isForEars(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const letters = range.getBoundingClientRect();
      if (letters.width === 0) continue;
      if (
        // Letters of a drawing have no box.
        parent instanceof HTMLElement &&
        getComputedStyle(parent).display.startsWith("block") &&
        parent.scrollWidth > parent.clientWidth + 1
      )
        tell(text, "text stands out of its box");
      // The box of a glyph is taller than what is drawn of it.
      const slack = Math.max(2, letters.height * 0.12);
      let [checksX, checksY] = [true, true];
      for (
        let box: Element | null = parent;
        box !== null && box !== document.body && (checksX || checksY);
        box = box.parentElement
      ) {
        const { overflowX, overflowY, position } = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        const isOutX = letters.left < edge.left - 1 || letters.right > edge.right + 1;
        const isOutY = letters.top < edge.top - slack || letters.bottom > edge.bottom + slack;
        if (checksX && isCut(overflowX) && isOutX) tell(text, "text clipped");
        if (checksY && isCut(overflowY) && isOutY) tell(text, "text cut off at the top or bottom");
        checksX &&= !/auto|scroll/.test(overflowX);
        checksY &&= !/auto|scroll/.test(overflowY);
        if (position === "fixed") break;
      }
    }
    return [...new Set(faults)];
  });
}

export function foreignWords(page: Page, language: Language): Promise<string[]> {
  return page.evaluate((pattern) => {
    const odd = new RegExp(pattern, "u");
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faults = new Set<string>();
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const parent = node.parentElement;
      if (
        parent === null ||
        parent.closest("script, style, [lang]:not(html)") !== null ||
        !parent.checkVisibility()
      )
        continue;
      const text = (node.textContent ?? "").replaceAll("香跡", "");
      if (odd.test(text)) faults.add(`another language: "${text.trim().slice(0, 60)}"`);
    }
    return [...faults];
  }, foreign[language]);
}

interface Shift {
  value: number;
  what: string;
}

/** Nothing to four decimals: a word that grows by a line in its place. Search engines round to three. */
const leastShift = 0.000_05;

interface Entry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Counts what jumps without anybody having touched the page, as browsers count it for search engines. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Shift[] = [];
    Object.assign(window, { layoutShifts: seen });
    const watch = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Entry[]) {
        const what = entry.sources.map(({ node, previousRect, currentRect }) => {
          const named = node instanceof Element ? node : node?.parentElement;
          const start = named?.cloneNode(false) as Element | undefined;
          return `${start?.outerHTML.slice(0, 80) ?? "?"} ${previousRect.y.toFixed(0)}→${currentRect.y.toFixed(0)}`;
        });
        const shift = { value: entry.value, what: what.slice(0, 2).join(", ") };
        if (!entry.hadRecentInput) seen.push(shift);
      }
    });
    watch.observe({ type: "layout-shift", buffered: true });
  });
}

export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    // Shifts are reported after the frame that they happened in.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return (window as unknown as { layoutShifts?: Shift[] }).layoutShifts?.splice(0) ?? [];
  });
  return shifts
    .filter(({ value }) => value >= leastShift)
    .map(({ value, what }) => `layout shift of ${value.toFixed(4)}: ${what}`);
}
