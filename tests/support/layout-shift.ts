/** Counts what jumps without anybody having touched the page, as browsers count it for search engines. */
import type { Page } from "playwright-core";

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
        const told = { value: entry.value, what: what.slice(0, 2).join(", ") };
        if (!entry.hadRecentInput) seen.push(told);
      }
    });
    watch.observe({ type: "layout-shift", buffered: true });
  });
}

/** What has jumped since the document began, or since this was asked last. */
export async function shiftsOf(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    // Shifts are told after the frame that they happened in.
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return (window as unknown as { layoutShifts?: Shift[] }).layoutShifts?.splice(0) ?? [];
  });
  return shifts
    .filter(({ value }) => value >= leastShift)
    .map(({ value, what }) => `layout shift of ${value.toFixed(4)}: ${what}`);
}
