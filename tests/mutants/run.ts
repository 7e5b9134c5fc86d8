/** Makes single mistakes in the sources, one at a time, and tells which of them no test notices. */
import fs from "node:fs";
import { resolve, join } from "node:path";
import { endCommand, readCommandLine } from "../../.scripts/command-line.ts";
import { root } from "../../.scripts/installed.mjs";
import { seeded } from "../support/experiment.ts";
import type { Verdict, Question } from "./examine.ts";
import { isSame, mutantsOf, readAccepted, type Mutant } from "./mutants.ts";
import { levels, sourcesIn, testsOf, type Level } from "./sources.ts";
import { execFileSync, fork, spawnSync, type ChildProcess } from "node:child_process";
import { tmpdir } from "node:os";
import { repositoryFiles } from "../support/repository.ts";

/** Far longer than the tests take: what waits for ever fails by their own limits, what never stops by this one. */
const longestMs = 300_000;

/** Asks the type check and `examine.ts`, which is in a process group of its own and ended whenever it takes too long. */
function createExaminer(copy: string) {
  let child: ChildProcess | null = null;
  const end = () => {
    if (child?.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    child = null;
  };
  process.once("exit", end);
  return {
    end,
    async ask(question: Question): Promise<Verdict> {
      if (child === null) {
        child = start(copy);
        if ((await heard(child)) !== "ready") throw new Error("the tests do not start");
      }
      const answer = heard(child);
      child.send(question);
      const verdict = (await answer) as Verdict | null;
      if (verdict === null) end();
      return verdict ?? { outcome: "timeout" };
    },
  };
}

function start(copy: string): ChildProcess {
  const bundles = resolve(copy, ".git/bundles");
  fs.mkdirSync(bundles, { recursive: true });
  const { SHOP_BUILD: _sources, ...env } = process.env;
  return fork(resolve(copy, "tests/mutants/examine.ts"), [copy], {
    cwd: copy,
    detached: true,
    env: { ...env, TEST_BUNDLES: bundles, CI: "1" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
}

function heard(child: ChildProcess): Promise<unknown> {
  return new Promise((done) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      child.off("message", settle).off("exit", nothing);
      done(answer);
    };
    const nothing = () => settle(null);
    const timer = setTimeout(nothing, longestMs);
    child.once("message", settle).once("exit", nothing);
  });
}

/** Looks again only at what a mistake can have changed. @returns what is first said against it. */
function refusedByTypes(copy: string, source: string, projects: readonly string[]): string | null {
  for (const project of projects) {
    const kept = ["--incremental", "--tsBuildInfoFile", `.git/types-${project}`];
    const args = ["-p", project, "--pretty", "false", ...kept];
    const { status, stdout } = spawnSync("tsc", args, { cwd: copy, encoding: "utf8" });
    if (status !== 0) return stdout.split("\n")[0] ?? "";
  }
  const rule = ["-A", "all", "-D", "typescript/no-floating-promises", "--format", "unix"];
  const args = ["--type-aware", ...rule, source];
  const { stdout } = spawnSync("oxlint", args, { cwd: copy, encoding: "utf8" });
  return stdout.split("\n").find((line) => line.includes("no-floating-promises")) ?? null;
}

/** What a mistake keeps from ever coming need not be waited for as long as on the busiest machine. */
const long = /\btimeout: \d?\d0_000\b/g;

/**
 * A copy of the repository in the system's folder for such things, where alone mistakes are made: tracked and new files as they are,
 * not as committed. @returns its path; it goes when this process ends.
 */
function copyOfRepository(): string {
  const copy = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), "mutants-"));
  process.once("exit", () => fs.rmSync(copy, { recursive: true, force: true, maxRetries: 9 }));
  for (const file of repositoryFiles()) {
    fs.cpSync(resolve(root, file), resolve(copy, file));
    if (!/^tests\/(support|vitest)/.test(file)) continue;
    const text = fs.readFileSync(resolve(copy, file), "utf8");
    fs.writeFileSync(resolve(copy, file), text.replaceAll(long, "timeout: 15_000"));
  }
  // Some tests of the Worker read what the build made of the page.
  const client = resolve(root, "dist/client");
  if (!fs.existsSync(client)) throw new Error("Run `npm run build` first.");
  const fixture = resolve(copy, "tests/fixtures/client");
  // One of its files is a link, and what is written through it would be the repository's own.
  fs.rmSync(fixture, { recursive: true });
  fs.cpSync(client, fixture, { recursive: true });
  // Rules of the repository ask git for its files, and a link is no folder to it.
  execFileSync("git", ["init", "--quiet"], { cwd: copy });
  fs.appendFileSync(resolve(copy, ".gitignore"), "node_modules\n");
  fs.symlinkSync(fs.realpathSync(resolve(root, "node_modules")), resolve(copy, "node_modules"));
  return copy;
}

const help = `Usage: npm run mutants [-- [--only PATH …] [--sample N] [--seed S] [--levels types,unit,…] [--least PERCENT]]

Makes single mistakes in the page and in the Worker, in a copy of the repository, and runs the type check and the tests of
\`npm test\` that can notice each until one fails; \`npm run build\` comes first. Fails when fewer than PERCENT (92) are noticed.

  --only    sources whose path begins so, or one line, path:line, as survivors are shown
  --sample  that many mutants, chosen by --seed (1)
  --levels  kinds of checks that are asked, the cheapest first (${levels.join(",")})
  --list    shows the mutants and runs nothing`;
