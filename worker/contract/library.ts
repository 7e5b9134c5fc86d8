/** The pages of notes and allergens and their index, which page and first HTML show alike. */
import { entries, labelOf, type Entry } from "./dictionary.ts";
import { judgeNotes } from "./judge-notes.ts";
import type { Locale } from "./locales.ts";
import { everyNoteOf, tiers, type Layers, type RawMaterial, type Tier } from "./product.ts";
import { isAllergen, partsOf } from "./refusals.ts";
import { byFamily, familyTitle, hasPage, materialsIn, type ListedScent } from "./scent.ts";

type Scents = readonly ListedScent[];
interface Link {
  kind: "notes" | "allergens";
  id: string;
  name: string;
}
type Family = ReturnType<typeof familyTitle>;
export interface Part {
  title:
    | Family["title"]
    | "shop.scents.near"
    | `shop.library.${"allergens" | "may_hold" | "held_by" | "with" | "without" | "unclear" | "inci"}`;
  family?: Family["family"];
  texts?: readonly (
    | `shop.library.${Tier | "beside" | "caution" | "none"}`
    | "shop.scent_page.allergens.unknown"
  )[];
  values?: Readonly<Record<string, string>>;
  links?: readonly Link[];
  scents?: Scents;
  /** Notes that are named first on each scent. */
  about?: readonly string[];
  drawn?: Layers & { id: string };
}
export const allergens = entries.filter(({ refusal }) => isAllergen(refusal));

/** As members' lists decide it: in doubt nobody knows. */
export const mayHold = (raw_material: RawMaterial, { refusal }: Entry) =>
  judgeNotes({ top: [{ share: null, raw_material }], middle: [], back: [] }, [refusal]).kind;

const toNote = ({ id, name }: RawMaterial): Link => ({ kind: "notes", id, name });
/** In Latin letters it is called as lists of ingredients do. */
function toAllergen({ refusal, inci }: Entry, locale: Locale): Link {
  const label = labelOf(refusal, locale);
  const name = /^[ -~]+$/.test(label) ? (inci ?? label) : label;
  return { kind: "allergens", id: partsOf(refusal).name, name };
}

function ofAll(scents: Scents, locale: Locale): Part[] {
  const { compare } = new Intl.Collator(locale);
  const families = byFamily(materialsIn(scents).filter(hasPage), ({ family }) => family);
  const notes = families.map(({ members, ...head }) => ({
    ...head,
    links: members.map(toNote).sort((one, other) => compare(one.name, other.name)),
  }));
  const links = allergens.map((allergen) => toAllergen(allergen, locale));
  return [...notes, { title: "shop.library.allergens", links }];
}

function subjectOf(path: string, scents: Scents) {
  const [, kind, id] = path.split("/");
  return {
    note: kind === "notes" && materialsIn(scents).find((one) => one.id === id && hasPage(one)),
    allergen: kind === "allergens" && allergens.find(({ refusal }) => refusal === `allergen:${id}`),
  };
}

export function hasLibraryPage(path: string, scents: Scents): boolean {
  const { note, allergen } = subjectOf(path, scents);
  return Boolean(note || allergen);
}

export function libraryPage(path: string, scents: Scents, locale: Locale) {
  if (path.split("/")[0] === "house") return { name: "", parts: ofAll(scents, locale) };
  const { note, allergen } = subjectOf(path, scents);
  if (note) return { name: note.name, parts: ofNote(note, scents, locale) };
  return allergen
    ? { name: toAllergen(allergen, locale).name, parts: ofAllergen(allergen, scents) }
    : null;
}

const mostCompanions = 8;

/** Beside it stand those that it meets often for how often they are anywhere. */
function ofNote(note: RawMaterial, scents: Scents, locale: Locale): Part[] {
  const having = ({ id }: RawMaterial) =>
    scents.filter((scent) => everyNoteOf(scent).some(({ raw_material }) => raw_material.id === id));
  const holding = having(note);
  const nearness = (one: RawMaterial) => {
    const everywhere = having(one);
    return everywhere.filter((scent) => holding.includes(scent)).length ** 2 / everywhere.length;
  };
  const companions = materialsIn(holding)
    .filter((one) => one.id !== note.id && hasPage(one))
    .map((one) => ({ link: toNote(one), near: nearness(one) }))
    .sort((one, other) => other.near - one.near)
    .slice(0, mostCompanions);
  const standsIn = (tier: Tier) =>
    holding.filter((scent) => scent[tier].some(({ raw_material }) => raw_material.id === note.id));
  const usual = tiers.find((tier) => standsIn(tier).length > holding.length / 2);
  const painted = [{ share: 1, raw_material: note }];
  return [
    {
      ...familyTitle(note.family),
      drawn: { id: note.id, top: [], middle: [], back: [], [usual ?? "middle"]: painted },
      texts: [
        ...(usual === undefined ? [] : [`shop.library.${usual}` as const]),
        ...(companions.length === 0 ? [] : ["shop.library.beside" as const]),
      ],
      links: companions.map(({ link }) => link),
    },
    { title: "shop.library.with", scents: holding, about: [note.id] },
    allergensOf(note, locale),
  ];
}

function allergensOf(note: RawMaterial, locale: Locale): Part {
  const verdicts = allergens.map((allergen) => ({ allergen, is: mayHold(note, allergen) }));
  const held = verdicts.filter(({ is }) => is === "refused");
  const none = verdicts.every(({ is }) => is === "clean")
    ? "shop.library.none"
    : "shop.scent_page.allergens.unknown";
  return {
    title: "shop.library.may_hold",
    links: held.map(({ allergen }) => toAllergen(allergen, locale)),
    texts: [...(held.length === 0 ? ([none] as const) : []), "shop.library.caution"],
    values: { names: note.name },
  };
}

function ofAllergen(allergen: Entry, scents: Scents): Part[] {
  const judged = scents.map((scent) => ({ scent, is: judgeNotes(scent, [allergen.refusal]).kind }));
  const those = (...kinds: string[]) =>
    judged.filter(({ is }) => kinds.includes(is)).map(({ scent }) => scent);
  const carriers = materialsIn(scents).filter(
    (one) => hasPage(one) && mayHold(one, allergen) === "refused",
  );
  const parts: Part[] = [
    {
      title: "shop.library.inci",
      values: { inci: allergen.inci ?? "" },
      texts: ["shop.library.caution"],
    },
    { title: "shop.library.held_by", links: carriers.map(toNote) },
    { title: "shop.library.without", scents: those("clean") },
    { title: "shop.library.with", scents: those("refused"), about: carriers.map(({ id }) => id) },
    { title: "shop.library.unclear", scents: those("unknown", "unread") },
  ];
  return parts.filter(({ links, scents: those }) => links?.length !== 0 && those?.length !== 0);
}
