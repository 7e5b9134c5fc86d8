/**
 * Whether the books are in order: the rules of `worker/store/invariants.ts` over the shop's database. It changes nothing.
 * Ends with 1 when a rule is broken, naming the first rows that break it.
 *
 *   npm run invariants                    this machine's database
 *   npm run invariants -- --remote        the deployed one
 *
 * `--persist-to FOLDER` names another local state folder than `.wrangler/state`.
 */
import { parseArgs } from "node:util";
import { run } from "./run.mjs";

const rowsShown = 20;

async function brokenInvariants({ remote = false, persistTo = ".wrangler/state" }) {
  const { invariantsAt } = await import("../worker/store/invariants.ts");
  const invariants = invariantsAt(Date.now());
  const target = remote ? ["--remote", "--env", "production"] : ["--local", "--persist-to", persistTo];
  const command = invariants
    .map(({ sql }) => `SELECT broken FROM (${sql.replaceAll(/\s+/g, " ")}) LIMIT ${rowsShown};`)
    .join("\n");
  const output = await run("wrangler", ["d1", "execute", "DB", "--json", "--yes", "--command", command, ...target], {
    env: { CI: "1" },
  });
  const answers = JSON.parse(output.slice(output.indexOf("[")));
  if (answers.length !== invariants.length)
    throw new Error(`${invariants.length} rules were asked and ${answers.length} answered`);
  return invariants.map(({ rule }, index) => ({ rule, broken: answers[index].results.map((row) => String(row.broken)) }));
}

const { values } = parseArgs({ options: { remote: { type: "boolean" }, "persist-to": { type: "string" } } });
const checked = await brokenInvariants({ remote: values.remote, persistTo: values["persist-to"] });
const breaches = checked.filter(({ broken }) => broken.length > 0);
for (const { rule, broken } of breaches) console.error(`✗ ${rule}: ${broken.join(", ")}`);
console.log(`${breaches.length} of ${checked.length} invariants are broken.`);
process.exitCode = breaches.length === 0 ? 0 : 1;
