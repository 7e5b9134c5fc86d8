/** Why each product, and the paragraph: what was understood, left out, and comes first. */
import { rawMaterials, type RawMaterialId } from "../data/raw-materials.ts";
import { noteFamilies, type Locale } from "../wire.ts";
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
  const told = [...new Map(reasons.map((reason) => [reason.label, reason])).values()];
  return told.length > 0 ? told.slice(0, mostReasons) : [reasonOf(profile.lead, locale)];
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

interface Phrases {
  list: (items: string[]) => string;
  wishes: (items: string) => string;
  nothing: string;
  onlyDislikes: string;
  dislikes: (items: string) => string;
  first: (name: string) => string;
  fits: (reasons: string) => string;
  others: (names: string) => string;
  none: string;
}

const phrases: Record<Locale, Phrases> = {
  zh: {
    list: (items) => items.join("、"),
    wishes: (items) => `我們從您的描述中整理出幾個重點：${items}。`,
    nothing:
      "您的描述裡還看不出明確的方向，所以我們先挑了幾款個性各不相同的香氣，從哪一款開始都可以。",
    onlyDislikes:
      "您告訴了我們不想要什麼，喜歡的方向還開放著，所以我們挑了幾款個性各不相同的香氣。",
    dislikes: (items) => `您說不要${items}，含有這些香材的香氣，我們都避開了。`,
    first: (name) => `先聞聞「${name}」。`,
    fits: (reasons) => `符合您想要的：${reasons}。`,
    others: (names) => `想往別的方向走，就試試${names}。`,
    none: "可惜沒有一款香氣能完全避開這些材料；少排除一項，我們再為您找一次。",
  },
  en: {
    list: (items) =>
      items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`,
    wishes: (items) => `What we took from your words: ${items}.`,
    nothing:
      "We could not find a clear direction in your words yet, so here are scents that differ as much as they can; begin with any of them.",
    onlyDislikes:
      "You told us what to avoid and left the rest open, so here are scents that differ as much as they can.",
    dislikes: (items) =>
      `You asked to avoid ${items}, so we left out every scent that holds any of it.`,
    first: (name) => `Begin with ${name}.`,
    fits: (reasons) => `It matches what you asked for: ${reasons}.`,
    others: (names) => `To go another way, try ${names}.`,
    none: "None of our scents avoids everything you named; leave one thing out of the list and we will look again.",
  },
  ja: {
    list: (items) => items.join("、"),
    wishes: (items) => `ご希望のポイント：${items}。`,
    nothing:
      "まだはっきりした方向を読み取れませんでしたので、個性の異なる香りをいくつか選びました。気になるものからお試しください。",
    onlyDislikes:
      "避けたいものを教えていただきました。お好みはまだ自由ですので、個性の異なる香りをいくつか選びました。",
    dislikes: (items) => `苦手とおっしゃった${items}を含む香りは、はじめから外してあります。`,
    first: (name) => `まずは「${name}」をどうぞ。`,
    fits: (reasons) => `ご希望に合う点：${reasons}。`,
    others: (names) => `別の方向なら、${names}もお試しください。`,
    none: "残念ながら、挙げていただいたものをすべて避けられる香りがありません。ひとつ減らしていただければ、もう一度お探しします。",
  },
};

export function answer(
  { wishes, dislikes, chosen, reasonsOfFirst }: Understood,
  locale: Locale,
): string {
  const say = phrases[locale];
  const named = (concepts: readonly Concept[]) =>
    say.list(
      [...new Set(concepts.map(({ label }) => inSentence(label[locale], locale)))].slice(
        0,
        mostNamed,
      ),
    );
  const [first, ...others] = chosen;
  const sentences = wishes.length > 0 ? [say.wishes(named(wishes))] : [];
  if (first === undefined) return join([...sentences, say.none], locale);
  if (wishes.length === 0) sentences.push(dislikes.length > 0 ? say.onlyDislikes : say.nothing);
  if (dislikes.length > 0) sentences.push(say.dislikes(named(dislikes)));
  sentences.push(say.first(first.fragrance.name[locale]));
  if (wishes.length > 0 && reasonsOfFirst.length > 0)
    sentences.push(
      say.fits(say.list(reasonsOfFirst.slice(0, 3).map(({ label }) => inSentence(label, locale)))),
    );
  else if (others.length > 1)
    sentences.push(
      say.others(
        say.list(others.slice(0, 2).map(({ fragrance }) => quoted(fragrance.name[locale], locale))),
      ),
    );
  return join(sentences, locale);
}

/** Materials are written with a capital, and within a sentence only as far as they carry a name. */
const inSentence = (label: string, locale: Locale) =>
  locale === "en" && !/^(Buddha|Damask|Oriental|Sichuan)/.test(label)
    ? label.charAt(0).toLowerCase() + label.slice(1)
    : label;
const quoted = (name: string, locale: Locale) => (locale === "en" ? name : `「${name}」`);
const join = (sentences: string[], locale: Locale) => sentences.join(locale === "en" ? " " : "");
