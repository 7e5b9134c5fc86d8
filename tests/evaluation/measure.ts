/**
 * Measures the reference recommender against wishes whose acceptable answers were written without sight of its lexicon.
 * It judges the products only, by what they are made of, never what the recommender says it understood.
 */
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import {
  rawMaterialIds,
  rawMaterials,
  type RawMaterialId,
} from "../../worker/stand-ins/upstream/data/raw-materials.ts";
import { profileOf, type Profile } from "../../worker/stand-ins/upstream/recommender/score.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import { locales, noteFamilies, type Locale } from "../../worker/stand-ins/upstream/wire.ts";

const wish = z.object({
  id: z.string(),
  zh: z.string(),
  en: z.string(),
  ja: z.string(),
  families: z.array(z.enum(noteFamilies)),
  forbidden_families: z.array(z.enum(noteFamilies)),
  forbidden_notes: z.array(z.enum(rawMaterialIds)),
});
export type Wish = z.infer<typeof wish>;

/** Our own wishes, and two sets by people who had not seen the word lists. */
export const setNames = ["scent-wishes", "scent-wishes-blind-8", "scent-wishes-blind-9"] as const;
export type SetName = (typeof setNames)[number];

export function readWishes(name: SetName): Wish[] {
  return z
    .array(wish)
    .parse(JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8")));
}

/** Refusals are inferred from the text alone, or the shopper has ticked them too and the shop drops what holds them. */
export const ways = ["inferred", "ticked"] as const;
export type Way = (typeof ways)[number];

export const places = 5;
/** The most that the wire lets the shop ask for, so that enough are left when some are dropped. */
const mostAsked = 10;

export interface Answered {
  wish: Wish;
  locale: Locale;
  products: Profile[];
}

export function answerAll(wishes: readonly Wish[], way: Way): Answered[] {
  const recommend = createRecommender(allFragrances);
  const profiles = new Map(allFragrances.map((fragrance) => [fragrance.id, profileOf(fragrance)]));
  return wishes.flatMap((each) =>
    locales.map((locale) => {
      const { products_id } = recommend(
        each[locale],
        way === "ticked" ? mostAsked : places,
        locale,
      );
      const products = products_id.flatMap((id) => profiles.get(id) ?? []);
      const kept =
        way === "ticked"
          ? products.filter((product) => refusedIn(product, each).length === 0)
          : products;
      return { wish: each, locale, products: kept.slice(0, places) };
    }),
  );
}

/** The materials of a product that the wish forbids. */
export function refusedIn(
  { notes }: Profile,
  { forbidden_families, forbidden_notes }: Wish,
): RawMaterialId[] {
  return [...notes.keys()].filter(
    (id) => forbidden_notes.includes(id) || forbidden_families.includes(rawMaterials[id].family),
  );
}

export interface Figures {
  descriptions: number;
  /** Descriptions whose first product is led by an acceptable family. */
  acceptableFirst: number;
  /** Descriptions with a refused material in any product. */
  withRefused: number;
  /** Descriptions with fewer than five products. */
  short: number;
}

export function figuresOf(answered: readonly Answered[]): Figures {
  const count = (holds: (one: Answered) => boolean) => answered.filter(holds).length;
  return {
    descriptions: answered.length,
    acceptableFirst: count(isAcceptable),
    withRefused: count(({ products, wish: own }) =>
      products.some((product) => refusedIn(product, own).length > 0),
    ),
    short: count(({ products }) => products.length < places),
  };
}

export function isAcceptable({ products: [first], wish: { families } }: Answered): boolean {
  return first !== undefined && families.includes(first.lead);
}

/** Products in common of the five, of the same wish in each pair of languages; 0 to 1. */
export function agreement(answered: readonly Answered[]): number {
  const shares = [...Map.groupBy(answered, ({ wish: { id } }) => id).values()].flatMap(
    (languages) =>
      languages.flatMap((one, at) =>
        languages.slice(at + 1).map((other) => shared(one.products, other.products)),
      ),
  );
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

const shared = (one: readonly Profile[], other: readonly Profile[]) =>
  one.filter(({ fragrance: { id } }) => other.some(({ fragrance }) => fragrance.id === id)).length /
  places;
