/** How the brush moves for each family, around 0 0 with a reach of about 1; y grows downwards. */
import type { NoteFamily } from "#contract/product";
import { blob, type Chance, leaf, type Loop, smooth } from "./strokes.ts";

export interface Gesture {
  loops: (random: Chance) => Loop[];
  /** Gestures that cover little paper are drawn larger. */
  scale: number;
  /** Radians to either side that the sheet may be turned under the brush. */
  turn: number;
  /** Lies in the back and stands upright in the tiers above it. */
  rises?: true;
  /** Degrees and size of the second layer. */
  glaze: readonly [from: number, to: number, scale: number];
  /** Replaces what the note's volatility says. */
  softness?: number;
  /** How dense the paint is in the middle and just inside the rim. */
  density?: readonly [heart: number, edge: number];
}

const times = <One>(count: number, one: (index: number) => One) =>
  Array.from({ length: count }, (_, index) => one(index));
const some = (random: Chance, low: number, high: number) =>
  low + Math.floor(random.next() * (high - low + 1));

/** Two slices and what they spray. */
const discs: Gesture["loops"] = (random) => [
  blob(random, { x: -0.26, y: 0.1 }, random.between(0.56, 0.66), 8, 0.04),
  blob(random, { x: 0.56, y: random.between(-0.3, 0.4) }, random.between(0.3, 0.42), 7, 0.04),
  ...times(some(random, 5, 8), () => {
    const angle = random.between(-2.7, -0.4);
    const distance = random.between(0.74, 1.36);
    return blob(
      random,
      { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance },
      random.between(0.05, 0.15),
      4,
      0,
    );
  }),
];

const berries: Gesture["loops"] = (random) => [
  blob(random, { x: -0.44, y: 0.14 }, random.between(0.46, 0.58), 7, 0.05),
  blob(random, { x: 0.42, y: 0.3 }, random.between(0.44, 0.54), 7, 0.05),
  blob(random, { x: 0.06, y: -0.5 }, random.between(0.4, 0.5), 7, 0.05),
];

