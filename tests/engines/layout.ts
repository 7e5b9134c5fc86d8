/** Where things stand on a screen, and what is wrong with that: within one engine, and between two of them. */

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Control {
  /** Its tag or role. */
  kind: string;
  /** That and its text, for people. */
  what: string;
  /** Its boxes on the page: a link that wraps has one for each line. */
  boxes: Box[];
  /** Which floating part of the page it stands on; 0 is the page itself. */
  layer: number;
  /** Places of the controls that it stands inside of. */
  inside: number[];
}

export interface Layout {
  width: number;
  scrollWidth: number;
  /** Landmarks and the heading, in order. */
  landmarks: { what: string; height: number }[];
  controls: Control[];
  /** What of the texts an edge of the window cuts off. */
  textsOutside: string[];
}

/**
 * What two engines may differ by, in pixels: WebKit breaks lines of `text-wrap: pretty` earlier, to even them, so that a part of
 * the page is a line or a tenth higher; a control has one line, of which fonts round the height.
 */
export const tolerance = { landmark: 32, landmarkShare: 0.12, control: 8 };

/** Faults that no engine may have, as sentences. */
export function faultsOf(layout: Layout): string[] {
  const { width, scrollWidth, controls, textsOutside } = layout;
  const faults = textsOutside.map((text) => `text outside the window: ${text}`);
  if (controls.length === 0) faults.push("nothing to press is in sight");
  if (scrollWidth > width) faults.push(`scrolls sideways by ${scrollWidth - width} px`);
  for (const [place, control] of controls.entries()) {
    if (control.boxes.some(({ left, right }) => left < -1 || right > width + 1))
      faults.push(`outside the window: ${control.what}`);
    for (const other of controls.slice(place + 1)) {
      const isNested = other.inside.includes(place);
      if (!isNested && other.layer === control.layer && overlap(control.boxes, other.boxes))
        faults.push(`overlap: ${control.what} and ${other.what}`);
    }
  }
  return faults;
}

function overlap(some: Box[], others: Box[]): boolean {
  const slack = 1;
  return some.some((one) =>
    others.some(
      (other) =>
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > slack &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > slack,
    ),
  );
}

/** What differs between two engines at the same screen, in whatever languages. */
export function orderDifferences(one: Layout, other: Layout): string[] {
  const [expected, found] = [one, other].map(({ landmarks }) =>
    landmarks.map(({ what }) => what).join(", "),
  );
  return expected === found ? [] : [`landmarks: ${expected} | ${found}`];
}

/** What differs between two engines at the same screen in the same language. */
export function differences(one: Layout, other: Layout): string[] {
  const order = orderDifferences(one, other);
  const [kinds, otherKinds] = [one, other].map(({ controls }) =>
    controls.map(({ kind }) => kind).join(", "),
  );
  if (kinds !== otherKinds) order.push(`controls: ${kinds} | ${otherKinds}`);
  if (order.length > 0) return order;
  const heights = one.landmarks.flatMap(({ what, height }, place) =>
    heightDifference(
      what,
      height,
      other.landmarks[place]?.height ?? 0,
      Math.max(tolerance.landmark, tolerance.landmarkShare * height),
    ),
  );
  const controls = one.controls.flatMap(({ what, boxes }, place) =>
    heightDifference(
      what,
      heightOf(boxes),
      heightOf(other.controls[place]?.boxes ?? []),
      tolerance.control,
    ),
  );
  return [...heights, ...controls];
}

function heightOf(boxes: Box[]): number {
  if (boxes.length === 0) return 0;
  return Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
}

function heightDifference(what: string, one: number, other: number, allowed: number): string[] {
  if (Math.abs(one - other) <= allowed) return [];
  return [`height of ${what}: ${Math.round(one)} and ${Math.round(other)} px`];
}