const { values } = readCommandLine(help, {
  only: { type: "string", multiple: true, default: [] },
  sample: { type: "string" },
  seed: { type: "string", default: "1" },
  levels: { type: "string", default: levels.join(",") },
  least: { type: "string", default: "92" },
  list: { type: "boolean", default: false },
});
const asked = levels.filter((level) => values.levels.split(",").includes(level));
const only = values.only.map((path) => path.replace(/:\d+$/, ""));
const accepted = readAccepted();
const found = sourcesIn(root, only).flatMap((source) => mutantsOf(root, source));
const all = found
  .filter((mutant) => !accepted.some((one) => isSame(one, mutant)))
  .filter(({ source, line }) => {
    const lines = values.only.filter((path) => path.startsWith(`${source}:`));
    return lines.length === 0 || lines.includes(`${source}:${line}`);
  });
if (all.length === 0 || asked.length === 0) endCommand(2, `Nothing to do.\n\n${help}`);
const chosen = seeded(Number(values.seed))
  .shuffled(all)
  .slice(0, Number(values.sample ?? all.length))
  .sort((a, b) => a.source.localeCompare(b.source) || a.line - b.line);
const shown = ({ source, line, was, is }: Mutant) => `${source}:${line}\n  - ${was}\n  + ${is}`;
if (values.list) endCommand(0, chosen.map(shown).join("\n"));

const copy = copyOfRepository();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const examiner = createExaminer(copy);

async function ask(source: string, tests: string[]) {
  const verdict = await examiner.ask({ source, tests });
  if (verdict.outcome === "error") throw new Error(verdict.by);
  return verdict;
}

/** Where tests wait for another process, or ran out of time, a failure counts when the same file fails again. */
async function askTwice(source: string, tests: string[]) {
  const first = await ask(source, tests);
  if (first.outcome !== "noticed") return first;
  if (!/^tests\/w(eb|orker)\//.test(first.file) && !/timed out/i.test(first.by)) return first;
  const again = await ask(source, [first.file]);
  return again.outcome === "survived" ? ask(source, tests) : first;
}

/** Whether a file passes on the sources as they are; one that does not is not asked any more. */
const sound = new Map<string, boolean>();

async function isSound(source: string, file: string): Promise<boolean> {
  const passes = async () => (await ask(source, [file])).outcome === "survived";
  if (!sound.has(file)) sound.set(file, (await passes()) || (await passes()));
  return sound.get(file) === true;
}

let isStarted = false;

async function verdictAt(level: Level, mutant: Mutant, tests: string[]): Promise<Verdict> {
  const { source, text } = mutant;
  const files = tests.filter((test) => sound.get(test) !== false);
  const [first] = files;
  if (first === undefined) return { outcome: "survived" };
  // A shop that is started for all files is one without a mistake.
  if (level === "web" && !isStarted) await ask(source, [first]);
  isStarted ||= level === "web";
  const file = resolve(copy, source);
  const original = fs.readFileSync(file, "utf8");
  let verdict: Verdict;
  try {
    fs.writeFileSync(file, text);
    if (level === "types") {
      const by = refusedByTypes(copy, source, tests);
      return by === null ? { outcome: "survived" } : { outcome: "noticed", file: "", by };
    }
    verdict = await askTwice(source, files);
  } finally {
    fs.writeFileSync(file, original);
  }
  if (verdict.outcome === "timeout") isStarted = false;
  if (verdict.outcome !== "noticed" || (await isSound(source, verdict.file))) return verdict;
  return verdictAt(level, mutant, files);
}

const counts = { refused: 0, noticed: 0, timeout: 0, survived: 0 };
const survivors: Mutant[] = [];
for (const mutant of chosen) {
  const began = Date.now();
  const tests = testsOf(copy, mutant.source);
  let verdict: Verdict = { outcome: "survived" };
  let level: Level = "types";
  for (level of asked) {
    verdict = await verdictAt(level, mutant, tests[level] ?? []);
    if (verdict.outcome !== "survived") break;
  }
  if (verdict.outcome === "error") throw new Error(verdict.by);
  const isRefused = level === "types" && verdict.outcome === "noticed";
  const outcome = isRefused ? "refused" : verdict.outcome;
  counts[outcome] += 1;
  if (outcome === "survived") survivors.push(mutant);
  const by = verdict.outcome === "noticed" ? `${level}: ${verdict.by}` : "";
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${outcome}  ${seconds} s  ${shown(mutant)}\n  ${by}`);
}
examiner.end();

const shareOf = (judged: number) =>
  (judged === 0 ? 100 : (100 * (judged - counts.survived)) / judged).toFixed(1);
const failing = [...sound].flatMap(([file, passes]) => (passes ? [] : [file]));
if (survivors.length > 0) console.log(`\nNoticed by no test:\n${survivors.map(shown).join("\n")}`);
if (failing.length > 0)
  console.log(`\nNot asked, for they fail without a mistake: ${failing.join(" ")}`);
const outdated = accepted.filter((one) => !found.some((mutant) => isSame(one, mutant)));
if (only.length === 0 && outdated.length > 0)
  console.log(
    `\nAccepted, and nobody's mistake any more:\n${outdated.map((one) => `${one.source}\n  - ${one.was}`).join("\n")}`,
  );
console.log(`
${chosen.length} of ${all.length} mutants, seed ${values.seed}, asked ${asked.join(", ")}: ${counts.refused} refused by types,
${counts.noticed} noticed by tests, ${counts.timeout} ran out of time, ${counts.survived} survived:
${shareOf(chosen.length)} % noticed, of those that compile ${shareOf(chosen.length - counts.refused)} %`);
process.exitCode =
  Number(shareOf(chosen.length)) < Number(values.least) || failing.length > 0 ? 1 : 0;