const blades: Gesture["loops"] = (random) => {
  const count = some(random, 4, 6);
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

const sprig: Gesture["loops"] = (random) => {
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

/** A pool with its reflections. */
const bleeds: Gesture["loops"] = (random) =>
  [0.42, 0.1, 0.07].map((thick, index) => {
    const y = [-0.2, 0.4, 0.68][index]! + random.between(-0.05, 0.05);
    const x = random.between(-0.25, 0.25);
    const half = random.between(0.85, 1.1) - index * 0.12;
    const wave = random.between(-0.12, 0.12);
    return smooth([
      { x: x - half * 1.4, y: y + wave },
      { x: x - half * 0.4, y: y - thick - wave },
      { x: x + half * 0.4, y: y - thick + wave },
      { x: x + half * 1.4, y: y - wave },
      { x: x + half * 0.5, y: y + thick + wave },
      { x: x - half * 0.5, y: y + thick - wave },
    ]);
  });

const petals: Gesture["loops"] = (random) => {
  const count = some(random, 5, 6);
  const first = random.between(0, Math.PI * 2);
  return times(count, (index) => {
    const angle = first + ((index + random.between(-0.12, 0.12)) / count) * Math.PI * 2;
    const length = random.between(0.82, 1.12);
    const wide = random.between(0.42, 0.56);
    const at = (along: number, across: number) => ({
      x: Math.cos(angle) * along - Math.sin(angle) * across,
      y: Math.sin(angle) * along + Math.cos(angle) * across,
    });
    return [
      at(0.06, 0),
      at(length * 0.4, -wide),
      at(length * 0.92, -wide * 0.55),
      at(length * 1.14, 0),
      at(length * 0.92, wide * 0.55),
      at(length * 0.4, wide),
    ];
  });
};

const grains: Gesture["loops"] = (random) => [
  blob(random, { x: 0, y: 0 }, random.between(0.42, 0.52), 9, 0.12),
  ...times(some(random, 14, 18), () => {
    const angle = random.between(0, Math.PI * 2);
    const distance = random.between(0.5, 1.25);
    return leaf(
      { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance },
      random.between(0, Math.PI * 2),
      random.between(0.12, 0.24),
      random.between(0.09, 0.16),
      0,
    );
  }),
];

const cup: Gesture["loops"] = (random) => [blob(random, { x: 0, y: 0 }, 1, 10, 0.05)];

/** Grain: parallel bands of uneven weight. */
const planks: Gesture["loops"] = (random) => {
  const count = some(random, 3, 4);
  const bow = random.between(-0.2, 0.2);
  return times(count, (index) => {
    const y = -0.66 + (index / (count - 1)) * 1.32 + random.between(-0.08, 0.08);
    const thick = random.between(0.1, 1 / count);
    const [left, right] = [random.between(-1.4, -0.8), random.between(0.8, 1.4)];
    return smooth([
      { x: left, y },
      { x: left * 0.5, y: y - thick - bow },
      { x: right * 0.4, y: y - thick * random.between(0.7, 1.2) - bow },
      { x: right, y: y + thick * 0.3 },
      { x: right * 0.5, y: y + thick - bow },
      { x: left * 0.6, y: y + thick * random.between(0.4, 1) - bow },
    ]);
  });
};

/** One of the drops has run far. */
const runs: Gesture["loops"] = (random) => {
  const longest = some(random, 0, 2);
  return [
    blob(random, { x: 0, y: -0.2 }, 0.94, 9, 0.12, 0.76),
    ...times(3, (index) => {
      const x = -0.56 + index * 0.52 + random.between(-0.12, 0.12);
      const end = random.between(0.5, 0.8) + (index === longest ? random.between(0.5, 0.8) : 0);
      const wide = random.between(0.06, 0.11);
      return smooth([
        { x: x + wide * 3, y: 0.1 },
        { x: x + wide * 0.5, y: end * 0.6 },
        { x: x + wide, y: end },
        { x, y: end + wide * 2.4 },
        { x: x - wide, y: end },
        { x: x - wide * 0.5, y: end * 0.6 },
        { x: x - wide * 3, y: 0.1 },
      ]);
    }),
  ];
};

const pool: Gesture["loops"] = (random) => [blob(random, { x: 0, y: 0 }, 0.94, 9, 0.05, 0.88)];

const cloud: Gesture["loops"] = (random) => [blob(random, { x: 0, y: 0 }, 1, 9, 0.08, 0.86)];

export const gestures: Record<NoteFamily, Gesture> = {
  citrus: { loops: discs, scale: 1.02, turn: 0.5, glaze: [60, 120, 0.6], softness: 0.08 },
  fruity: { loops: berries, scale: 1, turn: 0.6, glaze: [50, 70, 0.74] },
  green: { loops: blades, scale: 1.12, turn: 0.35, glaze: [8, 14, 0.86] },
  aquatic: { loops: bleeds, scale: 1, turn: 0.05, glaze: [-4, 4, 0.72], softness: 0.75 },
  herbal: { loops: sprig, scale: 1.05, turn: 0.5, glaze: [6, 12, 0.8] },
  floral: { loops: petals, scale: 1.04, turn: 0.4, glaze: [26, 44, 0.7] },
  spicy: { loops: grains, scale: 1, turn: 0.4, glaze: [40, 140, 0.74] },
  tea: { loops: cup, scale: 1, turn: 0.3, glaze: [80, 280, 0.94], density: [0.16, 0.66] },
  woody: { loops: planks, scale: 1, turn: 0.2, rises: true, glaze: [-5, 5, 0.84] },
  resinous: { loops: runs, scale: 1.04, turn: 0.04, glaze: [-4, 4, 0.76] },
  gourmand: { loops: pool, scale: 1, turn: 0.3, glaze: [150, 210, 0.66] },
  musky: {
    loops: cloud,
    scale: 1.3,
    turn: 0.3,
    glaze: [60, 120, 0.66],
    softness: 1,
    density: [0.44, 0.34],
  },
};

/** For a note of unknown family. */
export const blot: Gesture = {
  loops: (random) => [blob(random, { x: 0, y: 0 }, 1, 10, 0.1, random.between(0.62, 0.96))],
  scale: 1,
  turn: 0.6,
  glaze: [25, 155, 0.68],
};
