// Whether the books are in order: the rules of `worker/store/invariants.ts` over the shop's database. Changes nothing.
import { invariantsAt, within, type Invariant } from "../worker/store/invariants.ts";
import { readCommandLine } from "./command-line.ts";
import { stateFolder, askShopDatabase } from "./local-state.ts";

/** A query of so many rows holds up shoppers for a fraction of a second, and they pass between two of them. */
const mostRows = 10_000;
const rowsShown = 20;

const help = `Usage: npm run invariants [-- --remote | --persist-to FOLDER]

Asks this machine's database of the shop which rows break an invariant, ${mostRows} rows of a table at a time. Ends with 1 when one is
broken, naming the first rows. A deployed database takes a second or two for each ${mostRows} rows and rule.

  --remote              asks the deployed database
  --persist-to FOLDER   another local state than ${stateFolder}`;

interface Question {
  rule: string;
  sql: string;
  rows: number;
}

const { values } = readCommandLine(help, {
  remote: { type: "boolean" },
  "persist-to": { type: "string" },
});
const target = {
  isRemote: values.remote === true,
  ...(values["persist-to"] === undefined ? {} : { folder: values["persist-to"] }),
};
const invariants = invariantsAt(Date.now());
const ends = await endsOfTables();
const broken = new Map<string, string[]>();
for (const call of calls(invariants.flatMap(questionsOf))) {
  const answers = await askShopDatabase<{ broken: unknown }>(
    call.map(({ sql }) => sql),
    target,
  );
  if (answers.length !== call.length)
    throw new Error(`${call.length} questions were asked and ${answers.length} answered`);
  for (const [index, { rule }] of call.entries()) {
    const rows = answers[index]?.map((row) => String(row.broken)) ?? [];
    if (rows.length > 0) broken.set(rule, [...new Set([...(broken.get(rule) ?? []), ...rows])]);
  }
}
for (const [rule, rows] of broken)
  console.error(`✗ ${rule}: ${rows.slice(0, rowsShown).join(", ")}`);
console.log(`${broken.size} of ${invariants.length} invariants are broken.`);
process.exitCode = broken.size === 0 ? 0 : 1;

/** The numbers of the first and the last row of each table. */
async function endsOfTables(): Promise<Map<string, { first: number; last: number }>> {
  const tables = [...new Set(invariants.map(({ table }) => table))];
  const answers = await askShopDatabase<{ first: number | null; last: number | null }>(
    tables.map(
      (table) =>
        `SELECT (SELECT min(rowid) FROM ${table}) AS first, (SELECT max(rowid) FROM ${table}) AS last`,
    ),
    target,
  );
  return new Map(
    tables.map((table, index) => {
      const { first = null, last = null } = answers[index]?.[0] ?? {};
      return [table, { first: first ?? 1, last: last ?? 0 }];
    }),
  );
}

function questionsOf(invariant: Invariant): Question[] {
  const { first, last } = ends.get(invariant.table) ?? { first: 1, last: 0 };
  const questions: Question[] = [];
  for (let after = first - 1; after < last; after += mostRows) {
    const upTo = Math.min(after + mostRows, last);
    const sql = within(invariant, after, upTo).replaceAll(/\s+/g, " ");
    questions.push({
      rule: invariant.rule,
      sql: `SELECT broken FROM (${sql}) LIMIT ${rowsShown}`,
      rows: upTo - after,
    });
  }
  return questions;
}

/** What a call asks is one transaction, so together it is about no more rows than one question may be. */
function calls(questions: readonly Question[]): Question[][] {
  const made: Question[][] = [];
  let left = 0;
  for (const question of questions) {
    if (question.rows > left) {
      made.push([]);
      left = mostRows;
    }
    made.at(-1)?.push(question);
    left -= question.rows;
  }
  return made;
}
