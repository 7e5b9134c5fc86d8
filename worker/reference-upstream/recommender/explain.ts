/** Evidence: only what is really in the bottle or written on its card, said in the asked language. */
import { noteFamilies, type Locale, type NoteFamily } from "../wire.ts";
import { rawMaterials } from "../data/raw-materials.ts";
import type { Concept } from "./concepts.ts";
import { conceptOf } from "./dictionary.ts";
import { askOf, fit } from "./fit.ts";
import type { Shelved } from "./shelf.ts";

export interface Reason {
  kind: string;
  label: string;
}

const mostReasons = 5;
const presentFamily = 0.12;

/** Strongest first. A fragrance that matches nothing by name still says what its own character is. */
export function reasonsOf(shelved: Shelved, wishes: Map<Concept, number>, locale: Locale): Reason[] {
  const ranked = [...wishes]
    .map(([concept, weight]) => ({ concept, value: weight * fit(askOf(concept), shelved) }))
    .sort((a, b) => b.value - a.value);
  const reasons: Reason[] = [];
  for (const { concept } of ranked) {
    for (const reason of evidence(concept, shelved, locale)) {
      if (!reasons.some(({ label }) => label === reason.label)) reasons.push(reason);
    }
  }
  if (reasons.length === 0) reasons.push(familyReason(shelved.lead, locale));
  return reasons.slice(0, mostReasons);
}

function evidence(concept: Concept, shelved: Shelved, locale: Locale): Reason[] {
  const strongest = (concept.notes ?? [])
    .filter((id) => shelved.notes.has(id))
    .sort((a, b) => (shelved.notes.get(b) ?? 0) - (shelved.notes.get(a) ?? 0))
    .slice(0, concept.kind === "note" ? 2 : 1)
    .map((id) => ({ kind: "note", label: rawMaterials[id].name[locale] }));
  if (concept.kind === "note") return strongest.length > 0 ? strongest : familiesIn(concept, shelved, locale);
  if (concept.kind === "family") return familiesIn(concept, shelved, locale);
  if (concept.kind === "strength")
    return shelved.fragrance.intensity === concept.intensity ? [{ kind: "strength", label: concept.label[locale] }] : [];
  if (shelved.tags.has(concept.id)) return [{ kind: concept.kind, label: concept.label[locale] }, ...strongest];
  const written = (concept.tags ?? []).filter((tag) => shelved.tags.has(tag)).map((tag) => conceptOf(tag));
  const said = written.slice(0, 1).map((tag) => ({ kind: tag.kind, label: tag.label[locale] }));
  return [...strongest, ...familiesIn(concept, shelved, locale), ...said];
}

function familiesIn(concept: Concept, { families }: Shelved, locale: Locale): Reason[] {
  const strongest = noteFamilies
    .filter((family) => (concept.families?.[family] ?? 0) >= 0.4 && families[family] >= presentFamily)
    .sort((a, b) => families[b] - families[a])[0];
  return strongest === undefined ? [] : [familyReason(strongest, locale)];
}

function familyReason(family: NoteFamily, locale: Locale): Reason {
  return { kind: "family", label: conceptOf(family).label[locale] };
}
