/** Why each product, and the paragraph: what is left out, what comes first. */
import { rawMaterials, type RawMaterialId } from "../catalogue.ts";
import { noteFamilies, type Locale } from "../wire.ts";
import phrases from "./phrases.json" with { type: "json" };
import { conceptOf, type Concept } from "./lexicon.ts";
import { fit, weightOf, type Profile } from "./score.ts";

/** Beyond the documents; in the requested language. */
interface Reason {
  kind: string;
  label: string;
}

const mostReasons = 5;
const presentFamily = 0.12;

/** Only what is in the bottle or on its card, strongest first; else the fragrance's character. */
export function reasonsOf(profile: Profile, wishes: readonly Concept[], locale: Locale): Reason[] {
  const reasons = wishes
    .map((concept) => ({ concept, value: weightOf(concept) * fit(concept, profile) }))
    .sort((a, b) => b.value - a.value)
    .flatMap(({ concept }) => evidence(concept, profile, locale));
  const distinct = [...new Map(reasons.map((reason) => [reason.label, reason])).values()];
  return distinct.length > 0 ? distinct.slice(0, mostReasons) : [reasonOf(profile.lead, locale)];
}

function evidence(concept: Concept, profile: Profile, locale: Locale): Reason[] {
  const { id, kind, tags = [], intensity } = concept;
  if (kind === "strength")
    return profile.fragrance.intensity === intensity ? [reasonOf(id, locale)] : [];
  const notes = notesIn(concept, profile, locale);
  if (kind === "note" && notes.length > 0) return notes;
  const families = familiesIn(concept, profile, locale);
  if (kind === "note" || kind === "family") return families;
  if (profile.tags.has(id)) return [reasonOf(id, locale), ...notes];
  const card = tags.filter((tag) => profile.tags.has(tag)).slice(0, 1);
  return [...notes, ...families, ...card.map((tag) => reasonOf(tag, locale))];
}

function notesIn({ kind, notes = [] }: Concept, profile: Profile, locale: Locale): Reason[] {
  const shareOf = (id: RawMaterialId) => profile.notes.get(id) ?? 0;
  return notes
    .filter((id) => profile.notes.has(id))
    .sort((a, b) => shareOf(b) - shareOf(a))
    .slice(0, kind === "note" ? 2 : 1)
    .map((id) => ({ kind: "note", label: rawMaterials[id].name[locale] }));
}

function familiesIn({ families = {} }: Concept, profile: Profile, locale: Locale): Reason[] {
  return noteFamilies
    .filter((family) => (families[family] ?? 0) >= 0.4)
    .filter((family) => profile.families[family] >= presentFamily)
    .sort((a, b) => profile.families[b] - profile.families[a])
    .slice(0, 1)
    .map((family) => reasonOf(family, locale));
}

function reasonOf(id: string, locale: Locale): Reason {
  const { kind, label } = conceptOf(id);
  return { kind, label: label[locale] };
}

export interface Understood {
  /** Heaviest first. */
  wishes: readonly Concept[];
  dislikes: readonly Concept[];
  chosen: readonly Profile[];
  reasonsOfFirst: readonly Reason[];
}

const mostNamed = 5;

/** Sentences with a place for `{names}`. */
type Phrase = keyof (typeof phrases)["en"];

export function answer(
  { wishes, dislikes, chosen, reasonsOfFirst }: Understood,
  locale: Locale,
): string {
  const say = (phrase: Phrase, names: readonly string[] = []) =>
    phrases[locale][phrase].replace("{names}", () => listOf(names, locale));
  const named = (concepts: readonly Concept[]) => {
    const labels = concepts.map(({ label }) => inSentence(label[locale], locale));
    return [...new Set(labels)].slice(0, mostNamed);
  };
  const [first, ...others] = chosen;
  if (first === undefined) return say("none");
  const sentences: string[] = [];
  if (wishes.length === 0) sentences.push(say(dislikes.length > 0 ? "onlyDislikes" : "nothing"));
  if (dislikes.length > 0) sentences.push(say("dislikes", named(dislikes)));
  sentences.push(say("first", [first.fragrance.name[locale]]));
  // What is in the bottle; what it is for stands on its card.
  const within = reasonsOfFirst.filter(({ kind }) => kind === "note" || kind === "family");
  const reasons = within.slice(0, 3).map(({ label }) => inSentence(label, locale));
  const names = others.slice(0, 2).map(({ fragrance }) => quoted(fragrance.name[locale], locale));
  if (wishes.length > 0 && reasons.length > 0) sentences.push(say("fits", reasons));
  else if (names.length > 1) sentences.push(say("others", names));
  return join(sentences, locale);
}

function listOf(names: readonly string[], locale: Locale): string {
  if (locale !== "en") return names.join("、");
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Materials are written with a capital, and within a sentence only as far as they carry a name. */
const inSentence = (label: string, locale: Locale) =>
  locale === "en" && !/^(Buddha|Damask|Oriental|Sichuan)/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
const quoted = (name: string, locale: Locale) => (locale === "en" ? name : `「${name}」`);
const join = (sentences: string[], locale: Locale) => sentences.join(locale === "en" ? " " : "");
