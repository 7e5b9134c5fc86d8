// What must hold before a change lands, here and in CI; with `--deep`, what is asked at night.
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBrowser, ensureEngines } from "../.scripts/browser.ts";
import { endWithParent, isWindows, root } from "../.scripts/installed.mjs";
import { run } from "../.scripts/run.ts";

type Work = () => Promise<unknown>;
type Cell = string | number;

endWithParent();
const isDeep = process.argv.includes("--deep");
/** As many at once as keep two cores busy: browsers, pages and Workers wait for each other. */
const lanes = 3;

let passed = 0;
let failed = 0;
/** What each step cost: its tests, seconds, and seconds of the processor in all its processes. */
const costs: [name: string, ...Cell[]][] = [["Suite", "tests", "seconds", "processor"]];
const began = Date.now();

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
// Its experiments measure what people wait for, and load the machine themselves.
if (isDeep && isBuilt) await suite("worker");
// The longest first, so that none is left alone at the end.
const work = isDeep ? deepWork() : everydayWork();
await Promise.all([browsers, ...Array.from({ length: lanes }, workOff)]);

costs.push(["all", passed + failed, secondsSince(began)]);
for (const [name, ...cells] of costs)
  console.log(name.padEnd(24) + cells.map((cell) => `${cell}`.padStart(12)).join(""));
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

function everydayWork(): Work[] {
  const names = ["types", "unused", "lint", "format:check"];
  const checks = names.map((name) => () => step(name, npmScript(name)));
  if (!isBuilt) return checks;
  const first = suites("worker", "web", "journeys", "engines", "workerd");
  const standIns = isProven() ? [] : suites("reference-upstream");
  return [...first, ...standIns, ...checks, ...suites("unit", "house", "upstream")];
}

function deepWork(): Work[] {
  const folders = readdirSync(resolve(root, "tests/deep")).filter((name) => name !== "worker");
  const names = new Set(["journeys", ...folders, "reference-upstream"]);
  return isBuilt ? suites(...names) : [];
}

function suites(...names: string[]): Work[] {
  return names.map((name) => () => suite(name));
}

async function workOff(): Promise<void> {
  for (let next = work.shift(); next !== undefined; next = work.shift()) await next();
}

function npmScript(name: string): Work {
  return () => counted("npm", ["run", "--silent", name]);
}

/** As `run`; the output ends with the `times` of POSIX shells. */
function counted(command: string, args: string[], env: Record<string, string> = {}) {
  if (isWindows) return run(command, args, { env });
  return run("sh", ["-c", '"$@" || exit; times', "sh", command, ...args], { env });
}

/** User and system, of all that the shell waited for; a dash where nobody counted. */
function processorSeconds(output: string): string {
  const [, ...parts] = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\n$/.exec(output) ?? [];
  const [minutes = 0, seconds = 0, systemMinutes = 0, systemSeconds = 0] = parts.map(Number);
  const sum = (minutes + systemMinutes) * 60 + seconds + systemSeconds;
  return parts.length === 0 ? "–" : sum.toFixed(1);
}

/** One process at a time in each suite: it starts the Workers, the browser and the tools once. */
async function suite(name: string): Promise<void> {
  if (["journeys", "engines"].includes(name)) await browsers;
  const args = ["run", "--config", "tests/vitest.config.ts", "--project", name, "--maxWorkers=1"];
  const env = { SHOP_BUILD: "dist", CHROMIUM_PATH: chromiumPath, NO_COLOR: "1" };
  const isWell = await step(name, () =>
    counted("vitest", args, { ...env, ...(isDeep && { DEEP: "1" }) }),
  );
  if (isWell && name === "reference-upstream") writeFileSync(provenMark, markOfStandIns());
}

/** Counts the tests that the output tells of, or itself as one. */
async function step(name: string, act: Work): Promise<boolean> {
  const started = Date.now();
  const { isWell, output } = await act().then(
    (printed) => ({ isWell: true, output: String(printed) }),
    (error: unknown) => ({ isWell: false, output: String(error) }),
  );
  const [summary, failures = 0, successes = 0] =
    /^ *Tests +(?:(\d+) failed)?[ |]*(?:(\d+) passed)?.*\(\d+\)$/m.exec(output) ?? [];
  // A file that cannot be loaded has no failed test to count.
  failed += isWell ? 0 : Math.max(1, Number(failures));
  passed += summary === undefined && isWell ? 1 : Number(successes);
  const tests = summary === undefined ? 1 : Number(successes) + Number(failures);
  costs.push([name, tests, secondsSince(started), processorSeconds(output)]);
  if (isWell) console.log(`✓ ${name} (${secondsSince(started)} s)`);
  else console.error(`✗ ${name}\n${output}`);
  return isWell;
}

function secondsSince(then: number): string {
  return ((Date.now() - then) / 1000).toFixed(1);
}

/** Of the stand-ins and their suite, which is left to the night while unchanged. */
function markOfStandIns(): string {
  const hash = createHash("sha256");
  for (const folder of ["worker/stand-ins", "tests/reference-upstream"]) {
    const cwd = resolve(root, folder);
    for (const name of globSync("**/*.{ts,json}", { cwd }).sort())
      hash.update(name).update(readFileSync(resolve(cwd, name)));
  }
  return `${hash.digest("hex")}\n`;
}
