/**
 * Prints the recommender's figures as the tables of the README; fails when a refused note was recommended.
 * `--misses` lists the wishes whose first answer is of another family; a file of further wishes may be named.
 */
import { locales, type Locale } from "../../worker/upstream/wire.ts";
import { add, agreement, answerAll, figuresOf, languagePairs, places, readWishes, type Share } from "./measure.ts";

const names: Record<Locale, string> = { zh: "中文", en: "English", ja: "日本語" };
const percent = ({ hits, of }: Share) => `${((100 * hits) / of).toFixed(1)} % (${hits}/${of})`;
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);

const answered = answerAll(readWishes(process.argv.slice(2).find((argument) => !argument.startsWith("--"))));

row("language", "descriptions", "acceptable family first", `acceptable in all ${places} places`, "refused notes found");
row("---", "---:", "---:", "---:", "---:");
for (const locale of [...locales, null]) {
  const own = locale === null ? answered : answered.filter((one) => one.locale === locale);
  const { first, all, violations } = figuresOf(own);
  row(locale === null ? "all" : names[locale], own.length, percent(first), percent(all), violations.length);
}

console.log();
row("same wish in two languages", `overlap of the ${places}`, "same first choice");
row("---", "---:", "---:");
const agreements = languagePairs.map(([a, b]) => agreement(answered, a, b));
languagePairs.forEach(([a, b], at) => {
  const figures = agreements[at];
  if (figures !== undefined) row(`${names[a]} – ${names[b]}`, percent(figures.overlap), percent(figures.sameFirst));
});
row("all", percent(add(agreements.map(({ overlap }) => overlap))), percent(add(agreements.map(({ sameFirst }) => sameFirst))));

if (process.argv.includes("--misses")) {
  console.log();
  for (const { wish, locale, products, leads } of answered) {
    const [lead] = leads;
    if (lead === undefined || wish.families.includes(lead)) continue;
    const found = products.map((id, at) => `${id} (${leads[at]})`).join(", ");
    console.log(`${wish.id} ${locale}: ${wish[locale]}\n  hoped for ${wish.families.join(", ")}; got ${found}`);
  }
}

const { violations } = figuresOf(answered);
for (const { wish, locale, violations: found } of answered) {
  for (const violation of found) console.error(`refused but recommended: ${wish.id} (${locale}): ${violation}`);
}
if (violations.length > 0) process.exitCode = 1;
