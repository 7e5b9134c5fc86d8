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

/** Its name, notes and first line, each in one spelling. */
const fieldsOf = ({ name, line, ...notes }: ListedScent) => {
  const names = everyNoteOf(notes).map(({ raw_material }) => raw_material.name);
  return [[name], names, [line ?? ""]].map((field) => ` ${field.map(foldedName).join(" ")}`);
};

/** Closest first where the address names one to be near to, which itself is left out. */
export function findScents(scents: readonly ListedScent[], filter: Filter) {
  const { family, season, note, word = "", near } = filter;
  // Parted before it is folded, which joins "茉莉 檀香"; "お茶" is found in "緑茶".
  const words = (word.match(/[^\s、，,]+/gu) ?? [])
    .flatMap((one) => foldedName(one).split(" "))
    // Not within a word: "rain" is not in "petitgrain".
    .map((one) => one.replace(/^お(?=\p{Script=Han})/u, "").replace(/^(?=\p{Script=Latin})/u, " "));
  const to = scents.find(({ id }) => id === near);
  const fitting = (to === undefined ? scents : byCloseness(to, scents)).filter(
    (scent) =>
      (family === undefined || familiesOf(scent)[0] === family) &&
      (season === undefined || scent.seasons.includes(season)) &&
      (note === undefined || everyNoteOf(scent).some((one) => one.raw_material.id === note)),
  );
  const counted = fitting.map((scent) => {
    const fields = fieldsOf(scent);
    const places = words.map((one) => fields.findIndex((field) => field.includes(one)));
    const hits = places.filter((place) => place >= 0);
    return { scent, hits: hits.length, place: Math.min(fields.length, ...hits) };
  });
  const least = counted.some(({ hits }) => hits === words.length) ? words.length : 1;
  return counted
    .filter(({ hits }) => hits >= least)
    .sort((one, other) => other.hits - one.hits || one.place - other.place)
    .map(({ scent }) => scent);
}
