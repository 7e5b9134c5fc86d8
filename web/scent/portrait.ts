/**
 * The picture of a fragrance as numbers, computed from its notes and seeded by the product id alone.
 * Changing a constant here changes every portrait that shoppers have seen.
 */
import { tiers, type NoteFamily, type Tier } from "#contract/families";
import type { Layers } from "#contract/product";
import { type Pigment, pigmentOf } from "./families.ts";
import { drawn, formOf, pigmentIn } from "./forms.ts";
import { paintedNotes, type PaintedNote } from "./painted-notes.ts";
import {
  type Box,
  boxOf,
  chance,
  type Chance,
  moved,
  pathOf,
  type Point,
  isGap,
  mirrored,
  seedOf,
  steamFrom,
  turned,
} from "./strokes.ts";

export type Wash = ReturnType<typeof washesOf>[number];
export type Portrait = ReturnType<typeof portraitOf>;

const fromTheFoot = tiers.toReversed();
const maxNotes = 36;
const usualForm = {
  scale: 1.05,
  turn: 0.25,
  glaze: [-5, 5, 0.93] as const,
  softness: 0.12,
  density: [0.5, 0.64] as readonly number[],
};
/** For a note of unknown family. */
const blot = { parts: [["", "o 0 0 100 80"]], turn: 0.6 };

/** From tea, and from what nobody knows, steam rises if there is enough of it. */
const rising: readonly (NoteFamily | null)[] = ["tea", null];
const leastRising = 0.14;
const noSteam: ReturnType<typeof steamFrom> = { veil: "", lines: [], ends: [] };

const clamp = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? value : low));

function shaded(pigment: Pigment, random: Chance): Pigment {
  return {
    lightness: pigment.lightness + random.between(-0.03, 0.03),
    chroma: pigment.chroma * random.between(0.88, 1.12),
    hue: (pigment.hue + random.between(-8, 8) + 360) % 360,
  };
}

interface Tiered {
  tier: Tier;
  note: PaintedNote;
}

/** Of a picture's subject, and the least and the most of what stands around it. */
const reaches = { subject: 55, least: 18, most: 37 };
const heights: Record<Tier, number> = { back: 0.04, middle: 0.36, top: 0.72 };
/** Ways around the subject that a smaller form is tried at. */
const directions = 24;
/** How far, counted from where both would touch in a line: within reach, and behind it. */
const [near, next] = [0.37, 0.56];

function washesOf({ tier, note }: Tiered, reach: number, taken: readonly Box[], random: Chance) {
  const { family, material } = note;
  const known = family === null ? undefined : (formOf(material) ?? formOf(family));
  const form = { ...usualForm, ...(known?.form ?? blot) };
  const own = shaded(known?.pigments[0] ?? pigmentOf(family, tier), random);
  const volatility = clamp(note.volatility, 0, 1);
  const radius = reach * form.scale * random.between(0.94, 1.06);
  const turn = random.between(-form.turn, form.turn);
  const isMirrored = random.next() < 0.5;
  const parts = form.parts.map(([pigment = "", strokes = ""]) => {
    const loops = drawn(strokes, random);
    return {
      pigment: pigmentIn(pigment, own, known?.pigments[1]),
      loops: isMirrored ? mirrored(loops) : loops,
    };
  });
  const strokes = parts.map(({ loops }) => turned(loops, turn, radius));
  const [leastTurn, mostTurn, glazeScale] = form.glaze;
  const glazeTurn = Math.round(random.between(leastTurn, mostTurn));
  const glazes = strokes.map((loops) => turned(loops, (glazeTurn / 180) * Math.PI, glazeScale));
  const height = 0.66 * heights[tier] + 0.36 * volatility;
  const { centre, size, box } = placed(
    boxOf([...strokes, ...glazes].flat()),
    height,
    taken,
    random,
  );
  const whole = strokes.flat().filter((loop) => !isGap(loop));
  return parts.map(({ pigment }, index) => ({
    tier,
    position: note.position,
    pigment,
    /** Of the whole note, below the first of its parts. */
    ground: index === 0 ? pathOf(moved(whole, centre, size)) : null,
    path: pathOf(moved(strokes[index]!, centre, size)),
    centre,
    /** Around it and its glaze. */
    box,
    /** Degrees by which the second, smaller glaze is turned. */
    glazeTurn,
    glazeScale,
    /** Of the paint, in the middle and just inside the rim. */
    density: form.density,
    /** 0 dries with a hard edge, 1 runs out into the wet paper. */
    softness: known ? form.softness : clamp(0.95 - volatility * 0.85, 0.1, 0.9),
  }));
}

/** The wet edge moves paint by as much as this is smaller than the sheet. */
const frame: Box = { left: 8, right: 192, top: 16, bottom: 230 };

const boxAt = ({ left, right, top, bottom }: Box, { x, y }: Point, size: number): Box => ({
  left: x + left * size,
  right: x + right * size,
  top: y + top * size,
  bottom: y + bottom * size,
});

