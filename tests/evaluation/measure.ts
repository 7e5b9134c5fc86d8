/**
 * Measures the reference recommender against wishes whose acceptable answers were written without sight of its lexicon.
 * It judges only what the wire shows, the products and their notes, never what the recommender says it understood.
 */
import { readdirSync, readFileSync } from "node:fs";
import * as z from "zod/mini";
import { allFragrances, notesOf } from "../../worker/reference-upstream/catalogue.ts";
import { createRecommender } from "../../worker/reference-upstream/recommender/recommend.ts";
import { locales, noteFamilies, type Locale, type NoteFamily } from "../../worker/reference-upstream/wire.ts";

const wish = z.object({
  id: z.string(),
  zh: z.string(),
  en: z.string(),
  ja: z.string(),
  families: z.array(z.enum(noteFamilies)),
  forbidden_families: z.array(z.enum(noteFamilies)),
  forbidden_notes: z.array(z.string()),
});
export type Wish = z.infer<typeof wish>;

export const places = 5;

export interface Answered {
  wish: Wish;
  locale: Locale;
  products: string[];
  leads: NoteFamily[];
  /** "product: note" for every forbidden note found. */
  violations: string[];
}

export interface Share {
  hits: number;
  of: number;
}

export interface LanguageFigures {
  first: Share;
  all: Share;
  violations: string[];
}

const fixtures = new URL("../fixtures/", import.meta.url);
const ownWishes = new URL("scent-wishes.json", fixtures);

/** Sets written later, by others or against the recommender: each was measured once before anybody read its misses. */
export const furtherSets: readonly URL[] = readdirSync(fixtures)
  .filter((file) => /^scent-wishes-.+\.json$/.test(file))
  .sort()
  .map((file) => new URL(file, fixtures));

export function readWishes(file: string | URL = ownWishes): Wish[] {
  const text = readFileSync(file, "utf8");
  return z.array(wish).parse(JSON.parse(text));
}

export function answerAll(wishes: readonly Wish[]): Answered[] {
  const recommend = createRecommender(allFragrances);
  return wishes.flatMap((each) =>
    locales.map((locale) => {
      const products = recommend(each[locale], places, locale).products_id;
      return {
        wish: each,
        locale,
        products,
        leads: products.map(leadingFamily),
        violations: products.flatMap((id) => violationsOf(id, each)),
      };
    }),
  );
}

export function figuresOf(answered: readonly Answered[]): LanguageFigures {
  const isGood = ({ wish: { families } }: Answered, lead: NoteFamily | undefined) =>
    lead !== undefined && families.includes(lead);
  return {
    first: { hits: answered.filter((one) => isGood(one, one.leads[0])).length, of: answered.length },
    all: {
      hits: answered.reduce((sum, one) => sum + one.leads.filter((lead) => isGood(one, lead)).length, 0),
      of: answered.length * places,
    },
    violations: answered.flatMap((one) => one.violations),
  };
}

/** How far two languages agree on the same wishes: products in common of the five, and the same first choice. */
export function agreement(answered: readonly Answered[], a: Locale, b: Locale): { overlap: Share; sameFirst: Share } {
  const inB = new Map(answered.filter(({ locale }) => locale === b).map((one) => [one.wish.id, one.products]));
  const inA = answered.filter(({ locale }) => locale === a);
  const other = ({ wish: { id } }: Answered) => inB.get(id) ?? [];
  return {
    overlap: {
      hits: inA.reduce((sum, one) => sum + one.products.filter((id) => other(one).includes(id)).length, 0),
      of: inA.length * places,
    },
    sameFirst: { hits: inA.filter((one) => one.products[0] === other(one)[0]).length, of: inA.length },
  };
}

export const languagePairs: readonly (readonly [Locale, Locale])[] = [
  ["zh", "en"],
  ["zh", "ja"],
  ["en", "ja"],
];

export const add = (shares: readonly Share[]): Share => ({
  hits: shares.reduce((sum, { hits }) => sum + hits, 0),
  of: shares.reduce((sum, { of }) => sum + of, 0),
});

function notesIn(id: string) {
  const notes = notesOf(id, "en");
  if (notes === null) throw new Error(`recommended "${id}", which is not in the catalogue`);
  return [...notes.top, ...notes.middle, ...notes.back];
}

/** The family with the greatest share of the formula. */
function leadingFamily(id: string): NoteFamily {
  const shares = new Map<NoteFamily, number>();
  for (const { share, raw_material: material } of notesIn(id)) {
    shares.set(material.family, (shares.get(material.family) ?? 0) + share);
  }
  return noteFamilies.reduce((best, family) => ((shares.get(family) ?? 0) > (shares.get(best) ?? 0) ? family : best));
}

function violationsOf(id: string, { forbidden_families, forbidden_notes }: Wish): string[] {
  return notesIn(id)
    .filter(({ raw_material: { id: noteId, family } }) => forbidden_notes.includes(noteId) || forbidden_families.includes(family))
    .map(({ raw_material: { name } }) => `${id}: ${name}`);
}
