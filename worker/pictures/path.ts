/** The paths of portraits as corners: `M`, `L`, `Q`, `q`, `C` and `Z`, which is all that brushes write. */
export interface Point {
  x: number;
  y: number;
}
export type Path = readonly Point[];

const steps = 10;

/** One path for each `M`. */
export function pathsOf(drawn: string): Path[] {
  const paths: Point[][] = [];
  for (const [, command = "", numbers = ""] of drawn.matchAll(/([MLQqCZ])([^MLQqCZ]*)/g)) {
    if (command === "M") paths.push([]);
    const corners = paths.at(-1)!;
    const points = pointsOf(numbers);
    const size = { Q: 2, q: 2, C: 3 }[command] ?? 1;
    for (let index = 0; index + size <= points.length; index += size) {
      const from = corners.at(-1) ?? points[0]!;
      const controls = points.slice(index, index + size);
      const step = command === "q" ? from : { x: 0, y: 0 };
      corners.push(
        ...curve([from, ...controls.map(({ x, y }) => ({ x: x + step.x, y: y + step.y }))]),
      );
    }
  }
  return paths;
}

function pointsOf(numbers: string): Point[] {
  const values = (numbers.match(/-?\d*\.?\d+/g) ?? []).map(Number);
  return Array.from({ length: values.length / 2 }, (_, index) => ({
    x: values[index * 2] ?? 0,
    y: values[index * 2 + 1] ?? 0,
  }));
}

/** A straight line or a Bézier curve, without its start. */
function curve(controls: Point[]): Point[] {
  if (controls.length === 2) return controls.slice(1);
  return Array.from({ length: steps }, (_, index) => bezier(controls, (index + 1) / steps));
}

function bezier(controls: Point[], t: number): Point {
  if (controls.length === 1) return controls[0]!;
  const nearer = controls.slice(1).map((to, index) => {
    const from = controls[index]!;
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
  });
  return bezier(nearer, t);
}

/** The outline of a line of some width. */
export function strokeOf(line: Path, width: number): Point[] {
  const sides = line.map((point, index) => {
    const before = line[Math.max(0, index - 1)]!;
    const after = line[Math.min(line.length - 1, index + 1)]!;
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1;
    const across = {
      x: (-(after.y - before.y) / length) * (width / 2),
      y: ((after.x - before.x) / length) * (width / 2),
    };
    return [
      { x: point.x + across.x, y: point.y + across.y },
      { x: point.x - across.x, y: point.y - across.y },
    ] as const;
  });
  return [...sides.map(([left]) => left), ...sides.map(([, right]) => right).toReversed()];
}

export function circleOf(centre: Point, radius: number): Point[] {
  return Array.from({ length: 28 }, (_, index) => {
    const angle = (index / 28) * Math.PI * 2;
    return { x: centre.x + Math.cos(angle) * radius, y: centre.y + Math.sin(angle) * radius };
  });
}
