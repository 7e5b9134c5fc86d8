/** Members' refusals hold the ids of `materials.json`: an id never changes or disappears. */
import { locales, type Locale } from "./locales.ts";
import data from "./materials.json" with { type: "json" };
import { foldedName } from "./note-names.ts";
import type { NoteFamily } from "./product.ts";
import { isOwnWord, partsOf, type ListedKind } from "./refusals.ts";

/** Names separated by `|`, the usual one first. */
type Names = Record<Locale, string>;
interface Material extends Names {
  family: NoteFamily;
  allergens?: string;
  /** A wider material: who refuses it refuses this one too. */
  kindOf?: string;
}

// A unit test checks the file against these types.
const { families, allergens, materials } = data as {
  families: Record<NoteFamily, Names>;
  allergens: Record<string, Names & { inci: string }>;
  materials: Record<string, Material>;
};

/** A page that loads the dictionary ahead is not to wait while 1,500 names are folded. */
function lazily<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => (made ??= make());
}

/** `foldedNames`: all of them, in one spelling. */
const entriesOf = (kind: ListedKind, named: Record<string, Names & { inci?: string }>) =>
  Object.entries(named).map(([id, { inci = null, ...names }]) => {
    const all = [...locales.flatMap((locale) => names[locale].split("|")), inci ?? []].flat();
    const foldedNames = lazily(() => all.map(foldedName));
    return { refusal: `${kind}:${id}`, kind, names, inci, foldedNames };
  });

export type Entry = ReturnType<typeof entriesOf>[number];
export const entries: readonly Entry[] = [
  ...entriesOf("family", families),
  ...entriesOf("material", materials),
  ...entriesOf("allergen", allergens),
];

const byRefusal = new Map(entries.map((entry) => [entry.refusal, entry]));

export const isKnown = (refusal: string) => isOwnWord(refusal) || byRefusal.has(refusal);

export function labelOf(refusal: string, locale: Locale): string {
  const entry = byRefusal.get(refusal);
  return entry === undefined ? partsOf(refusal).name : (entry.names[locale].split("|")[0] ?? "");
}

/** The material itself and the wider ones that it is a kind of. */
function lineOf(id: string): string[] {
  const wider = materials[id]?.kindOf;
  return wider === undefined ? [id] : [id, ...lineOf(wider)];
}

export function materialOf(refusal: string) {
  const { kind, name: id } = partsOf(refusal);
  const material = kind === "material" ? materials[id] : undefined;
  if (material === undefined) return null;
  const { family, allergens: held } = material;
  const names = byRefusal.get(refusal)?.foldedNames() ?? [];
  return { family, allergens: held?.split(" ") ?? [], line: lineOf(id), names };
}

/** Refusals by folded name. One may mean two things: 柚子 is another fruit in Japanese. */
const byName = lazily(() => {
  const refusals = new Map<string, string[]>();
  for (const { refusal, foldedNames } of entries)
    for (const name of new Set(foldedNames().flatMap(withPlural)))
      refusals.set(name, [...(refusals.get(name) ?? []), refusal]);
  return refusals;
});

/** Other plurals are read off the text: "lilies" does not begin with "lily". */
const withPlural = (name: string) =>
  /[a-z][^aeiou\W]y$/.test(name) ? [name, name.replace(/y$/, "ies")] : [name];

const longestName = lazily(() => Math.max(...[...byName().keys()].map((name) => name.length)));

export function meaningsOf(name: string): readonly string[] {
  const folded = foldedName(name);
  return byName().get(folded) ?? byName().get(folded.replace(/(?<=[a-z])(s|es)$/, "")) ?? [];
}

export type Mention = NonNullable<ReturnType<typeof longestAt>>;

/**
 * The known names in a folded text, the longest at each place. Latin names only as whole words,
 * plurals too; one character only where no other letter stands beside it. `mayStand` can refuse.
 */
export function findNames(
  folded: string,
  mayStand: (at: number, end: number) => boolean = () => true,
): Mention[] {
  const found: Mention[] = [];
  let at = 0;
  while (at < folded.length) {
    const mention = longestAt(folded, at, mayStand);
    if (mention !== null) found.push(mention);
    at = mention?.end ?? at + 1;
  }
  return found;
}

const isLatin = (letter: string) => /[a-z0-9]/.test(letter);
/** Particles and conjunctions, which may touch a name of one character. */
const isLetter = (letter: string) =>
  /[\p{L}\p{N}]/u.test(letter) && !/[ハガモヲトヤノデニダッ和跟或與及的對味]/.test(letter);

function longestAt(folded: string, at: number, mayStand: (at: number, end: number) => boolean) {
  const begins = isLatin(folded.charAt(at));
  if (begins && isLatin(folded.charAt(at - 1))) return null;
  for (let end = Math.min(folded.length, at + longestName()); end > at; end -= 1) {
    const meanings = byName().get(folded.slice(at, end));
    if (meanings === undefined) continue;
    const wordEnd = begins ? endOfWord(folded, end) : end;
    const isAlone = !isLetter(folded.charAt(at - 1)) && !isLetter(folded.charAt(end));
    if (wordEnd !== null && (end - at > 1 || isAlone) && mayStand(at, wordEnd))
      return { at, end: wordEnd, meanings };
  }
  return null;
}

function endOfWord(folded: string, end: number): number | null {
  const rest = /^(?:s|es)?(?![a-z0-9])/.exec(folded.slice(end, end + 3));
  return rest === null ? null : end + rest[0].length;
}
