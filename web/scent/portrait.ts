/**
 * The picture of a fragrance as numbers, computed from its notes and seeded by the product id alone.
 * Changing a constant here changes every portrait that shoppers have seen.
 */
import type { ProductNotes } from "#contract/product";
import {
  blotPath,
  driftAngle,
  driftPoint,
  driftTrace,
  type Drift,
  type Point,
  type Trace,
} from "./brush.ts";
import { type Pigment, pigmentOf } from "./families.ts";
import { paintedNotes, type PaintedNote } from "./painted-notes.ts";
import { chance, seedOf, type Chance } from "./seeded.ts";

export type Tier = "top" | "middle" | "back";
export type PortraitNotes = Pick<ProductNotes, Tier>;

export const sheet = { width: 200, height: 250 } as const;

export interface Wash {
  tier: Tier;
  pigment: Pigment;
  path: string;
  centre: Point;
  radius: number;
  /** Degrees by which the second, smaller glaze is turned. */
  glazeTurn: number;
  /** 0 dries with a hard edge, 1 runs out into the wet paper. */
  softness: number;
}
export interface Drop {
  pigment: Pigment;
  at: Point;
  radius: number;
}
export interface Portrait {
  washes: Wash[];
  drops: Drop[];
  trace: Trace;
  /** From foot to tip: the strongest note of each tier, or thinned ink where no note is known. */
  veil: Pigment[];
}

interface TierStyle {
  size: number;
  /** Between the foot (0) and the tip (1) of the drift, before volatility moves it. */
  height: number;
  spread: number;
  flat: readonly [number, number];
  vertices: number;
}
const tierStyles: Record<Tier, TierStyle> = {
  back: { size: 1.06, height: 0.04, spread: 38, flat: [0.5, 0.72], vertices: 12 },
  middle: { size: 0.92, height: 0.36, spread: 30, flat: [0.66, 0.96], vertices: 11 },
  top: { size: 0.68, height: 0.72, spread: 24, flat: [0.7, 1.05], vertices: 9 },
};
const tiers = ["back", "middle", "top"] as const satisfies readonly Tier[];
const maxWashes = 12;

const clamp = (value: number, low: number, high: number) =>
  Math.min(high, Math.max(low, Number.isFinite(value) ? value : low));

function driftOf(luck: Chance): Drift {
  const side = luck.next() < 0.5 ? -1 : 1;
  return {
    side,
    foot: { x: 100 - side * luck.between(6, 30), y: luck.between(186, 198) },
    tip: { x: 100 + side * luck.between(6, 46), y: luck.between(34, 58) },
    sway: side * luck.between(16, 78),
  };
}

function shaded(pigment: Pigment, luck: Chance): Pigment {
  return {
    lightness: pigment.lightness + luck.between(-0.03, 0.03),
    chroma: pigment.chroma * luck.between(0.88, 1.12),
    hue: (pigment.hue + luck.between(-8, 8) + 360) % 360,
  };
}

function washOf(
  tier: Tier,
  note: PaintedNote,
  offset: number,
  totalShare: number,
  drift: Drift,
  luck: Chance,
): Wash {
  const style = tierStyles[tier];
  const volatility = clamp(note.volatility, 0, 1);
  const part = totalShare > 0 ? clamp(note.share / totalShare, 0, 1) : 0.12;
  const radius = clamp((13 + 86 * Math.sqrt(part)) * style.size * luck.between(0.9, 1.12), 9, 66);
  const height = clamp(0.66 * style.height + 0.36 * volatility + luck.between(-0.06, 0.06), 0, 1);
  const onDrift = driftPoint(drift, height);
  const reach = radius * 1.16;
  const centre = {
    x: clamp(
      onDrift.x + style.spread * offset + luck.between(-8, 8),
      reach + 2,
      sheet.width - reach - 2,
    ),
    y: clamp(onDrift.y + luck.between(-10, 10), reach, sheet.height - reach * 0.8 - 6),
  };
  const turn =
    tier === "back"
      ? luck.between(-0.22, 0.22)
      : driftAngle(drift, height) + Math.PI / 2 + luck.between(-0.3, 0.3);
  return {
    tier,
    pigment: shaded(pigmentOf(note.family, tier), luck),
    path: blotPath(
      { centre, radius, flat: luck.between(...style.flat), turn, vertices: style.vertices },
      luck,
    ),
    centre,
    radius,
    glazeTurn: Math.round(luck.between(25, 155)),
    softness: clamp(0.95 - volatility * 0.85, 0.1, 0.9),
  };
}

function dropsOf(washes: Wash[], drift: Drift, luck: Chance): Drop[] {
  return washes
    .filter((wash) => wash.tier === "top")
    .slice(-3)
    .flatMap(({ pigment, centre, radius }) =>
      Array.from({ length: 2 }, () => {
        const angle = luck.between(-1, 1) - Math.PI / 2 + drift.side * 0.5;
        const distance = radius * luck.between(1.15, 1.9) + 3;
        return {
          pigment,
          at: {
            x: clamp(centre.x + Math.cos(angle) * distance, 8, sheet.width - 8),
            y: clamp(centre.y + Math.sin(angle) * distance, 8, sheet.height - 8),
          },
          radius: luck.between(0.9, 3.2),
        };
      }),
    );
}

function strongest(washes: Wash[], tier: Tier): Pigment[] {
  const ofTier = washes.filter((wash) => wash.tier === tier).sort((a, b) => b.radius - a.radius);
  return ofTier.slice(0, 1).map((wash) => wash.pigment);
}

export function portraitOf(productId: string, known: PortraitNotes): Portrait {
  const notes = paintedNotes(known);
  const luck = chance(seedOf(productId));
  const drift = driftOf(luck);
  const totalShare = tiers.reduce(
    (sum, tier) => sum + notes[tier].reduce((part, note) => part + Math.max(0, note.share), 0),
    0,
  );
  const washes: Wash[] = [];
  for (const tier of tiers) {
    const count = notes[tier].length;
    const first = luck.next() < 0.5 ? -1 : 1;
    for (const [index, note] of notes[tier].entries()) {
      if (washes.length === maxWashes) break;
      const offset = count === 1 ? 0 : first * ((index / (count - 1)) * 2 - 1);
      const own = chance(seedOf(`${productId}/${tier}/${note.seed}`));
      washes.push(washOf(tier, note, offset, totalShare, drift, own));
    }
  }
  return {
    washes,
    drops: dropsOf(washes, drift, luck),
    trace: driftTrace(drift, luck),
    veil: tiers.flatMap((tier) =>
      washes.length > 0 ? strongest(washes, tier) : shaded(pigmentOf(null, tier), luck),
    ),
  };
}
