/** Reasons: only what is in the bottle or on its card, in the requested language. */
import { rawMaterials } from "../data/raw-materials.ts";
import { noteFamilies, type Locale, type NoteFamily } from "../wire.ts";
import { conceptOf, type Concept } from "./concepts.ts";
import { fit } from "./fit.ts";
import type { Profile } from "./profile.ts";

export interface Reason {
  kind: string;
  label: string;
}

const mostReasons = 5;
const presentFamily = 0.12;

/** Strongest first. Without a match by name, the fragrance's own character is the reason. */
export function reasonsOf(
  profile: Profile,
  weights: ReadonlyMap<Concept, number>,
  locale: Locale,
): Reason[] {
  const strongestFirst = [...weights]
    .map(([concept, weight]) => ({ concept, value: weight * fit(concept, profile) }))
    .sort((a, b) => b.value - a.value);
  const reasons = new Map<string, Reason>();
  for (const { concept } of strongestFirst)
    for (const reason of evidence(concept, profile, locale))
      if (!reasons.has(reason.label)) reasons.set(reason.label, reason);
  return reasons.size > 0
    ? [...reasons.values()].slice(0, mostReasons)
    : [familyReason(profile.lead, locale)];
}

function evidence(concept: Concept, profile: Profile, locale: Locale): Reason[] {
  const { id, kind, tags = [], intensity } = concept;
  if (kind === "strength")
    return profile.fragrance.intensity === intensity ? [reasonOf(concept, locale)] : [];
  const notes = notesIn(concept, profile, locale);
  if (kind === "note" && notes.length > 0) return notes;
  const families = familiesIn(concept, profile, locale);
  if (kind === "note" || kind === "family") return families;
  if (profile.tags.has(id)) return [reasonOf(concept, locale), ...notes];
  const card = tags.filter((tag) => profile.tags.has(tag)).slice(0, 1);
  return [...notes, ...families, ...card.map((tag) => reasonOf(conceptOf(tag), locale))];
}

function notesIn({ kind, notes = [] }: Concept, profile: Profile, locale: Locale): Reason[] {
  return notes
    .filter((id) => profile.notes.has(id))
    .sort((a, b) => (profile.notes.get(b) ?? 0) - (profile.notes.get(a) ?? 0))
    .slice(0, kind === "note" ? 2 : 1)
    .map((id) => ({ kind: "note", label: rawMaterials[id].name[locale] }));
}

function familiesIn(
  { families: asked = {} }: Concept,
  { families }: Profile,
  locale: Locale,
): Reason[] {
  const [strongest] = noteFamilies
    .filter((family) => (asked[family] ?? 0) >= 0.4 && families[family] >= presentFamily)
    .sort((a, b) => families[b] - families[a]);
  return strongest === undefined ? [] : [familyReason(strongest, locale)];
}

const familyReason = (family: NoteFamily, locale: Locale) => reasonOf(conceptOf(family), locale);
const reasonOf = ({ kind, label }: Concept, locale: Locale): Reason => ({
  kind,
  label: label[locale],
});
