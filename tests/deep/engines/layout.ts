import { patience, type Screen } from "../../engines/screen.ts";
import { resize, type Visitor } from "../../engines/shop.ts";

interface Layout {
  faults: string[];
  landmarks: string;
  controls: string;
}

/** Why the screen cannot be measured yet; null when it stands still, with its texts and fonts. */
function unrestInPage(): string | null {
  const isAsked = document.querySelector("dialog[open]") !== null;
  const heading = document.querySelector("h1");
  if (heading === null) return "no heading";
  // A page that the server drew has its heading before React has taken it over.
  if (!Object.keys(heading).some((key) => key.startsWith("__react"))) return "nobody answers yet";
  // A dialog may ask something before the screen behind it has its data.
  if (!isAsked && document.querySelector('[class*="_skeleton_"]') !== null) return "waits for data";
  if (document.fonts.status !== "loaded") return "waits for fonts";
  const isMoving = document
    .getAnimations()
    .some(
      (one) => one.playState === "running" && one.effect?.getComputedTiming().endTime !== Infinity,
    );
  return isMoving ? "something moves" : null;
}

function layoutInPage(): Layout {
  const root = document.documentElement;
  const page = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body;
  const around = ({ parentElement }: Element): Element[] =>
    parentElement === null ? [] : [parentElement, ...around(parentElement)];
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // WebKit calls visible what is folded away.
    element.closest("details:not([open]) > :not(summary), [inert]") === null &&
    boxesOf(element).length > 0;
  /** One for each line of a link that wraps, inside all that clips it. */
  const boxesOf = (element: Element) =>
    [...element.getClientRects()].flatMap((rect) => {
      let { left, top, right, bottom } = rect;
      const style = getComputedStyle(element);
      // Of a field only where its text may stand: a button may lie on the space kept free for it.
      if (element instanceof HTMLInputElement) left += Number.parseFloat(style.paddingLeft);
      if (element instanceof HTMLInputElement) right -= Number.parseFloat(style.paddingRight);
      for (const outer of around(element)) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(outer);
        if (clipPath === "inset(50%)") return [];
        if (outer === document.body || outer === root) continue;
        if (overflowX === "visible" && overflowY === "visible") continue;
        const edge = outer.getBoundingClientRect();
        left = Math.max(left, edge.left + outer.clientLeft);
        right = Math.min(right, edge.left + outer.clientLeft + outer.clientWidth);
        top = Math.max(top, edge.top + outer.clientTop);
        bottom = Math.min(bottom, edge.top + outer.clientTop + outer.clientHeight);
      }
      // A link for keyboards waits above or beside the page until it has the focus.
      const isAway = right + scrollX <= 0 || bottom + scrollY <= 0;
      return isAway || right - left <= 1 || bottom - top <= 1 ? [] : [{ left, top, right, bottom }];
    });
  const kindOf = (element: Element) => element.role ?? element.tagName.toLowerCase();
  const nameOf = (element: Element) =>
    `${kindOf(element)} "${(element.textContent || element.getAttribute("aria-label") || "").trim().slice(0, 30)}"`;

  // A choice whose own box is hidden is pressed on its label.
  const isHiddenInput = (element: Element) => {
    const { opacity, clipPath } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return opacity === "0" || clipPath === "inset(50%)" || width <= 1 || height <= 1;
  };
  const pressed =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]";
  const areas = [...page.querySelectorAll(pressed)].flatMap((element) =>
    isHiddenInput(element) ? (element.closest("label") ?? []) : element,
  );
  const controls = [...new Set(areas)].filter(isSeen);
  const hasWords = ({ childNodes }: Element) =>
    [...childNodes].some(
      ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== "",
    );
  const texts = [...page.querySelectorAll("*")].filter((one) => hasWords(one) && isSeen(one));
  const outside = [...new Set([...controls, ...texts])].filter((element) =>
    boxesOf(element).some(({ left, right }) => left < -1 || right > root.clientWidth + 1),
  );
  /** What floats over the page may lie on anything. */
  const layerOf = (element: Element) =>
    [element, ...around(element)].find((one) =>
      /fixed|sticky/.test(getComputedStyle(one).position),
    );
  const overlap = (one: Element, other: Element) =>
    boxesOf(one).some((a) =>
      boxesOf(other).some(
        (b) =>
          Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
          Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
      ),
    );
  const overlaps = controls.flatMap((one, place) =>
    controls
      .slice(place + 1)
      .filter((other) => !one.contains(other) && !other.contains(one))
      .filter((other) => layerOf(one) === layerOf(other) && overlap(one, other))
      .map((other) => `overlap: ${nameOf(one)} and ${nameOf(other)}`),
  );
  const tooWide = root.scrollWidth - root.clientWidth;
  const landmarks =
    "header, nav, main, aside, footer, h1, dialog[open], [role=banner], [role=search], [role=contentinfo]";
  return {
    faults: [
      ...outside.map((element) => `outside the window: ${nameOf(element)}`),
      ...overlaps,
      ...(tooWide > 0 ? [`scrolls sideways by ${tooWide} px`] : []),
      ...(controls.length === 0 ? ["nothing to press is in sight"] : []),
    ],
    landmarks: [...document.querySelectorAll(landmarks)].filter(isSeen).map(kindOf).join(),
    controls: controls.map(kindOf).join(),
  };
}

export type Layouts = Map<string, Layout>;

export function lookAt(screen: Screen, { width }: Visitor, layouts: Layouts) {
  return async (name: string): Promise<void> => {
    for (const one of width === 390 ? [1280, 390] : [390, 1280]) {
      await resize(screen, one);
      layouts.set(`${name} at ${one} px`, await layoutAtRest(screen));
    }
  };
}

/** What follows the window's width by script comes a moment after it: two looks in a row must see the same. */
async function layoutAtRest({ evaluate }: Screen): Promise<Layout> {
  let before = "";
  return vi.waitFor(async () => {
    const unrest = await evaluate(unrestInPage, null);
    if (unrest !== null) throw new Error(unrest);
    const layout = await evaluate(layoutInPage, null);
    const now = JSON.stringify(layout);
    const isSame = now === before;
    before = now;
    if (!isSame) throw new Error("the layout changes");
    return layout;
  }, patience);
}
