/** Finds the material or family that a misspelt English word means: lavander, bergamont, sandlewood. */
import type { Concept } from "./concepts.ts";
import { familyConcepts } from "./lexicon/families.ts";
import { noteConcepts } from "./lexicon/notes.ts";
import { normalise } from "./normalise.ts";

const shortest = 6;
/** From this length on two slips are forgiven. */
const long = 8;

/** Words that are spelt right and only look like a material. */
const innocent = new Set(
  "scandal spaces slices violent planks leases copper coffer coffers flowed splice matches leaving leaved blocking automatic creation creations bracket brackets applies considers considered padding becoming closes".split(
    " ",
  ),
);

let index: Map<string, string[]> | null = null;
const spelt = new Map<string, Concept>();

function build(): Map<string, string[]> {
  const built = new Map<string, string[]>();
  for (const concept of [...noteConcepts, ...familyConcepts]) {
    for (const raw of concept.words.en) {
      const word = normalise(raw);
      if (!/^[a-z]+$/.test(word) || word.length < shortest || spelt.has(word)) continue;
      spelt.set(word, concept);
      for (const shorter of shortened(word)) built.set(shorter, [...(built.get(shorter) ?? []), word]);
    }
  }
  return built;
}

/** The word itself and what is left of it when letters are dropped, as many as may be wrong. */
function shortened(word: string): Set<string> {
  const once = dropped(word);
  const all = new Set([word, ...once]);
  if (word.length >= long) for (const shorter of once) for (const twice of dropped(shorter)) all.add(twice);
  return all;
}

const dropped = (word: string) => Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

const remembered = new Map<string, Concept | null>();
const mostRemembered = 2_000;

export function meantBy(word: string): Concept | null {
  if (word.length < shortest || word.length > 20 || innocent.has(word)) return null;
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const found = closestTo(word);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(word, found);
  return found;
}

function closestTo(word: string): Concept | null {
  index ??= build();
  const slips = word.length >= long ? 2 : 1;
  let best: { word: string; slips: number } | null = null;
  for (const shorter of shortened(word))
    for (const candidate of index.get(shorter) ?? []) {
      if (candidate.charAt(0) !== word.charAt(0) || (candidate.length < long && slips > 1)) continue;
      const found = slipsBetween(word, candidate);
      if (found <= slips && found < (best?.slips ?? slips + 1)) best = { word: candidate, slips: found };
    }
  return best === null ? null : (spelt.get(best.word) ?? null);
}

/** Letters added, dropped, changed or swapped with their neighbour. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    const above = rows[i - 1] ?? [];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (above[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      let least = Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const isSwap = i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1);
      if (isSwap) least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? Number.POSITIVE_INFINITY;
}
