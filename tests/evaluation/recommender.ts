/**
 * Prints the recommender's figures as the tables of the README; fails when a refused note was recommended.
 * `--misses` lists the wishes whose first answer is of another family; a file of wishes may be named instead of our own.
 */
import { basename } from "node:path";
import { locales, type Locale } from "../../worker/reference-upstream/wire.ts";
import { add, agreement, answerAll, figuresOf, furtherSets, languagePairs, places, readWishes } from "./measure.ts";
import type { Answered, Share } from "./measure.ts";

const names: Record<Locale, string> = { zh: "中文", en: "English", ja: "日本語" };
const percent = ({ hits, of }: Share) => `${((100 * hits) / of).toFixed(1)} % (${hits}/${of})`;
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const head = (...cells: string[]) => {
  row(...cells);
  row(...cells.map((_, at) => (at === 0 ? "---" : "---:")));
};

function printLanguages(answered: readonly Answered[]): void {
  head("language", "descriptions", "acceptable family first", `acceptable in all ${places} places`, "refused notes found");
  for (const locale of [...locales, null]) {
    const own = locale === null ? answered : answered.filter((one) => one.locale === locale);
    const { first, all, violations } = figuresOf(own);
    row(locale === null ? "all" : names[locale], own.length, percent(first), percent(all), violations.length);
  }
}

function printAgreement(answered: readonly Answered[]): void {
  head("same wish in two languages", `overlap of the ${places}`, "same first choice");
  const agreements = languagePairs.map(([a, b]) => ({ name: `${names[a]} – ${names[b]}`, ...agreement(answered, a, b) }));
  const total = {
    name: "all",
    overlap: add(agreements.map(({ overlap }) => overlap)),
    sameFirst: add(agreements.map(({ sameFirst }) => sameFirst)),
  };
  for (const { name, overlap, sameFirst } of [...agreements, total]) row(name, percent(overlap), percent(sameFirst));
}

function printSets(): Answered[] {
  head("set", "descriptions", "acceptable family first", `in all ${places} places`, "refused notes", `overlap of the ${places}`);
  return furtherSets.flatMap((file) => {
    const answered = answerAll(readWishes(file));
    const { first, all, violations } = figuresOf(answered);
    const overlap = add(languagePairs.map(([a, b]) => agreement(answered, a, b).overlap));
    row(basename(file.pathname, ".json"), answered.length, percent(first), percent(all), violations.length, percent(overlap));
    return answered;
  });
}

function printMisses(answered: readonly Answered[]): void {
  for (const { wish, locale, products, leads } of answered) {
    const [lead] = leads;
    if (lead === undefined || wish.families.includes(lead)) continue;
    const found = products.map((id, at) => `${id} (${leads[at]})`).join(", ");
    console.log(`${wish.id} ${locale}: ${wish[locale]}\n  hoped for ${wish.families.join(", ")}; got ${found}`);
  }
}

const file = process.argv.slice(2).find((argument) => !argument.startsWith("--"));
const answered = answerAll(readWishes(file));
printLanguages(answered);
console.log();
printAgreement(answered);
console.log();
const further = file === undefined ? printSets() : [];
if (process.argv.includes("--misses")) printMisses([...answered, ...further]);

for (const { wish, locale, violations } of [...answered, ...further]) {
  for (const violation of violations) console.error(`refused but recommended: ${wish.id} (${locale}): ${violation}`);
  if (violations.length > 0) process.exitCode = 1;
}
