/** One text over the shelf costs at most 5 ms of CPU, and the cost grows with the shelf and no faster. */
import { allFragrances } from "../../worker/reference-upstream/catalogue.ts";
import type { Fragrance } from "../../worker/reference-upstream/data/fragrances-vocabulary.ts";
import { createRecommender, type Recommend } from "../../worker/reference-upstream/recommender/recommend.ts";
import { locales } from "../../worker/reference-upstream/wire.ts";
import { readWishes } from "../evaluation/measure.ts";
import { fastestMilliseconds, head, median, quantile, row } from "./figures.ts";

export const name = "The recommender reads a wish and scores the shelf";

const mostMilliseconds = 5;
/** A fragrance of a large shelf may cost this much more than one that the cache holds; squares would cost 17 times as much. */
const mostGrowth = 2.5;
const shelves = [60, 600, 6_000, 10_000];
/** The small shelf's figure is mostly the reading of the text; from here on it is the scoring. */
const reference = 600;
const asked = 5;

const wishes = readWishes().flatMap((wish) => locales.map((locale) => ({ text: wish[locale], locale })));

/** The catalogue again and again under other keys: as varied as the real one, in any size. */
function shelfOf(size: number): Fragrance[] {
  return Array.from({ length: size }, (_, at) => {
    const fragrance = allFragrances[at % allFragrances.length] as Fragrance;
    const round = Math.floor(at / allFragrances.length);
    return round === 0 ? fragrance : { ...fragrance, id: `${fragrance.id}-${round}` };
  });
}

/** A large shelf is asked every tenth wish: its figure is an average over the shelf already. */
function measure(recommend: Recommend, size: number): number[] {
  const asking = size > reference ? wishes.filter((_, at) => at % 10 === 0) : wishes;
  const runs = size > reference ? 9 : 7;
  return asking.map(({ text, locale }) => fastestMilliseconds(runs, () => recommend(text, asked, locale)));
}

export async function run(): Promise<{ held: boolean }> {
  head("fragrances", "median ms", "p99 ms", "µs a fragrance", `against ${reference}`);
  const rows = shelves.map((size) => {
    const recommend = createRecommender(shelfOf(size));
    if (size <= reference) measure(recommend, size);
    const times = measure(recommend, size);
    return { size, middle: median(times), slowest: quantile(times, 0.99), each: (1000 * median(times)) / size };
  });
  const base = rows.find(({ size }) => size === reference)?.each ?? Number.NaN;
  for (const { size, middle, slowest, each } of rows)
    row(size, middle.toFixed(2), slowest.toFixed(2), each.toFixed(2), `${(each / base).toFixed(2)} ×`);
  const isFast = (rows[0]?.slowest ?? Number.NaN) <= mostMilliseconds;
  return { held: isFast && rows.every(({ size, each }) => size < reference || each <= base * mostGrowth) };
}
