/** A description over the shelf costs a few milliseconds, and however a long one is made, its cost grows with its length. */
import { allFragrances } from "../../worker/stand-ins/upstream/catalogue.ts";
import { createRecommender } from "../../worker/stand-ins/upstream/recommender/recommend.ts";
import { locales } from "../../worker/stand-ins/upstream/wire.ts";
import { readWishes } from "../evaluation/measure.ts";
import { fastestMilliseconds, head, median, quantile, row } from "./figures.ts";

export const name = "The recommender reads a description and scores the shelf";

/** Has room for a slow machine that others use too. */
const mostMilliseconds = 10;
const asked = 5;
/** The longest description that the quiz takes, and one that shows squares. */
const [long, longer] = [2_000, 16_000];
/** Squares would cost eight times as much again. */
const mostGrowth = 4;
/** Below this a ratio measures the clock. */
const leastMilliseconds = 2;

const units = [
  "not, too rose ",
  "苦手、バラは",
  "不要玫瑰",
  "aaaa",
  "or or or ",
  ",,,,",
  "roseroserose",
  "no ",
  "jasmine, ",
  "花",
  "🌹🚫",
];

export async function run(): Promise<{ held: boolean }> {
  const recommend = createRecommender(allFragrances);
  const wishes = readWishes("scent-wishes").flatMap((wish) =>
    locales.map((locale) => ({ text: wish[locale], locale })),
  );
  const costs = () =>
    wishes.map(({ text, locale }) => fastestMilliseconds(7, () => recommend(text, asked, locale)));
  costs();
  const times = costs();
  head("descriptions", "fragrances", "median ms", "p99 ms");
  row(
    times.length,
    allFragrances.length,
    median(times).toFixed(2),
    quantile(times, 0.99).toFixed(2),
  );
  console.log();

  head(
    "repeated",
    `${long} characters, ms`,
    `${longer} characters, ms`,
    `against ${longer / long} ×`,
  );
  const cost = (text: string) => fastestMilliseconds(7, () => recommend(text, asked, "en"));
  const grown = units.map((unit) => {
    const text = unit.repeat(Math.ceil(longer / unit.length));
    const [short, whole] = [cost(text.slice(0, long)), cost(text.slice(0, longer))];
    const growth = whole / (short * (longer / long));
    row(JSON.stringify(unit), short.toFixed(2), whole.toFixed(2), `${growth.toFixed(2)} ×`);
    return { short, growth, whole };
  });
  const isLinear = grown.every(
    ({ growth, whole }) => growth <= mostGrowth || whole < leastMilliseconds,
  );
  return {
    held:
      quantile(times, 0.99) <= mostMilliseconds &&
      isLinear &&
      grown.every(({ short }) => short <= mostMilliseconds),
  };
}
