/** Runs the benchmarks of this folder; fails when one does not hold. */
import { readdirSync } from "node:fs";
import { readCommandLine } from "../../.scripts/command-line.ts";

export interface Benchmark {
  name: string;
  /** Prints its own small table. Limits are ratios measured in the same run, or have room for a slow machine. */
  run: () => Promise<{ held: boolean }>;
}

const help = `Usage: npm run bench [-- NAME …]

Runs the benchmarks, or those whose file name contains NAME.`;
const { positionals: wanted } = readCommandLine(help, {}, { positionals: true });
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

const results: { name: string; held: boolean }[] = [];
for (const file of files) {
  const { name, run }: Benchmark = await import(new URL(file, import.meta.url).href);
  console.log(`\n## ${name}\n`);
  const started = performance.now();
  const { held } = await run().catch((error: unknown) => {
    console.error(error);
    return { held: false };
  });
  results.push({ name, held });
  console.log(
    `\n${held ? "held" : "NOT HELD"} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}

const failed = results.filter(({ held }) => !held);
console.log(`\n${results.length - failed.length} held, ${failed.length} not held`);
for (const { name } of failed) console.log(`not held: ${name}`);
process.exitCode = failed.length > 0 || results.length === 0 ? 1 : 0;
