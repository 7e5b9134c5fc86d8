/**
 * Measures the reference recommender against wishes whose acceptable answers were written without sight of its lexicon.
 * It judges the products only, by what they are made of, never what the recommender says it understood.
 */
import * as z from "zod/mini";
import * as catalogue from "../../worker/stand-ins/upstream/catalogue.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import { type Profile, profileOf } from "../../worker/stand-ins/upstream/recommender/score.ts";
import { type Locale, locales, noteFamilies } from "../../worker/stand-ins/upstream/wire.ts";
import wishSets from "../fixtures/scent-wishes.json" with { type: "json" };

const { allFragrances, rawMaterialIds, rawMaterials } = catalogue;
const texts = { id: z.string(), zh: z.string(), en: z.string(), ja: z.string() };
const writtenWish = z.object({
  ...texts,
  families: z.array(z.enum(noteFamilies)),
  forbidden_families: z.array(z.enum(noteFamilies)),
  forbidden_notes: z.array(z.enum(rawMaterialIds)),
});
type Wish = z.infer<typeof writtenWish>;

const places = 5;
/** The most that the wire lets the shop ask for, so that enough are left when some are dropped. */
const mostAsked = 10;

interface Answered {
  wish: Wish;
  locale: Locale;
  products: Profile[];
}
const recommend = createRecommender(allFragrances);
const profiles = new Map(allFragrances.map((fragrance) => [fragrance.id, profileOf(fragrance)]));

/** Refusals are inferred from the text alone, or the shopper has ticked them too and the shop drops what holds them. */
function answerAll(wishes: readonly Wish[], isTicked: boolean): Answered[] {
  return wishes.flatMap((wish) =>
    locales.map((locale) => {
      const { products_id } = recommend(wish[locale], isTicked ? mostAsked : places, locale);
      const products = products_id.flatMap((id) => profiles.get(id) ?? []);
      const left = products.filter((product) => !isTicked || !isRefused(product, wish));
      return { wish, locale, products: left.slice(0, places) };
    }),
  );
}

const isRefused = ({ notes }: Profile, { forbidden_families, forbidden_notes }: Wish) =>
  [...notes.keys()].some(
    (id) => forbidden_notes.includes(id) || forbidden_families.includes(rawMaterials[id].family),
  );
const shareOf = (answered: readonly Answered[], holds: (one: Answered) => boolean) =>
  answered.filter(holds).length / answered.length;
const holdsRefused = ({ products, wish }: Answered) =>
  products.some((product) => isRefused(product, wish));
const isAcceptable = ({ products: [first], wish: { families } }: Answered) =>
  first !== undefined && families.includes(first.lead);

/** Products in common of the five, of the same wish in each pair of languages; 0 to 1. */
function agreement(answered: readonly Answered[]): number {
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

const sets = Object.entries(wishSets).map(([name, written]) => {
  const wishes = z.array(writtenWish).parse(written);
  return { name, inferred: answerAll(wishes, false), ticked: answerAll(wishes, true) };
});

test.each(sets)(
  "of $name 85 % are acceptable first, and nothing refused is shown",
  ({ ticked }) => {
    for (const locale of locales) {
      const inLocale = ticked.filter((one) => one.locale === locale);
      expect(shareOf(inLocale, isAcceptable)).toBeGreaterThanOrEqual(0.85);
    }
    expect(shareOf(ticked, holdsRefused)).toBe(0);
    expect(shareOf(ticked, ({ products }) => products.length === 0)).toBeLessThanOrEqual(0.02);
  },
);

test.each(sets)("in $name refusals in words are kept, and languages agree", ({ inferred }) => {
  const refusing = inferred.filter(
    ({ wish }) => wish.forbidden_families.length + wish.forbidden_notes.length > 0,
  );
  expect(refusing.length).toBeGreaterThanOrEqual(20);
  for (const { products } of inferred)
    expect(new Set(products.map(({ fragrance }) => fragrance.id)).size).toBe(places);
  expect(shareOf(refusing, holdsRefused)).toBeLessThanOrEqual(0.15);
  expect(agreement(inferred)).toBeGreaterThanOrEqual(0.6);
});
