/** Selects the best, then repeatedly the best that is no near-copy of one already selected. */
import { noteFamilies } from "../wire.ts";
import type { Profile } from "./profile.ts";

const likenessPenalty = 0.2;
const tie = 1e-9;

export function select(
  shelf: readonly Profile[],
  scoreOf: (profile: Profile) => number,
  count: number,
): Profile[] {
  const pool = shelf
    .map((profile) => ({ profile, score: scoreOf(profile), closest: 0 }))
    .sort((a, b) =>
      Math.abs(a.score - b.score) > tie ? b.score - a.score : byId(a.profile, b.profile),
    );
  const chosen: Profile[] = [];
  while (chosen.length < count && pool.length > 0) {
    let bestAt = 0;
    let bestValue = -Infinity;
    pool.forEach(({ score, closest }, at) => {
      const value = score - likenessPenalty * closest;
      if (value > bestValue + tie) [bestAt, bestValue] = [at, value];
    });
    for (const { profile } of pool.splice(bestAt, 1)) {
      chosen.push(profile);
      for (const other of pool)
        other.closest = Math.max(other.closest, likeness(profile, other.profile));
    }
  }
  return chosen;
}

const byId = (a: Profile, b: Profile) => (a.fragrance.id < b.fragrance.id ? -1 : 1);

/** Cosine of notes and families: 1 is the same perfume, 0 has nothing in common. */
function likeness(a: Profile, b: Profile): number {
  let sum = 0;
  for (const [id, share] of a.notes) sum += share * (b.notes.get(id) ?? 0);
  for (const family of noteFamilies) sum += a.families[family] * b.families[family];
  return sum / (a.length * b.length);
}

/** Used when nothing was understood: one family after another. */
const walk = [
  "yuzu-morning",
  "hinoki-rain",
  "osmanthus-lane",
  "oolong-terrace",
  "amber-hearth",
  "salt-harbour",
  "fig-terrace",
  "lavender-linen",
  "cotton-sunday",
  "vanilla-blanket",
];

export function varied(shelf: readonly Profile[], count: number): Profile[] {
  const placeOf = ({ fragrance: { id } }: Profile) =>
    walk.includes(id) ? walk.indexOf(id) : walk.length;
  const pool = shelf.toSorted((a, b) => placeOf(a) - placeOf(b) || byId(a, b));
  const firstOfFamily = [...Map.groupBy(pool, ({ lead }) => lead).values()].flatMap((group) =>
    group.slice(0, 1),
  );
  return [...firstOfFamily, ...pool.filter((profile) => !firstOfFamily.includes(profile))].slice(
    0,
    count,
  );
}
