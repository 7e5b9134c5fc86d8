/** How the brush moves for each family, around 0 0 with a reach of about 1; y grows downwards. */
import type { NoteFamily } from "#contract/product";
import { blob, type Chance, hole, leaf, type Loop, type Point, smooth } from "./strokes.ts";

export interface Gesture {
  loops: (random: Chance, material: string) => Loop[];
  /** Gestures that cover little paper are drawn larger. */
  scale: number;
  /** Radians to either side that the sheet may be turned under the brush. */
  turn: number;
  /** Degrees and size of the second layer. */
  glaze: readonly [from: number, to: number, scale: number];
  /** Replaces what the note's volatility says. */
  softness?: number;
  /** How dense the paint is in the middle and just inside the rim. */
  density?: readonly number[];
}

const times = <One>(count: number, one: (index: number) => One) =>
  Array.from({ length: count }, (_, index) => one(index));
const origin: Point = { x: 0, y: 0 };
type Loops = Gesture["loops"];

const blades: Loops = (random) => {
  const count = Math.floor(random.between(4, 7));
  return times(count, (index) => {
    const angle = -Math.PI / 2 + (index / (count - 1) - 0.5) * 1.9 + random.between(-0.14, 0.14);
    return leaf(
      { x: random.between(-0.16, 0.16), y: 0.86 },
      angle,
      random.between(1.3, 1.95),
      random.between(0.2, 0.34),
      random.between(-0.3, 0.3),
    );
  });
};

const sprig: Loops = (random) => {
  const bend = random.between(-0.5, 0.5);
  const stem = (t: number) => ({ x: bend * (t * t - 0.3), y: 1 - 2 * t });
  return [
    leaf({ x: stem(0).x, y: 1.1 }, -Math.PI / 2 + bend * 0.3, 2, 0.07, bend * 0.5),
    ...times(9, (index) => {
      const side = index % 2 === 0 ? -1 : 1;
      const t = 0.12 + index * 0.1;
      return leaf(
        stem(t),
        -Math.PI / 2 + side * random.between(0.7, 1.15),
        (1.02 - t * 0.52) * random.between(0.8, 1.1),
        random.between(0.2, 0.3),
        side * 0.14,
      );
    }),
  ];
};

/** Falling aslant, as from one cloud. */
const rain: Loops = (random) =>
  times(Math.floor(random.between(6, 8)), (index) => {
    const from = { x: 1.3 - index * 0.36, y: random.between(-1.3, -0.2) };
    return leaf(from, 1.95, random.between(1, 1.6), random.between(0.11, 0.18), 0.03);
  });

const waves: Loops = (random) => {
  const phase = random.between(0, 6);
  return times(3, (index) => {
    const half = random.between(1.05, 1.3) - index * 0.12;
    const side = (across: number) =>
      times(9, (point) => {
        const x = (point / 4 - 1) * half;
        const wave = Math.sin(x * 3.2 + phase + index * 0.9) * 0.13;
        return { x, y: (index - 1) * 0.56 + wave + across * (1.1 - (x / half) ** 2) };
      });
    return smooth([...side(-0.15), ...side(0.15).toReversed()]);
  });
};

/** A felled trunk from its end: between its rings lies bare paper. */
const logs: Loops = (random) => {
  const heart = { x: random.between(-0.2, 0.2), y: random.between(-0.15, 0.15) };
  return [1, 0.82, 0.75, 0.55, 0.48, 0.28, 0.21].map((reach, index) => {
    const centre = { x: heart.x * (1 - reach), y: heart.y * (1 - reach) };
    const ring = blob(random, centre, reach, 9, 0.03, 0.92);
    return index % 2 === 0 ? ring : hole(ring);
  });
};

/** Two cypresses, with their trunks left bare. */
const cypresses: Loops = (random) =>
  times(2, (index) => {
    const x = -0.45 + index * 0.9 + random.between(-0.12, 0.12);
    const foot = random.between(0.95, 1.2);
    const height = random.between(1.8, 2.7);
    const wide = random.between(0.55, 0.8);
    const at = (across: number, along: number) => ({ x: x + across, y: foot - along * height });
    return [
      [at(0, 0), at(-wide, 0.16), at(random.between(-0.1, 0.1), 1), at(wide, 0.16)],
      hole(leaf(at(0, 0.02), -Math.PI / 2, height * 0.6, 0.09, 0)),
      leaf(at(0, -0.06), -Math.PI / 2, height * 0.24, 0.11, 0),
    ];
  }).flat();

export const gestures: Partial<Record<NoteFamily, Gesture>> = {
  green: { loops: blades, scale: 1.12, turn: 0.35, glaze: [8, 14, 0.86] },
  aquatic: {
    loops: (random, id) => (/rain/.test(id) ? rain : waves)(random, id),
    scale: 1,
    turn: 0.05,
    glaze: [-4, 4, 0.9],
    softness: 0.5,
  },
  herbal: { loops: sprig, scale: 1.05, turn: 0.5, glaze: [6, 12, 0.8] },
  woody: {
    loops: (random, id) => (/cypress/.test(id) ? cypresses : logs)(random, id),
    scale: 1,
    turn: 0.06,
    glaze: [-2, 2, 0.97],
    density: [0.3, 0.54],
  },
};

/** For a note of unknown family. */
export const blot: Gesture = {
  loops: (random) => [blob(random, origin, 1, 10, 0.1, random.between(0.62, 0.96))],
  scale: 1,
  turn: 0.6,
  glaze: [25, 155, 0.68],
};
