/** Makes single mistakes in the sources, one at a time, and tells which of them no test notices. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { endCommand, readCommandLine } from "../../.scripts/command-line.ts";
import { run } from "../../.scripts/run.ts";
import { installTool } from "../support/tools.ts";
import { mistakesIn } from "./mistakes.ts";

const help = `Usage: npm run mutants -- FILE[:FROM-TO] … [--tests FILE,FILE]
       npm run mutants -- --sql FILE … [--tests FILE,FILE]

Lets StrykerJS make one mistake at a time in the files, or between two of their lines, and asks the tests of unit, web and
workerd that run that line, or only those that are named. Shows the mistakes that no test notices; fails below 92 % noticed.

  --sql  makes mistakes in SQL and forgets an await instead, which StrykerJS does not`;

const options = { tests: { type: "string" }, sql: { type: "boolean", default: false } } as const;
const { positionals, values } = readCommandLine(help, options, { positionals: true });
if (positionals.length === 0) endCommand(2, help);
const testFiles = values.tests?.split(",");

if (values.sql) await makeMistakesInSql();
else await letStrykerMakeMistakes();

async function makeMistakesInSql(): Promise<void> {
  const projects = ["unit", "web", "workerd"].flatMap((name) => ["--project", name]);
  // Its cache of modules does not know the environment.
  const once = ["--bail", "1", "--fsModuleCache=false"];
  const settings = ["--config", "tests/vitest.config.ts", ...once, ...projects];
  let [made, noticed] = [0, 0];
  for (const file of positionals) {
    const tests = testFiles ? ["run", ...testFiles] : ["related", "--run", file];
    const ask = (env: Record<string, string>) => run("vitest", [...tests, ...settings], { env });
    const code = readFileSync(file, "utf8");
    const nothing = { file, at: 0, found: "", instead: "" };
    await ask({ MISTAKE: JSON.stringify(nothing) });
    for (const mistake of mistakesIn(file, code)) {
      made++;
      const survives = await ask({ MISTAKE: JSON.stringify(mistake) }).then(
        () => true,
        () => false,
      );
      if (!survives) noticed++;
      const place = `${file}:${code.slice(0, mistake.at).split("\n").length}`;
      const change = `${mistake.found.trim()} → ${mistake.imported ?? (mistake.instead || "nothing")}`;
      console.log(`${survives ? "SURVIVED" : "noticed "} ${place} ${change}`);
    }
  }
  console.log(`${noticed} of ${made} noticed`);
  if (noticed < 0.92 * made) process.exitCode = 1;
}

async function letStrykerMakeMistakes(): Promise<void> {
  const version = "10.1.1";
  const names = ["core", "vitest-runner"].map((name) => `@stryker-mutator/${name}@${version}`);
  const tools = join(await installTool(...names), "@stryker-mutator");
  const { Stryker } = await import(pathToFileURL(join(tools, "core/dist/src/index.js")).href);
  await new Stryker({
    mutate: positionals,
    ...(testFiles && { testFiles }),
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
}
