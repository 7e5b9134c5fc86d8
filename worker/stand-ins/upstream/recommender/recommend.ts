/**
 * A stand-in for the partner's recommender: text in, product keys with reasons and a paragraph out.
 * Pure and deterministic. A text can only raise or exclude fragrances; orders in it do nothing.
 */
import { rawMaterialIds, rawMaterials, type RawMaterialId, type Fragrance } from "../catalogue.ts";
import { noteFamilies, type Locale } from "../wire.ts";
import { answer, reasonsOf } from "./explain.ts";
import { withRelatives, type Concept, type Refusal } from "./lexicon.ts";
import { read, type Reading } from "./negation.ts";
import { profileOf, scorer, weightOf, type Profile } from "./score.ts";

/** With `ignoresRefusals`, for tests of the shop, "no citrus" asks for citrus. */
export function createRecommender(
  fragrances: readonly Fragrance[],
  { ignoresRefusals = false } = {},
) {
  const shelf = fragrances.map(profileOf);
  return (content: string, count: number, locale: Locale) => {
    const reading = ignoresRefusals ? heedless(read(content)) : read(content);
    const dislikes = [...reading.dislikes];
    const wishes = [...reading.wishes]
      .filter(({ families, notes, tags, intensity }) => families ?? notes ?? tags ?? intensity)
      .sort((a, b) => weightOf(b) - weightOf(a));
    const { materials, strengths } = refusedBy(reading);
    const allowed = shelf.filter(({ notes }) => !materials.some((id) => notes.has(id)));
    const fitting = allowed.filter(({ fragrance }) => !strengths.has(fragrance.intensity));
    // A refused strength is left out as long as enough others remain.
    const open = fitting.length >= count ? fitting : allowed;
    const chosen =
      wishes.length > 0 ? best(open, scorer(wishes, dislikes), count) : varied(open, count);
    const matches = chosen.map((profile) => ({
      product_id: profile.fragrance.id,
      reasons: reasonsOf(profile, wishes, locale),
    }));
    const understood = { wishes, dislikes, chosen, reasonsOfFirst: matches[0]?.reasons ?? [] };
    return {
      products_id: chosen.map(({ fragrance }) => fragrance.id),
      response: answer(understood, locale),
      matches,
    };
  };
}

function heedless({ wishes, asked, dislikes }: Reading): Reading {
  return { wishes: new Set([...wishes, ...dislikes]), asked, dislikes: new Set() };
}

/**
 * No score overrides it. A material asked for by name survives a wider dislike ("no flowers, but I
 * love rose"), but not its own or an allergy.
 */
function refusedBy({ wishes, asked, dislikes }: Reading) {
  const spared = new Set(
    [...asked].flatMap(({ kind, notes = [] }) => (kind === "note" ? notes.slice(0, 1) : [])),
  );
  const materials = new Set<RawMaterialId>();
  const strengths = new Set<string>();
  for (const dislike of dislikes) {
    const whole = dislike.refuses ?? ownRefusal(dislike);
    const isNarrow = whole.core !== undefined && [...wishes].some(isSweet);
    const refusal: Refusal = isNarrow ? { notes: whole.core ?? [] } : whole;
    if (refusal.intensity !== undefined) strengths.add(refusal.intensity);
    for (const id of rawMaterialIds.filter((one) => holds(refusal, one)))
      if (!spared.has(id) || dislike.kind === "allergen") materials.add(id);
    if (dislike.kind === "note") for (const id of dislike.notes ?? []) materials.add(id);
  }
  return { materials: [...materials], strengths };
}

const isSweet = ({ kind, families = {} }: Concept) =>
  ["note", "family", "thing"].includes(kind) &&
  Math.max(families.gourmand ?? 0, families.fruity ?? 0) >= 0.9;

function ownRefusal({ kind, families = {}, notes = [], intensity }: Concept): Refusal {
  switch (kind) {
    case "family":
      return { families: noteFamilies.filter((family) => families[family] !== undefined) };
    case "strength":
      return intensity === undefined ? {} : { intensity };
    case "taste":
    case "thing":
      return { notes };
    case "note":
      return { notes: withRelatives(notes) };
    default:
      return {};
  }
}

function holds({ families = [], notes = [], allergen }: Refusal, id: RawMaterialId): boolean {
  const { family, allergens } = rawMaterials[id];
  const isAllergen = allergen !== undefined && allergens.includes(allergen);
  return isAllergen || families.includes(family) || notes.includes(id);
}

function best(
  shelf: readonly Profile[],
  scoreOf: (profile: Profile) => number,
  count: number,
): Profile[] {
  return shelf
    .map((profile) => ({ profile, score: scoreOf(profile) }))
    .sort((a, b) => b.score - a.score || byId(a.profile, b.profile))
    .slice(0, count)
    .map(({ profile }) => profile);
}

const byId = (a: Profile, b: Profile) => (a.fragrance.id < b.fragrance.id ? -1 : 1);

/** Where nothing was understood: one family after another, in the catalogue's order. */
function varied(shelf: readonly Profile[], count: number): Profile[] {
  const leads = [...Map.groupBy(shelf, ({ lead }) => lead).values()].flatMap(
    ([first]) => first ?? [],
  );
  return [...new Set([...leads, ...shelf])].slice(0, count);
}
