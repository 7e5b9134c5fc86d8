// Whether the books are in order: the rules of `worker/store/invariants.ts` over the shop's database. Changes nothing.
import { invariantsAt, type Invariant } from "../worker/store/invariants.ts";
import { readCommandLine } from "./command-line.ts";
import { stateFolder } from "./local-state.ts";
import { askShopDatabase } from "./shop-database.ts";

const help = `Usage: npm run invariants [-- --remote | --persist-to FOLDER]

Asks this machine's database of the shop which rows break an invariant. Ends with 1 when one is broken, naming the first rows.

  --remote              asks the deployed database
  --persist-to FOLDER   another local state than ${stateFolder}`;

const rowsShown = 20;

interface Row {
  broken: unknown;
}

const { values } = readCommandLine(help, {
  remote: { type: "boolean" },
  "persist-to": { type: "string" },
});
const invariants = invariantsAt(Date.now());
const queries = invariants.map((invariant) => query(invariant));
const answers = await askShopDatabase<Row>(queries, {
  isRemote: values.remote === true,
  ...(values["persist-to"] === undefined ? {} : { folder: values["persist-to"] }),
});
if (answers.length !== invariants.length)
  throw new Error(`${invariants.length} rules were asked and ${answers.length} answered`);

let breaches = 0;
for (const [index, { rule }] of invariants.entries()) {
  const broken = answers[index] ?? [];
  if (broken.length === 0) continue;
  breaches += 1;
  console.error(`✗ ${rule}: ${broken.map((row) => String(row.broken)).join(", ")}`);
}
console.log(`${breaches} of ${invariants.length} invariants are broken.`);
process.exitCode = breaches === 0 ? 0 : 1;

function query({ sql }: Invariant): string {
  return `SELECT broken FROM (${sql.replaceAll(/\s+/g, " ")}) LIMIT ${rowsShown}`;
}
