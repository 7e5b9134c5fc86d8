// Everything that must hold before a change lands: the same here, at a colleague's and in CI.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { ensureBrowser } from "./browser.ts";
import { apiArguments, pagesUpload, targets } from "./deploy/plan.ts";
import { ensureEngines, missingEngines, sayMissing } from "./engines.ts";
import { endWithParent, root } from "./installed.mjs";
import { run } from "./run.ts";

/** What is read of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}

endWithParent();
const build = "dist";
const slowestShown = 10;
const results = resolve(root, "node_modules/.cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const files: { name: string; seconds: number }[] = [];

let chromiumPath = "";
await step("the browsers are here", async () => {
  await ensureEngines();
});
await step("Chromium is here", async () => {
  chromiumPath = await ensureBrowser();
});
const npmScript = (name: string) => () => run("npm", ["run", "--silent", name]);
const isBuilt = await step("production build", npmScript("build"));
await Promise.all([inspect(), ...(isBuilt ? [pack(), suites(), insideWorkerd()] : [])]);
if (isBuilt) await vitest("journeys", ["journeys", "engines"]);

printSlowestFiles();
const leftOut = sayMissing(missingEngines());
if (leftOut !== null) console.log(`! ${leftOut}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function pack(): Promise<void> {
  const toNowhere = ["--dry-run", "--outdir", "node_modules/.cache/deploy"];
  for (const target of targets)
    for (const [name, upload] of [
      ["pages", pagesUpload(target)],
      ["API", apiArguments(target)],
    ] as const)
      await step(`the ${name} of ${target} can be deployed`, () =>
        run("wrangler", ["deploy", ...upload, ...toNowhere]),
      );
}

async function inspect(): Promise<void> {
  await step("lint", npmScript("lint"));
  await step("format", npmScript("format:check"));
  await step("unused code", npmScript("unused"));
  await step("dependencies", npmScript("dependencies"));
  await step("types", npmScript("types"));
}

async function step(name: string, work: () => Promise<unknown>): Promise<boolean> {
  const started = Date.now();
  try {
    await work();
    passed += 1;
    console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    failed += 1;
    console.error(`✗ ${name}\n${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

function suites(): Promise<void> {
  return vitest("suites", ["unit", "house", "web", "upstream", "reference-upstream", "worker"]);
}

/** One process whatever the machine has: it goes beside the others, and what it says comes after them. */
function insideWorkerd(): Promise<void> {
  return vitest("workerd", ["workerd"], { inherit: false });
}

async function vitest(
  name: string,
  projects: readonly string[],
  { inherit } = { inherit: true },
): Promise<void> {
  const file = resolve(results, `${name}.json`);
  const args = [
    "run",
    "--config",
    "tests/vitest.config.ts",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  let ended = true;
  try {
    const said = await run("vitest", args, {
      inherit,
      env: { SHOP_BUILD: build, CHROMIUM_PATH: chromiumPath },
    });
    if (!inherit) console.log(said);
  } catch (error) {
    if (!inherit) console.error(error instanceof Error ? error.message : String(error));
    ended = false;
  }
  const report: Report = JSON.parse(readFileSync(file, "utf8"));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  // A file that cannot be loaded has no failed test to count.
  if (!ended && report.numFailedTests === 0) failed += 1;
  for (const { name: path, startTime, endTime } of report.testResults)
    files.push({ name: relative(root, path), seconds: (endTime - startTime) / 1000 });
}

function printSlowestFiles(): void {
  const slowest = files
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, slowestShown);
  if (slowest.length > 0) console.log("\nThe slowest test files:");
  for (const { name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}
