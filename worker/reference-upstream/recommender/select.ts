/** Chooses from the scored shelf: the best first, then the best that is not a near-copy of one already chosen. */
import type { Scored } from "./score.ts";
import { likeness, type Shelved } from "./shelf.ts";

const candidatesPerPlace = 12;
const likenessPenalty = 0.22;

export function select(scored: readonly Scored[], count: number): Shelved[] {
  const pool = scored.toSorted(byScoreThenId).slice(0, count * candidatesPerPlace);
  const chosen: Shelved[] = [];
  while (chosen.length < count && pool.length > 0) {
    let best = 0;
    let bestValue = -Infinity;
    pool.forEach(({ shelved, score }, at) => {
      const closest = chosen.reduce((most, other) => Math.max(most, likeness(shelved, other)), 0);
      const value = score - likenessPenalty * closest;
      if (value > bestValue + 1e-9) [best, bestValue] = [at, value];
    });
    const [taken] = pool.splice(best, 1);
    if (taken !== undefined) chosen.push(taken.shelved);
  }
  return chosen;
}

function byScoreThenId(a: Scored, b: Scored): number {
  if (Math.abs(a.score - b.score) > 1e-9) return b.score - a.score;
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
