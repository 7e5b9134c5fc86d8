// Publishes the locale files and information pages to KV, after checking them as a whole.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { readCommandLine } from "./command-line.ts";
import { checkedEntries } from "./content-entries.ts";
import { apiArguments, type Target } from "./deploy/plan.ts";
import { root } from "./installed.mjs";
import { withLocalState, type LocalState } from "./local-state.ts";
import { run } from "./run.ts";

const help = `Usage: npm run content:publish [-- --remote [--staging]]

Checks locale files and information pages and writes them to KV; running it again changes nothing.

  --remote    production's KV instead of this machine's
  --staging   staging's instead of production's`;

/** Writes what KV lacks or holds differently; returns how many entries that were. */
export async function publishContent({ content }: LocalState): Promise<number> {
  const entries = await checkedEntries();
  const published = await Promise.all(entries.map(({ key }) => content.get(key, "text")));
  const changed = entries.filter(({ value }, index) => value !== published[index]);
  await Promise.all(changed.map(({ key, value }) => content.put(key, value)));
  return changed.length;
}

/** Wrangler's words for all entries, checked, at once. */
export async function publication(target: Target): Promise<string[]> {
  const file = join(root, "node_modules/.cache/published-content.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(await checkedEntries()));
  const to = ["--binding", "CONTENT", "--remote", ...apiArguments(target)];
  return ["kv", "bulk", "put", file, ...to];
}

if (import.meta.main) {
  const { values } = readCommandLine(help, {
    remote: { type: "boolean" },
    staging: { type: "boolean" },
  });
  if (values.remote === true)
    await run("wrangler", await publication(values.staging ? "staging" : "production"));
  const count = values.remote
    ? (await checkedEntries()).length
    : await withLocalState(publishContent);
  console.log(`${count} entries published`);
}
