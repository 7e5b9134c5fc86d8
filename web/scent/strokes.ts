/** What a portrait is drawn with: chance, closed outlines of quadratic curves, steam. */
/** FNV-1a over UTF-16 units: a 32-bit seed for any id. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export type Chance = ReturnType<typeof chance>;

/** mulberry32: integer arithmetic only, so a seed gives the same numbers on every machine. */
export function chance(seed: number) {
  let state = seed >>> 0;
  /** 0 up to, not including, 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return { next, between: (low: number, high: number) => low + (high - low) * next() };
}

export interface Point {
  x: number;
  y: number;
}
/** Points on the outline and control points in turn, from one to the next and back to the first. */
export type Loop = readonly Point[];

const between = (from: Point, to: Point): Point => ({
  x: (from.x + to.x) / 2,
  y: (from.y + to.y) / 2,
});

export const moved = (loops: readonly Loop[], by: Point, size: number): Loop[] =>
  loops.map((loop) => loop.map(({ x, y }) => ({ x: by.x + x * size, y: by.y + y * size })));

export function turned(loops: readonly Loop[], angle: number, scale: number): Loop[] {
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return loops.map((loop) =>
    loop.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos })),
  );
}

/** Corners joined through the middles of their sides. */
export function smooth(corners: readonly Point[]): Loop {
  return corners.flatMap((corner, index) => [between(corners.at(index - 1)!, corner), corner]);
}

/** Corners at random distances, with a few lobes: the edge of a wet blot. */
export function blob(
  random: Chance,
  centre: Point,
  radius: number,
  vertices: number,
  wobble: number,
  flat = 1,
): Loop {
  const phase = random.between(0, Math.PI * 2);
  const lobes = 2 + Math.floor(random.next() * 3);
  const depth = random.between(0.5, 1.3) * wobble;
  const corners = Array.from({ length: vertices }, (_, index) => {
    const angle = phase + (index / vertices) * Math.PI * 2;
    const reach = radius * (1 + depth * Math.sin(lobes * angle) + random.between(-wobble, wobble));
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

export type Box = ReturnType<typeof boxOf>;

/** Curves stay within their control points. */
export function boxOf(loops: readonly Loop[]) {
  const xs = loops.flatMap((loop) => loop.map(({ x }) => x));
  const ys = loops.flatMap((loop) => loop.map(({ y }) => y));
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
}

/** In steps from point to point, which are short; only small outlines need parts of a unit. */
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

const pair = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`;

/** From there to the top of the sheet: a veil, both its edges and an inner line as hairs. */
export function steamFrom(foot: Point, random: Chance) {
  const side = foot.x > 110 ? -1 : 1;
  const [lean, sway] = [side * random.between(20, 56), side * random.between(6, 15)];
  const width = random.between(11, 17);
  const rise = Math.max(90, foot.y - 14);
  const strand = (offset: number) =>
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((t): Point => {
      const opened = offset * width * Math.sin(t * 2.7);
      const x = foot.x + lean * t ** 3 + Math.sin(t * 6) * sway + opened;
      return { x: Math.min(194, Math.max(6, x)), y: foot.y - rise * t };
    });
  const [left, right, inner] = [strand(-1), strand(1), strand(random.between(-0.35, 0.35))];
  return {
    veil: `${curve(left)}L${curve(right.toReversed()).slice(1)}Z`,
    lines: [curve(inner), curve(left), curve(right)],
    ends: [...left, ...right],
  };
}

function curve(points: Point[]): string {
  const [first, ...rest] = points as [Point, ...Point[]];
  const bends = rest.slice(0, -1).map((point, index) => {
    const following = rest[index + 1]!;
    return `${pair(point)} ${pair(index === rest.length - 2 ? following : between(point, following))}`;
  });
  return `M${pair(first)}Q${bends.join(" ")}`;
}

/** Whether it takes away what lies below, or is too small to need a ground. */
export function isGap(loop: Loop): boolean {
  const area = loop.reduce((sum, { x, y }, index) => {
    const before = loop.at(index - 1)!;
    return sum + before.x * y - x * before.y;
  }, 0);
  return area < 40;
}

export const mirrored = (loops: readonly Loop[]): Loop[] =>
  loops.map((loop) => hole(loop.map(({ x, y }) => ({ x: -x, y }))));

/** Turned the other way, a loop takes away what it lies on. */
export const hole = ([start, ...rest]: Loop): Loop => [start!, ...rest.toReversed()];
