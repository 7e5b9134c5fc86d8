/** Runs the benchmarks of this folder; fails when one does not hold. */
import { readdirSync } from "node:fs";
import { readCommandLine } from "../../.scripts/command-line.ts";
import { run as runTool } from "../../.scripts/run.ts";
import type { BenchOptions } from "./recorded.ts";

export interface Benchmark {
  name: string;
  /** Prints its own small table. Limits are ratios measured in the same run, or have room for a slow machine. */
  run: (options: BenchOptions) => Promise<{ held: boolean }>;
}

const help = `Usage: npm run bench [-- [--check] [--record] NAME …]

Runs the benchmarks, or those whose file name contains NAME, on a fresh production build.

  --check   fails when a figure is worse than the recorded one by more than a tenth and its noise
  --record  writes the figures into tests/bench/recorded.json`;
const switches = { check: { type: "boolean" }, record: { type: "boolean" } } as const;
const { positionals: wanted, values } = readCommandLine(help, switches, { positionals: true });
const options = { check: values.check ?? false, record: values.record ?? false };
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".bench.ts"))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

await runTool("npm", ["run", "--silent", "build"]);
process.env.SHOP_BUILD = "dist";
const results: { name: string; held: boolean }[] = [];
for (const file of files) {
  const { name, run }: Benchmark = await import(new URL(file, import.meta.url).href);
  console.log(`\n## ${name}\n`);
  const started = performance.now();
  const { held } = await run(options).catch((error: unknown) => {
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
