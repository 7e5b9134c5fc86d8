import * as z from "zod/mini";
import { bottle } from "./bottles.ts";
import { finishedKinds } from "./item-kind.ts";
import { familiesOf } from "./families.ts";
import { everyNoteOf, layers, noteFamilies, pricingTier } from "./product.ts";
import { product, productNotes, seasons } from "./product.ts";
import type { Layers, NoteFamily, RawMaterial } from "./product.ts";
import { isId } from "./screens.ts";

/** What the notes say of the allergens that must be declared; the formula is the perfumer's. */
const noteAllergens = z.object({
  /** In the language that was asked for, each with its name on lists of ingredients. */
  found: z.array(z.object({ id: z.optional(z.string()), name: z.string(), inci: z.string() })),
  /** Notes of which the shop does not know what they hold. */
  unknown: z.array(z.string()),
});
export type NoteAllergens = z.infer<typeof noteAllergens>;

const sizes = z.object({
  /** Cheapest quantity last; kinds of buyers without a price are left out. */
  prices: z.array(
    z.object({
      kind: z.enum(finishedKinds),
      /** Whether it is ordered on the page of options, or in a window of an order. */
      has_options_page: z.boolean(),
      tiers: z.array(pricingTier),
    }),
  ),
  bottles: z.array(z.object({ ...bottle.shape, name: z.string(), extra_twd: z.int() })),
});
export type ScentSizes = z.infer<typeof sizes>;

export const scent = z.object({
  product,
  notes: productNotes,
  allergens: noteAllergens,
  /** Null while the prices cannot be read. */
  sizes: z.nullable(sizes),
});
export type Scent = z.infer<typeof scent>;

export const bottleTiersOf = ({ prices }: ScentSizes) =>
  prices.find(({ kind }) => kind === "finished_bottle")?.tiers ?? [];

const listedScent = z.object({
  id: z.string(),
  name: z.string(),
  line: z.nullable(z.string()),
  seasons: z.array(z.enum(seasons)),
  ...layers,
});
export type ListedScent = z.infer<typeof listedScent>;
export const scentList = z.object({ data: z.array(listedScent) });

export const familyTitle = (family: NoteFamily | null) =>
  ({
    family,
    title:
      family === null ? "shop.scents.unknown_family" : (`shop.scent.family.${family}` as const),
  }) as const;

/** In the order of a perfumer's wheel; last those of an unknown family. */
export function byFamily<One>(all: readonly One[], familyOf: (one: One) => NoteFamily | null) {
  return [...noteFamilies, null]
    .map((family) => ({
      ...familyTitle(family),
      members: all.filter((one) => familyOf(one) === family),
    }))
    .filter(({ members }) => members.length > 0);
}

export const scentsByFamily = <One extends Layers>(scents: readonly One[]) =>
  byFamily(scents, (scent) => familiesOf(scent)[0] ?? null).map(({ members, ...head }) => ({
    ...head,
    scents: members,
  }));

export function materialsIn(scents: readonly Layers[]): RawMaterial[] {
  const materials = scents.flatMap(everyNoteOf).map(({ raw_material }) => raw_material);
  return [...new Map(materials.map((one) => [one.id, one])).values()];
}

/** Without an id of its own a material has its name for one, which differs between languages. */
export const hasPage = ({ id, name }: RawMaterial) => id !== name && isId(id);

/** What a page is about first, then one of each tier, as perfumers name a scent in short: three. */
export function leadingNotes(scent: Layers, about: readonly string[] = []) {
  const own = everyNoteOf(scent).filter(({ raw_material }) => about.includes(raw_material.id));
  const leading = [scent.top, scent.middle, scent.back].flatMap(([first]) => first ?? []);
  return materialsIn([{ top: own, middle: leading, back: [] }])
    .slice(0, 3)
    .map(({ id, name }) => ({ name, isAbout: about.includes(id) }));
}

/** Between them on a line, which never begins with it. */
export const noteSeparator = "\u00A0· ";
