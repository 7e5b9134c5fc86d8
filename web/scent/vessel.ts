/** The glass that scents are sold in, and its place in a picture. */
import type { Bottle } from "#contract/bottles";

export const canvas = { width: 240, height: 320 };
export const floor = 303;
/** Of what a scale is made for. */
export const highest = floor - 21;

/** Until a size is chosen. */
export const usualBottle: Bottle = { millilitres: 50, closure: "spray" };

/** In millimetres, as such glass is usually blown: the upstream gives no heights. */
export interface Vessel {
  width: number;
  /** Of the glass; `foot` of what stands on it is counted from there. */
  height: number;
  shoulder: number;
  wall: number;
  base: number;
  tops: readonly { is: "collar" | "cap" | "ball"; width: number; height: number; foot: number }[];
}

/** A small one is a tube, a larger one a flask with a heavy foot. */
export function vesselOf({ closure, millilitres }: Bottle): Vessel {
  const isTube = closure === "roller" || millilitres < 20;
  const size = Math.cbrt(millilitres / (isTube ? 10 : 50));
  const foot = isTube ? 5 : 4;
  const collar = { is: "collar", width: isTube ? 15 * size : 18, height: foot, foot: 0 } as const;
  const cap = {
    is: "cap",
    width: isTube ? 16 * size : 13 + 9 * size,
    height: 10 + 9 * size,
  } as const;
  const ball = { is: "ball", width: 10, height: 7 } as const;
  const tops = [collar, { ...(closure === "roller" ? ball : cap), foot }];
  return isTube
    ? { width: 21 * size, height: 54 * size, shoulder: 5, wall: 1.7, base: 4.5, tops }
    : { width: 47 * size, height: 73 * size, shoulder: 16 * size, wall: 3, base: 10 * size, tops };
}

/** What a set calls a jar is as small as a finger. */
export const jar: Vessel = {
  width: 15,
  height: 46,
  shoulder: 4,
  wall: 1.3,
  base: 3.5,
  tops: [
    { is: "collar", width: 9, height: 3, foot: 0 },
    { is: "cap", width: 10, height: 12, foot: 3 },
  ],
};

export const heightOf = ({ height, tops }: Vessel) =>
  Math.max(...tops.map((top) => height + top.foot + top.height));

/** The units of a millimetre, by which the highest of them fills the picture. */
export const scaleOf = (sizes: readonly Bottle[]) =>
  highest / Math.max(...sizes.map((size) => heightOf(vesselOf(size))));

/** Where a label lies on the glass. */
export function labelOf({ width: full, height: glass, shoulder, base }: Vessel, scale: number) {
  const width = full * scale * (full < 30 ? 0.84 : 0.62);
  const height = (width * canvas.height) / canvas.width;
  const middle = (glass - shoulder + base) / 2 + 1;
  return { x: (canvas.width - width) / 2, y: floor - middle * scale - height / 2, width, height };
}
