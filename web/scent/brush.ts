import { between, type Point } from "./loops.ts";
import type { Chance } from "./seeded.ts";

export interface Drift {
  side: number;
  foot: Point;
  tip: Point;
  sway: number;
}
export interface Trace {
  veil: string;
  lines: string[];
}

const pair = ({ x, y }: Point) => `${Math.round(x)} ${Math.round(y)}`;

export function driftPoint({ foot, tip, sway }: Drift, t: number): Point {
  return {
    x: foot.x + (tip.x - foot.x) * t + Math.sin(t * Math.PI * 2) * sway * 0.5 * (0.35 + 0.65 * t),
    y: foot.y + (tip.y - foot.y) * t,
  };
}

/** A widening veil that bends sideways at its end; both edges and one inner line are drawn as hairs. */
export function driftTrace(drift: Drift, luck: Chance): Trace {
  const width = luck.between(15, 24);
  const curl = drift.side * luck.between(20, 36);
  const strand = (offset: number) =>
    [0, 0.2, 0.42, 0.64, 0.86, 1.06, 1.2].map((t): Point => {
      const { x, y } = driftPoint(drift, t);
      const loose = Math.max(0, t - 0.86) / 0.34;
      const opened = offset * width * Math.sin(Math.min(1, t / 1.05) * Math.PI * 0.86);
      return {
        x: Math.min(194, Math.max(6, x + opened + curl * loose * loose)),
        y: y - offset * 9 * t + loose * (10 + 8 * offset),
      };
    });
  const left = strand(-1);
  const right = strand(1);
  const inner = strand(luck.between(-0.35, 0.35));
  return {
    veil: `${curve(left)}L${curve(right.toReversed()).slice(1)}Z`,
    lines: [curve(inner), curve(left), curve(right)],
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
