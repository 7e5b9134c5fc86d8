/**
 * The picture of a fragrance as numbers, computed from its notes and seeded by the product id alone.
 * Changing a constant here changes every portrait that shoppers have seen.
 */
import { tiers, type Layers, type NoteFamily, type Tier } from "#contract/product";
import { type Pigment, pigmentOf } from "./families.ts";
import { drawn, formOf, pigmentIn } from "./forms.ts";
import { blot, gestures } from "./gestures.ts";
import { paintedNotes, type PaintedNote } from "./painted-notes.ts";
import {
  around,
  type Box,
  boxOf,
  chance,
  type Chance,
  type Drift,
  driftPoint,
  driftTrace,
  moved,
  pathOf,
  type Point,
  seedOf,
  turned,
} from "./strokes.ts";

/** On which drops fall. */
const sheet: Box = { left: 0, right: 200, top: 8, bottom: 238 };

export type Wash = ReturnType<typeof washesOf>[number];
export type Portrait = ReturnType<typeof portraitOf>;

/** `height` is between the foot (0) and the tip (1) of the drift, before volatility moves it. */
const tierStyles: Record<Tier, { size: number; height: number; spread: number }> = {
  back: { size: 1.06, height: 0.04, spread: 54 },
  middle: { size: 1.06, height: 0.36, spread: 52 },
  top: { size: 0.92, height: 0.72, spread: 46 },
};
const fromTheFoot = tiers.toReversed();
const maxWashes = 36;
const usualDensity = [0.5, 0.64] as const;
const usualForm = { scale: 1.05, turn: 0.25, glaze: [-5, 5, 0.93], softness: 0.12 } as const;

/** Seen in the air where something steams or is burnt, and of enough of it. */
const rising: readonly (NoteFamily | null)[] = ["tea", "resinous", null];
const leastRising = 0.1;
const noTrace: ReturnType<typeof driftTrace> = { veil: "", lines: [], ends: [] };

const clamp = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? value : low));

/** Fresh scents float: the more of a scent flies, the higher its foot. */
function driftOf(random: Chance, freshness: number): Drift {
  const side = random.next() < 0.5 ? -1 : 1;
  return {
    side,
    foot: {
      x: 100 - side * random.between(6, 30),
      y: random.between(186, 198) - 52 * clamp((freshness - 0.4) / 0.4, 0, 1),
    },
    tip: { x: 100 + side * random.between(6, 46), y: random.between(34, 58) },
    sway: side * random.between(16, 78),
  };
}

function shaded(pigment: Pigment, random: Chance): Pigment {
  return {
    lightness: pigment.lightness + random.between(-0.03, 0.03),
    chroma: pigment.chroma * random.between(0.88, 1.12),
    hue: (pigment.hue + random.between(-8, 8) + 360) % 360,
  };
}

function washesOf(
  tier: Tier,
  note: PaintedNote,
  offset: number,
  totalShare: number,
  drift: Drift,
  random: Chance,
) {
  const style = tierStyles[tier];
  const { family, material } = note;
  const known = family === null ? undefined : (formOf(material) ?? formOf(family));
  const brush = (family === null ? undefined : gestures[family]) ?? blot;
  const isDrawn = known !== undefined && known.form.parts.length > 0;
  const gesture = isDrawn ? { ...brush, ...usualForm, ...known.form } : brush;
  const own = shaded(known?.pigments[0] ?? pigmentOf(family, tier), random);
  const volatility = clamp(note.volatility, 0, 1);
  const part = totalShare > 0 ? clamp(note.share / totalShare, 0, 1) : 0.12;
  const weight = style.size * gesture.scale * random.between(0.92, 1.1);
  const radius = clamp((3 + 100 * part ** 0.56) * weight, 9, 70);
  const height = clamp(0.66 * style.height + 0.36 * volatility + random.between(-0.06, 0.06), 0, 1);
  const onDrift = driftPoint(drift, height);
  const turn = random.between(-gesture.turn, gesture.turn);
  const wanted = {
    x: onDrift.x + style.spread * offset + random.between(-8, 8),
    y: onDrift.y + random.between(-10, 10),
  };
  const parts = isDrawn
    ? known.form.parts.map(([pigment = "", strokes = ""]) => {
        return {
          pigment: pigmentIn(pigment, own, known.pigments[1]),
          loops: drawn(strokes, random),
        };
      })
    : [{ pigment: own, loops: gesture.loops(random, material) }];
  const strokes = parts.map(({ loops }) => turned(loops, turn, radius));
  const [leastTurn, mostTurn, glazeScale] = gesture.glaze;
  const glazeTurn = Math.round(random.between(leastTurn, mostTurn));
  const glazes = strokes.map((loops) => turned(loops, (glazeTurn / 180) * Math.PI, glazeScale));
  const { centre, size, box } = placed(boxOf([...strokes, ...glazes].flat()), wanted);
  return parts.map(({ pigment }, index) => ({
    tier,
    position: note.position,
    pigment,
    /** Lies below the other parts of its note. */
    isFirst: index === 0,
    path: pathOf(moved(strokes[index]!, centre, size)),
    centre,
    radius: radius * size,
    /** Around it and its glaze. */
    box,
    /** Degrees by which the second, smaller glaze is turned. */
    glazeTurn,
    glazeScale,
    /** Of the paint, in the middle and just inside the rim. */
    density: gesture.density ?? usualDensity,
    /** 0 dries with a hard edge, 1 runs out into the wet paper. */
    softness: gesture.softness ?? clamp(0.95 - volatility * 0.85, 0.1, 0.9),
  }));
}

