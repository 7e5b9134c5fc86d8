/** Closed outlines of quadratic curves. */
import type { Chance } from "./seeded.ts";

export interface Point {
  x: number;
  y: number;
}
/** Points on the outline and control points in turn, from one to the next and back to the first. */
export type Loop = readonly Point[];

export const between = (from: Point, to: Point): Point => ({
  x: (from.x + to.x) / 2,
  y: (from.y + to.y) / 2,
});

/** Corners joined through the middles of their sides. */
export function smooth(corners: readonly Point[]): Loop {
  return corners.flatMap((corner, index) => [between(corners.at(index - 1)!, corner), corner]);
}

/** Corners at random distances, with a few lobes: the edge of a wet blot. */
export function blob(
  luck: Chance,
  centre: Point,
  radius: number,
  vertices: number,
  wobble: number,
  flat = 1,
): Loop {
  const phase = luck.between(0, Math.PI * 2);
  const lobes = 2 + Math.floor(luck.next() * 3);
  const depth = luck.between(0.5, 1.3) * wobble;
  const corners = Array.from({ length: vertices }, (_, index) => {
    const angle = phase + (index / vertices) * Math.PI * 2;
    const reach = radius * (1 + depth * Math.sin(lobes * angle) + luck.between(-wobble, wobble));
    return { x: centre.x + Math.cos(angle) * reach, y: centre.y + Math.sin(angle) * reach * flat };
  });
  return smooth(corners);
}

/** From its foot to a pointed tip; bent to the side by a part of its length. */
export function leaf(
  foot: Point,
  angle: number,
  length: number,
  width: number,
  bend: number,
): Loop {
  const at = (along: number, across: number) => ({
    x: foot.x + Math.cos(angle) * along - Math.sin(angle) * across,
    y: foot.y + Math.sin(angle) * along + Math.cos(angle) * across,
  });
  const belly = bend * length;
  return [foot, at(length * 0.5, belly - width), at(length, 0), at(length * 0.5, belly + width)];
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Curves stay within their control points. */
export function boxOf(loops: readonly Loop[]): Box {
  const xs = loops.flatMap((loop) => loop.map(({ x }) => x));
  const ys = loops.flatMap((loop) => loop.map(({ y }) => y));
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** Steps from point to point are shorter than places on the sheet; only small outlines need parts of a unit. */
export function pathOf(loops: readonly Loop[]): string {
  return loops
    .map((loop) => {
      const { left, right, top, bottom } = boxOf([loop]);
      const steps = right - left + bottom - top > 36 ? 1 : 10;
      const rounded = (value: number) => Math.round(value * steps) / steps;
      const [start, ...rest] = [...loop, loop[0]!].map(({ x, y }) => ({
        x: rounded(x),
        y: rounded(y),
      })) as [Point, ...Point[]];
      let from = start;
      const curves = rest.map((point, index) => {
        const step = `${rounded(point.x - from.x)} ${rounded(point.y - from.y)}`;
        if (index % 2 === 1) from = point;
        return step;
      });
      return `M${start.x} ${start.y}q${curves.join(" ")}Z`;
    })
    .join("")
    .replaceAll(" -", "-");
}
