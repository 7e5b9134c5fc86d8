import { familiesOf } from "#contract/families";
import { foldedName } from "#contract/note-names";
import { everyNoteOf, noteFamilies, seasons } from "#contract/product";
import type { ListedScent } from "#contract/scent";
import { byCloseness } from "../../scent/closeness.ts";

/** What no scent could fit is left out, as are empty words. */
export function filterOf(search: string) {
  const query = new URLSearchParams(search);
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(name));
  return {
    family: known("family", noteFamilies),
    season: known("season", seasons),
    note: query.get("note") || undefined,
    word: query.get("word") || undefined,
    near: query.get("near") || undefined,
  };
}
export type Filter = ReturnType<typeof filterOf>;

/** In one spelling. */
const wordsOf = ({ name, line, ...notes }: ListedScent) =>
  [name, line ?? "", ...everyNoteOf(notes).map(({ raw_material }) => raw_material.name)]
    .map(foldedName)
    .join("\n");

/** Closest first where the address names one to be near to, which itself is left out. */
export function findScents(scents: readonly ListedScent[], filter: Filter) {
  const { family, season, note, word = "", near } = filter;
  // Parted before it is folded, which joins "茉莉 檀香"; "お茶" is found in "緑茶".
  const words = (word.match(/[^\s、，,]+/gu) ?? [])
    .flatMap((one) => foldedName(one).split(" "))
    .map((one) => one.replace(/^お(?=\p{Script=Han})/u, ""));
  const to = scents.find(({ id }) => id === near);
  const fitting = (to === undefined ? scents : byCloseness(to, scents)).filter(
    (scent) =>
      (family === undefined || familiesOf(scent)[0] === family) &&
      (season === undefined || scent.seasons.includes(season)) &&
      (note === undefined || everyNoteOf(scent).some((one) => one.raw_material.id === note)),
  );
  const counted = fitting.map((scent) => {
    const own = wordsOf(scent);
    return { scent, hits: words.filter((one) => own.includes(one)).length };
  });
  const most = Math.max(0, ...counted.map(({ hits }) => hits));
  const isPartly = most > 0 && most < words.length;
  const holding = counted.filter(({ hits }) => hits >= (isPartly ? 1 : words.length));
  holding.sort((one, other) => other.hits - one.hits);
  return { found: holding.map(({ scent }) => scent), isPartly };
}
