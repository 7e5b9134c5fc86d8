/** Runs in the page and measures it. */
import type { Layout } from "./layout.ts";

/** Why the screen cannot be measured yet; null when it stands still, with its texts and fonts. */
export function unrestInPage(): string | null {
  const isAsked = document.querySelector("dialog[open]") !== null;
  const heading = document.querySelector("h1");
  if (heading === null) return "no heading";
  // A page that the server drew has its heading before React has taken it over.
  if (!Object.keys(heading).some((key) => key.startsWith("__react"))) return "nobody answers yet";
  // A dialog may ask something before the screen behind it has its data.
  if (!isAsked && document.querySelector('[class*="_skeleton_"]') !== null) return "waits for data";
  if (document.fonts.status !== "loaded") return "waits for fonts";
  const moving = document
    .getAnimations()
    .filter(
      ({ playState, effect }) =>
        playState === "running" && effect?.getComputedTiming().endTime !== Infinity,
    );
  return moving.length === 0 ? null : "something moves";
}

export function layoutInPage(): Layout {
  // What lies below the window is drawn only when it comes into view; here all of it is measured.
  const drawAll = new CSSStyleSheet();
  drawAll.replaceSync("* { content-visibility: visible !important }");
  document.adoptedStyleSheets = [drawAll];
  type Rect = { left: number; top: number; right: number; bottom: number };
  const root = document.documentElement;
  const dialogs = [...document.querySelectorAll("dialog:modal")];
  const page = dialogs.at(-1) ?? document.body;
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    // WebKit calls visible what is folded away.
    element.closest("details:not([open]) > :not(summary)") === null &&
    element.closest("[inert]") === null;
  const ancestors = (element: Element): Element[] =>
    element.parentElement === null
      ? []
      : [element.parentElement, ...ancestors(element.parentElement)];

  /** What is left of a box inside all that clips it, on the page; null when nothing is. */
  const shown = (element: Element, { left, top, right, bottom }: Rect): Rect | null => {
    const box = { left, top, right, bottom };
    for (const around of ancestors(element)) {
      const { overflowX, overflowY, clipPath } = getComputedStyle(around);
      const isRoot = around === document.body || around === root;
      if (clipPath === "inset(50%)") return null;
      if (isRoot || (overflowX === "visible" && overflowY === "visible")) continue;
      const edge = around.getBoundingClientRect();
      const [inLeft, inTop] = [edge.left + around.clientLeft, edge.top + around.clientTop];
      box.left = Math.max(box.left, inLeft);
      box.right = Math.min(box.right, inLeft + around.clientWidth);
      box.top = Math.max(box.top, inTop);
      box.bottom = Math.min(box.bottom, inTop + around.clientHeight);
    }
    if (box.right - box.left <= 1 || box.bottom - box.top <= 1) return null;
    // A link for keyboards waits above or beside the page until it has the focus.
    if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0) return null;
    return {
      left: box.left + scrollX,
      right: box.right + scrollX,
      top: box.top + scrollY,
      bottom: box.bottom + scrollY,
    };
  };
  /** Of a field only where its text may stand: a button may lie on the space kept free for it. */
  const areaOf = (element: Element, { left, top, right, bottom }: Rect): Rect => {
    if (!(element instanceof HTMLInputElement)) return { left, top, right, bottom };
    const { paddingLeft, paddingRight } = getComputedStyle(element);
    return {
      left: left + Number.parseFloat(paddingLeft),
      top,
      right: right - Number.parseFloat(paddingRight),
      bottom,
    };
  };
  const boxesOf = (element: Element) =>
    [...element.getClientRects()].flatMap((rect) => shown(element, areaOf(element, rect)) ?? []);

  const pressed =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]";
  const isHiddenInput = (element: Element) => {
    const { opacity, clipPath } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return opacity === "0" || clipPath === "inset(50%)" || width <= 1 || height <= 1;
  };
  // A choice whose own box is hidden is pressed on its label.
  const areas = [...page.querySelectorAll(pressed)].flatMap((element) =>
    isHiddenInput(element) ? (element.closest("label") ?? []) : element,
  );
  const seen = [...new Set(areas)].filter((area) => isSeen(area) && boxesOf(area).length > 0);

  const layers: Element[] = [];
  const layerOf = (element: Element) => {
    const floating = [element, ...ancestors(element)].find((one) =>
      ["fixed", "sticky"].includes(getComputedStyle(one).position),
    );
    if (floating === undefined) return 0;
    if (!layers.includes(floating)) layers.push(floating);
    return layers.indexOf(floating) + 1;
  };

  const texts = [...page.querySelectorAll("*")].filter(
    (element) =>
      isSeen(element) &&
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? "").trim() !== "",
      ),
  );
  const kindOf = (element: Element) =>
    element.getAttribute("role") ?? element.tagName.toLowerCase();
  const nameOf = (element: Element) =>
    `${kindOf(element)} "${(element.textContent || element.getAttribute("aria-label") || element.getAttribute("name") || "").trim().slice(0, 30)}"`;
  const landmarks =
    "header, nav, main, aside, footer, h1, dialog[open], [role=banner], [role=search], [role=contentinfo]";
  return {
    width: root.clientWidth,
    scrollWidth: root.scrollWidth,
    landmarks: [...document.querySelectorAll(landmarks)]
      .filter((element) => isSeen(element) && shown(element, element.getBoundingClientRect()))
      .map((element) => ({
        what: kindOf(element),
        height: element.getBoundingClientRect().height,
      })),
    controls: seen.map((area) => ({
      kind: kindOf(area),
      what: nameOf(area),
      boxes: boxesOf(area),
      layer: layerOf(area),
      inside: seen.flatMap((other, place) =>
        other !== area && other.contains(area) ? [place] : [],
      ),
    })),
    textsOutside: texts
      .filter((element) =>
        boxesOf(element).some(({ left, right }) => left < -1 || right > root.clientWidth + 1),
      )
      .map(nameOf),
  };
}
