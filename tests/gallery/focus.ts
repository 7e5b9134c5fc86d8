/** Goes through the page with Tab as somebody without a mouse does, and says where the focus is lost from sight. */
import type { Page } from "playwright-core";

/** Where the focus is: what names it, whether it is in sight, and how it and what surrounds it look. */
function present(page: Page) {
  return page.evaluate(async () => {
    await Promise.allSettled(
      document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? one.finished : [])),
    );
    const outer = ["outline", "outlineOffset", "boxShadow", "borderColor"];
    const shown = [...outer, "backgroundColor", "color", "textDecoration", "clipPath"];
    const looks = (element: Element) => {
      const style = getComputedStyle(element);
      return shown.map((name) => String(Reflect.get(style, name))).join("|");
    };
    const focused = document.activeElement;
    const memory = window as unknown as { focusedBefore?: Element };
    const before = memory.focusedBefore;
    const around = (element: Element) =>
      [element, element.parentElement, element.parentElement?.parentElement].filter(
        (one) => one instanceof Element,
      );
    const lost = before === undefined ? null : around(before).map(looks).join("\n");
    if (focused === null || focused === document.body) {
      delete memory.focusedBefore;
      return { name: null, look: "", lookBefore: lost, isInSight: true, isSame: false };
    }
    // A date has one stop for each of its parts.
    const isSame = before === focused;
    memory.focusedBefore = focused;
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const [x, y] = [
      (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
      (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
    ];
    const over = document.elementFromPoint(x, y);
    const label = focused.closest("label");
    const isInSight =
      over !== null &&
      (focused.contains(over) || over.contains(focused) || (label?.contains(over) ?? false));
    return {
      name: focused.outerHTML.slice(0, 110),
      look: around(focused).map(looks).join("\n"),
      lookBefore: lost,
      isInSight,
      isSame,
    };
  });
}

/** Presses Tab until the page ends, at most `presses` times. */
export async function focusFaults(page: Page, presses = 12): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(() => {
    // The walk begins where a reader would: at the top, or in the dialog that is open.
    if (document.querySelector("dialog[open]") === null)
      (document.activeElement as HTMLElement | null)?.blur();
    delete (window as unknown as { focusedBefore?: Element }).focusedBefore;
  });
  let at: { name: string; look: string } | null = null;
  for (let pressed = 0; pressed < presses; pressed += 1) {
    await page.keyboard.press("Tab");
    const now = await present(page);
    if (at !== null && !now.isSame && now.lookBefore === at.look)
      faults.push(`focus cannot be seen: ${at.name}`);
    if (now.name === null) break;
    if (!now.isInSight) faults.push(`focus is out of sight: ${now.name}`);
    if (!now.isSame) at = { name: now.name, look: now.look };
  }
  return [...new Set(faults)];
}
