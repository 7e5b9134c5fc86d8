/** Chooses from the scored shelf: the best first, then the best that is not a near-copy of one already chosen. */
import { likeness, type Shelved } from "./shelf.ts";

const candidatesPerPlace = 12;
const likenessPenalty = 0.2;

interface Scored {
  shelved: Shelved;
  score: number;
}

export function select(shelf: readonly Shelved[], scoreOf: (shelved: Shelved) => number, count: number): Shelved[] {
  const pool = best(shelf, scoreOf, count * candidatesPerPlace);
  const chosen: Shelved[] = [];
  while (chosen.length < count && pool.length > 0) {
    let bestAt = 0;
    let bestValue = -Infinity;
    pool.forEach(({ shelved, score }, at) => {
      const closest = chosen.reduce((most, other) => Math.max(most, likeness(shelved, other)), 0);
      const value = score - likenessPenalty * closest;
      if (value > bestValue + tie) [bestAt, bestValue] = [at, value];
    });
    const [taken] = pool.splice(bestAt, 1);
    if (taken !== undefined) chosen.push(taken.shelved);
  }
  return chosen;
}

/** The first of the sorted list, without sorting all of it: a large shelf is walked once. */
function best(shelf: readonly Shelved[], scoreOf: (shelved: Shelved) => number, count: number): Scored[] {
  let pool: Scored[] = [];
  let least = -Infinity;
  for (const shelved of shelf) {
    const score = scoreOf(shelved);
    if (score < least - tie) continue;
    pool.push({ shelved, score });
    if (pool.length < count * 4) continue;
    pool = pool.sort(byScoreThenId).slice(0, count);
    least = pool.at(-1)?.score ?? -Infinity;
  }
  return pool.sort(byScoreThenId).slice(0, count);
}

const tie = 1e-9;

function byScoreThenId(a: Scored, b: Scored): number {
  if (Math.abs(a.score - b.score) > tie) return b.score - a.score;
  return a.shelved.fragrance.id < b.shelved.fragrance.id ? -1 : 1;
}

/** When nothing was understood: a walk around the shelf, one family after another. */
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

export function varied(shelf: readonly Shelved[], count: number): Shelved[] {
  const place = ({ fragrance, lead }: Shelved) =>
    walk.includes(fragrance.id) ? walk.indexOf(fragrance.id) : walk.length + lead.length;
  const pool = shelf.toSorted((a, b) => place(a) - place(b) || (a.fragrance.id < b.fragrance.id ? -1 : 1));
  const firstOfFamily = pool.filter((shelved, at) => pool.findIndex(({ lead }) => lead === shelved.lead) === at);
  return [...firstOfFamily, ...pool.filter((shelved) => !firstOfFamily.includes(shelved))].slice(0, count);
}
