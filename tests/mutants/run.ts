/** Makes single mistakes in the sources, one at a time, and tells which of them no test notices. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endCommand, readCommandLine } from "../../.scripts/command-line.ts";
import { installTool } from "../support/tools.ts";
import { conditions, droppedCalls, forgottenAwait, sqlWords } from "./mutators.ts";

const help = `Usage: npm run mutants -- FILE[:FROM-TO] … [--tests FILE,FILE]

Lets StrykerJS make one mistake at a time in the files, or between two of their lines, and asks the tests of unit, web and
workerd that run that line, or only those that are named. Shows the mistakes that no test notices; fails below 92 % noticed.`;

const options = { tests: { type: "string" } } as const;
const { positionals, values } = readCommandLine(help, options, { positionals: true });
if (positionals.length === 0) endCommand(2, help);

const version = "10.1.1";
const names = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${version}`);
const tools = join(await installTool(...names), "@stryker-mutator");
const load = (file: string) => import(pathToFileURL(join(tools, file)).href);
// Stryker has no other door for further mistakes.
const { allMutators } = await load("instrumenter/dist/src/mutators/mutate.js");
allMutators.push(conditions, droppedCalls, forgottenAwait, sqlWords);
const { Stryker } = await load("core/dist/src/index.js");
await new Stryker({
  mutate: positionals,
  ...(values.tests !== undefined && { testFiles: values.tests.split(",") }),
  testRunner: "vitest",
  vitest: { configFile: "tests/vitest.config.ts" },
  // Texts are judged by snapshots, addresses and names by whatever does not find them.
  mutator: { excludedMutations: ["StringLiteral"] },
  reporters: ["progress", "clear-text"],
  clearTextReporter: { allowColor: false, reportTests: false },
  thresholds: { high: 100, low: 92, break: 92 },
  // The compiler written in Go has no interface that would rewrite its configuration.
  tsconfigFile: "none",
  tempDirName: ".wrangler/stryker",
  // A busy machine is not a mistake that never ends.
  dryRunTimeoutMinutes: 60,
  timeoutMS: 60_000,
}).runMutationTest();