const middleOf = ({ left, right, top, bottom }: Box): Point => ({
  x: (left + right) / 2,
  y: (top + bottom) / 2,
});

/** The share of the smaller that lies within the other. */
function overlap(one: Box, other: Box): number {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const area = ({ left, right, top, bottom }: Box) => (right - left) * (bottom - top);
  return (Math.max(0, across) * Math.max(0, down)) / Math.min(area(one), area(other));
}

/**
 * What is painted around 0 0: the subject in the middle, the others about it where they hide least,
 * lighter ones higher. Made smaller if it must be, to lie on the sheet.
 */
function placed(own: Box, height: number, taken: readonly Box[], random: Chance) {
  const [wide, tall] = [own.right - own.left, own.bottom - own.top];
  const [across, down] = [frame.right - frame.left, frame.bottom - frame.top];
  const size = Math.min(1, across / wide, down / tall);
  const heart = middleOf(own);
  /** With its middle there, or as near as the sheet lets it. */
  const around = (x: number, y: number) => {
    const centre = {
      x: clamp(x - heart.x * size, frame.left - own.left * size, frame.right - own.right * size),
      y: clamp(y - heart.y * size, frame.top - own.top * size, frame.bottom - own.bottom * size),
    };
    return { centre, size, box: boxAt(own, centre, size) };
  };
  const [subject] = taken;
  if (subject === undefined) return around(100 + random.between(-8, 8), 150 - 50 * height);
  const { x, y } = middleOf(subject);
  const first = random.between(0, Math.PI * 2);
  const tries = Array.from({ length: directions * 2 }, (_, index) => {
    const angle = first + (index / directions) * Math.PI * 2;
    const far = index < directions ? near : next;
    const found = around(
      x + Math.cos(angle) * (subject.right - subject.left + wide) * far,
      y + Math.sin(angle) * (subject.bottom - subject.top + tall) * far,
    );
    const hidden = taken.reduce((sum, box) => sum + overlap(found.box, box), 0);
    const away = Math.abs(middleOf(found.box).y - (205 - 165 * height)) / 100;
    return { ...found, cost: hidden * 2 + away + far };
  });
  return tries.reduce((best, one) => (one.cost < best.cost ? one : best));
}

export function portraitOf(productId: string, known: Layers) {
  const notes = paintedNotes(known);
  const random = chance(seedOf(productId));
  const all = fromTheFoot.flatMap((tier) => notes[tier].map((note): Tiered => ({ tier, note })));
  const totalShare = all.reduce((sum, { note }) => sum + Math.max(0, note.share), 0);
  // The strongest is the subject, the others lie before it.
  const largestFirst = all.toSorted((one, other) => other.note.share - one.note.share);
  const largest = Math.max(largestFirst[0]?.note.share ?? 0, 1e-9);
  const crowd = Math.min(1, Math.sqrt(8 / all.length));
  const taken: Box[] = [];
  const washes: Wash[] = [];
  for (const [rank, one] of largestFirst.slice(0, maxNotes).entries()) {
    const { tier, note } = one;
    const own = chance(seedOf(`${productId}/${tier}/${note.seed}`));
    const part = Math.max(0, note.share) / largest;
    const { subject, least, most } = reaches;
    const reach = rank === 0 ? subject : clamp(50 * Math.sqrt(part), least, most) * crowd;
    const painted = washesOf(one, reach, taken, own);
    washes.push(...painted);
    taken.push(painted[0]!.box);
  }
  const isRising = ({ note: { family, share } }: Tiered) =>
    rising.includes(family) && share >= totalShare * leastRising;
  const risen = taken[largestFirst.findIndex(isRising)];
  const foot = risen ? middleOf(risen) : { x: 100, y: 190 };
  return {
    washes,
    steam: risen || all.length === 0 ? steamFrom(foot, random) : noSteam,
    /** The colour of what rises, or thinned ink where no note is known. */
    veil: washes.find(({ box }) => box === risen)?.pigment ?? pigmentOf(null, "middle"),
  };
}

/** Around what is painted, with as little bare paper as its shape leaves: a thumbnail's is square. */
export function cutOf({ washes, steam }: Portrait, isSmall = true): string {
  const tall = isSmall ? 1 : 1.15;
  const corners = washes.flatMap(({ box: { left, right, top, bottom } }) => [
    { x: left, y: top },
    { x: right, y: bottom },
  ]);
  const air = isSmall && washes.length > 0 ? [] : steam.ends;
  const { left, right, top, bottom } = boxOf([[...corners, ...air]]);
  const width = Math.max(right - left, (bottom - top) / tall, 120) + 8;
  const [x, y] = [(left + right - width) / 2, (top + bottom - width * tall) / 2];
  return [x, y, width, width * tall].map(Math.round).join(" ");
}

/** The washes of one tier alone; the steam belongs to the top. */
export function layerOf(portrait: Portrait, tier: Tier): Portrait {
  const air = tier === "top" ? {} : { steam: noSteam };
  return { ...portrait, ...air, washes: portrait.washes.filter((wash) => wash.tier === tier) };
}
