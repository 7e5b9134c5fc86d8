/**
 * Prints the recommender's figures as the table of its README. `--misses` lists the descriptions of our own set whose
 * first product is of another family or whose five hold something refused; the blind sets' are kept unread.
 */
import { readCommandLine } from "../../.scripts/command-line.ts";
import {
  agreement,
  answerAll,
  figuresOf,
  isAcceptable,
  readWishes,
  refusedIn,
  setNames,
  ways,
  type Way,
} from "./measure.ts";

const help = `Usage: npm run eval:recommender [-- --misses]

Prints how well the reference recommender reads the sets of descriptions.

  --misses   also lists the descriptions of our own set that it misses`;
const { values } = readCommandLine(help, { misses: { type: "boolean" } });

const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
const percent = (hits: number, of: number) => `${((100 * hits) / of).toFixed(1)} %`;
const titles: Record<Way, string> = {
  inferred: "inferred from the text",
  ticked: "ticked in the shop",
};

row(
  "set",
  "refusals",
  "descriptions",
  "acceptable first",
  "with something refused",
  "fewer than five",
  "shared by two languages",
);
row("---", "---", ...Array.from({ length: 5 }, () => "---:"));
for (const name of setNames)
  for (const way of ways) {
    const answered = answerAll(readWishes(name), way);
    const { descriptions, acceptableFirst, withRefused, short } = figuresOf(answered);
    const first = percent(acceptableFirst, descriptions);
    row(
      name,
      titles[way],
      descriptions,
      first,
      withRefused,
      short,
      percent(agreement(answered), 1),
    );
  }

if (values.misses === true)
  for (const answered of answerAll(readWishes("scent-wishes"), "inferred")) {
    const { wish, locale, products } = answered;
    const refused = products.flatMap((product) => refusedIn(product, wish));
    if (isAcceptable(answered) && refused.length === 0) continue;
    console.log(
      `${wish.id} ${locale}: ${wish[locale]}\n  hoped for ${wish.families.join(", ")}; got ${products[0]?.lead}`,
    );
    if (refused.length > 0) console.log(`  refused: ${refused.join(", ")}`);
  }
