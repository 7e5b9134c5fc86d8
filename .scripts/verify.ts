// What must hold before a change lands, here and in CI; with `--deep`, what is asked at night.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { ensureBrowser, ensureEngines, missingEngines, sayMissing } from "./browser.ts";
import { apiArguments, pagesUpload, targets } from "./deploy/plan.ts";
import { endWithParent, root } from "./installed.mjs";
import { run } from "./run.ts";

/** What is read of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; startTime: number; endTime: number }[];
}
interface Row {
  name: string;
  tests: number;
  seconds: number;
}
type Work = () => Promise<unknown>;

endWithParent();
const isDeep = process.argv.includes("--deep");
const build = "dist";
/** As many at once as keep two cores busy: browsers, pages and Workers wait for each other. */
const lanes = 3;
const slowestShown = 10;
const results = resolve(root, "node_modules/.cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
const rows: Row[] = [];
const files: { name: string; seconds: number }[] = [];
const began = Date.now();

const installationSeconds = Number(process.env.INSTALLATION_SECONDS ?? 0);
rows.push({ name: "installation", tests: 0, seconds: installationSeconds });
let chromiumPath = "";
/** Installing them takes as long as the build and the first suites, which need none. */
const browsers = step("browsers", async () => {
  await ensureEngines();
  chromiumPath = await ensureBrowser();
});
const isBuilt = await step("production build", npmScript("build"));
const provenMark = resolve(root, "tests/reference-upstream/proven.txt");
const isProven = () =>
  existsSync(provenMark) && readFileSync(provenMark, "utf8") === markOfStandIns();
// The longest first, so that none is left alone at the end.
const work = isDeep ? deepWork() : everydayWork();
await Promise.all([browsers, ...Array.from({ length: lanes }, workOff)]);

sayFiles();
sayCosts();
const leftOut = sayMissing(missingEngines());
if (leftOut !== null) console.log(`! ${leftOut}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function everydayWork(): Work[] {
  const names = ["types", "unused", "lint", "format:check", "dependencies"];
  const checks = names.map((name) => () => step(name, npmScript(name)));
  if (!isBuilt) return checks;
  const first = suites("worker", "web", "journeys", "engines", "workerd");
  const standIns = isProven() ? [] : suites("reference-upstream");
  return [...first, ...standIns, ...checks, ...suites("unit", "house", "upstream")];
}

function deepWork(): Work[] {
  if (!isBuilt) return [];
  const folders = readdirSync(resolve(root, "tests/deep"));
  const all = suites(...new Set(["journeys", "worker", ...folders, "reference-upstream"]));
  return [...all, ...packings()];
}

function suites(...names: string[]): Work[] {
  return names.map((name) => () => suite(name));
}

async function workOff(): Promise<void> {
  for (let next = work.shift(); next !== undefined; next = work.shift()) await next();
}

function packings(): Work[] {
  const pack = (name: string, upload: string[]) => () =>
    step(`${name} can be deployed`, () =>
      run("wrangler", ["deploy", ...upload, "--dry-run", "--outdir", "node_modules/.cache/deploy"]),
    );
  return targets.flatMap((target) => [
    pack(`the pages of ${target}`, pagesUpload(target)),
    pack(`the API of ${target}`, apiArguments(target)),
  ]);
}

function npmScript(name: string): Work {
  return () => run("npm", ["run", "--silent", name]);
}

async function step(name: string, act: Work): Promise<boolean> {
  const { error, seconds } = await measured(act);
  rows.push({ name, tests: 1, seconds });
  if (error === null) passed += 1;
  else failed += 1;
  say(name, seconds, error);
  return error === null;
}

/** One process at a time in each suite: it starts the Workers, the browser and the tools once. */
async function suite(name: string): Promise<void> {
  if (["journeys", "engines"].includes(name)) await browsers;
  const file = resolve(results, `${name}.json`);
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", name, "--maxWorkers=1"];
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const env = { SHOP_BUILD: build, CHROMIUM_PATH: chromiumPath, ...(isDeep && { DEEP: "1" }) };
  let shares = "";
  const { error, seconds } = await measured(async () => {
    const output = await run("vitest", [...args, ...reporters], { env: { ...env, NO_COLOR: "1" } });
    shares = /Duration +\S+ \((.*)\)/.exec(output)?.[1] ?? "";
  });
  const report: Report = existsSync(file)
    ? JSON.parse(readFileSync(file, "utf8"))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  passed += report.numPassedTests;
  // A file that cannot be loaded has no failed test to count.
  failed += error === null ? 0 : Math.max(1, report.numFailedTests);
  rows.push({ name, tests: report.numPassedTests + report.numFailedTests, seconds });
  for (const { name: path, startTime, endTime } of report.testResults)
    files.push({ name: relative(root, path), seconds: (endTime - startTime) / 1000 });
  if (error === null && name === "reference-upstream") writeFileSync(provenMark, markOfStandIns());
  say(`${name}: ${report.numPassedTests} tests, ${shares}`, seconds, error);
}

async function measured(act: Work) {
  const started = Date.now();
  const error = await act().then(
    () => null,
    (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown)),
  );
  return { seconds: (Date.now() - started) / 1000, error };
}

/** Of the stand-ins and their suite, which is left to the night while unchanged. */
function markOfStandIns(): string {
  const hash = createHash("sha256");
  for (const folder of ["worker/stand-ins", "tests/reference-upstream"])
    for (const name of readdirSync(resolve(root, folder), {
      recursive: true,
      encoding: "utf8",
    }).sort())
      if (/\.(?:ts|json)$/.test(name))
        hash.update(name).update(readFileSync(resolve(root, folder, name)));
  return `${hash.digest("hex")}\n`;
}

function say(name: string, seconds: number, error: string | null): void {
  if (error === null) console.log(`✓ ${name} (${seconds.toFixed(1)} s)`);
  else console.error(`✗ ${name}\n${error}`);
}

function sayFiles(): void {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds);
  console.log("\nThe slowest test files:");
  for (const { name, seconds } of slowest.slice(0, slowestShown))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);
}

function sayCosts(): void {
  const line = (name: string, tests: number | string, seconds: number | string) =>
    console.log(name.padEnd(36) + `${tests}`.padStart(12) + `${seconds}`.padStart(12));
  console.log("");
  line("Suite", "tests", "seconds");
  for (const { name, tests, seconds } of rows) line(name, tests, seconds.toFixed(1));
  const seconds = (Date.now() - began) / 1000 + installationSeconds;
  line("all", passed + failed, seconds.toFixed(1));
}