/** The wet edge moves paint by as much as this is smaller than the sheet. */
const frame: Box = { left: 8, right: 192, top: 16, bottom: 230 };

/** What is painted around 0 0 is moved, and made smaller if it must, to lie on the sheet. */
function placed({ left, right, top, bottom }: Box, wanted: Point) {
  const size = Math.min(
    1,
    (frame.right - frame.left) / (right - left),
    (frame.bottom - frame.top) / (bottom - top),
  );
  const x = clamp(wanted.x, frame.left - left * size, frame.right - right * size);
  const y = clamp(wanted.y, frame.top - top * size, frame.bottom - bottom * size);
  const box: Box = {
    left: x + left * size,
    right: x + right * size,
    top: y + top * size,
    bottom: y + bottom * size,
  };
  return { centre: { x, y }, size, box };
}

function dropsOf(washes: Wash[], drift: Drift, random: Chance) {
  return washes
    .filter((wash) => wash.tier === "top")
    .slice(-3)
    .flatMap(({ pigment, centre, radius }) =>
      Array.from({ length: 2 }, () => {
        const angle = random.between(-1, 1) - Math.PI / 2 + drift.side * 0.5;
        const distance = radius * random.between(1.15, 1.9) + 3;
        const size = random.between(0.9, 3.2);
        const { x, y } = around(centre, angle, distance);
        return {
          pigment,
          at: {
            x: clamp(x, sheet.left + size + 1, sheet.right - size - 1),
            y: clamp(y, sheet.top + size + 1, sheet.bottom - size - 1),
          },
          radius: size,
        };
      }),
    );
}

function strongest(washes: Wash[], tier: Tier): Pigment[] {
  const ofTier = washes.filter((wash) => wash.tier === tier);
  const [largest] = ofTier.toSorted((a, b) => b.radius - a.radius);
  return largest === undefined ? [] : [largest.pigment];
}

export function portraitOf(productId: string, known: Layers) {
  const notes = paintedNotes(known);
  const random = chance(seedOf(productId));
  const all = fromTheFoot.flatMap((tier) => notes[tier]);
  const totalShare = all.reduce((sum, { share }) => sum + Math.max(0, share), 0);
  const flying = all.reduce((sum, note) => sum + Math.max(0, note.share) * note.volatility, 0);
  const isRising =
    all.length === 0 ||
    all.some(({ family, share }) => rising.includes(family) && share >= totalShare * leastRising);
  const drift = driftOf(random, totalShare > 0 ? flying / totalShare : 0);
  const washes: Wash[] = [];
  for (const tier of fromTheFoot) {
    const count = notes[tier].length;
    const first = random.next() < 0.5 ? -1 : 1;
    // The strongest in front.
    for (const [index, note] of [...notes[tier].entries()].toReversed()) {
      if (washes.length === maxWashes) break;
      const offset = first * (count === 1 ? 0.7 : (index / (count - 1)) * 2 - 1);
      const own = chance(seedOf(`${productId}/${tier}/${note.seed}`));
      washes.push(...washesOf(tier, note, offset, totalShare, drift, own));
    }
  }
  return {
    washes,
    drops: dropsOf(washes, drift, random),
    trace: isRising ? driftTrace(drift, random) : noTrace,
    /** From foot to tip: the strongest note of each tier, or thinned ink where no note is known. */
    veil: fromTheFoot.flatMap((tier) =>
      washes.length > 0 ? strongest(washes, tier) : shaded(pigmentOf(null, tier), random),
    ),
  };
}

/** Around what is painted, with as little bare paper as its shape leaves: a thumbnail's is square. */
export function cutOf({ washes, drops, trace }: Portrait, isSmall = true): string {
  const tall = isSmall ? 1 : 1.15;
  const corners = washes.flatMap(({ box: { left, right, top, bottom } }) => [
    { x: left, y: top },
    { x: right, y: bottom },
  ]);
  const air = isSmall && washes.length > 0 ? [] : [...trace.ends, ...drops.map(({ at }) => at)];
  const { left, right, top, bottom } = boxOf([[...corners, ...air]]);
  const width = Math.max(right - left, (bottom - top) / tall, 120) + 8;
  const [x, y] = [(left + right - width) / 2, (top + bottom - width * tall) / 2];
  return [x, y, width, width * tall].map(Math.round).join(" ");
}

/** The washes of one tier alone; drops and trace belong to the top. */
export function layerOf(portrait: Portrait, tier: Tier): Portrait {
  const air = tier === "top" ? {} : { drops: [], trace: noTrace };
  return { ...portrait, ...air, washes: portrait.washes.filter((wash) => wash.tier === tier) };
}
