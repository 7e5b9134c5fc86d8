// Asks the rules of `worker/store/invariants.ts` of the shop's database. Changes nothing.
import { invariantsAt, within } from "../worker/store/invariants.ts";
import { readCommandLine } from "./command-line.ts";
import { databaseHelp, databaseOptions, withShopDatabase } from "./local-state.ts";

/** A call about so many rows holds up shoppers for a moment, and they pass between two of them. */
const mostRows = 10_000;
const rowsShown = 20;

const help = `Usage: npm run invariants [-- --remote | --persist-to FOLDER]

Asks this machine's database of the shop which rows break an invariant, ${mostRows} rows of a table
at a time. Ends with 1 when one is broken, naming the first rows. A deployed database takes a second
or two for each ${mostRows} rows.

${databaseHelp}`;

const { values } = readCommandLine(help, databaseOptions);
const invariants = invariantsAt(Date.now());
const broken = new Map<string, Set<unknown>>();
await withShopDatabase(values, async (ask) => {
  for (const table of new Set(invariants.map((rule) => rule.table))) {
    const rules = invariants.filter((rule) => rule.table === table);
    const [[ends] = []] = await ask<{ first: number | null; last: number }>([
      `SELECT (SELECT min(rowid) FROM ${table}) AS first,
        (SELECT max(rowid) FROM ${table}) AS last`,
    ]);
    const { first = null, last = 0 } = ends ?? {};
    for (let after = (first ?? 1) - 1; after < last; after += mostRows) {
      const breaches = rules.map((rule) => within(rule, after, after + mostRows));
      const found = await ask<{ broken: unknown }>(
        breaches.map((sql) => `SELECT broken FROM (${sql}) LIMIT ${rowsShown}`),
      );
      if (found.length !== rules.length) throw new Error("not every rule was answered");
      for (const [index, { rule }] of rules.entries())
        for (const row of found[index] ?? [])
          broken.set(rule, (broken.get(rule) ?? new Set()).add(row.broken));
    }
  }
});
for (const [rule, rows] of broken)
  console.error(`✗ ${rule}: ${[...rows].slice(0, rowsShown).join(", ")}`);
console.log(`${broken.size} of ${invariants.length} invariants are broken.`);
process.exitCode = broken.size === 0 ? 0 : 1;
