/** Makes single mistakes in the sources, one at a time, and tells which of them no test notices. */
import { writeFileSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { endCommand, readCommandLine } from "../../.scripts/command-line.ts";
import { root } from "../../.scripts/installed.mjs";
import { seeded } from "../support/experiment.ts";
import { copyOf } from "./copy.ts";
import { createExaminer, type Examiner, type Verdict } from "./examiner.ts";
import { isSame, mutantsOf, readAccepted, type Mutant } from "./mutants.ts";
import { levels, sourcesIn, testsOf, type Level } from "./sources.ts";

const help = `Usage: npm run mutants [-- [--only PATH …] [--sample N] [--seed S] [--levels unit,workerd,worker,web] [--least PERCENT]]

Makes single mistakes in the store, the shop, payments, middleware, the upstream client, prices and the quiz, in a copy of
the repository, and runs the tests that can notice each until one fails. Fails when fewer than PERCENT (92) are noticed.

  --only    sources whose path begins so, or one line, path:line, as survivors are shown
  --sample  that many mutants, chosen by --seed (1)
  --levels  kinds of tests that are asked, the cheapest first (all)
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
const all = sourcesIn(
  root,
  values.only.map((path) => path.replace(/:\d+$/, "")),
)
  .flatMap((source) => mutantsOf(root, source))
  .filter(isWanted);
if (all.length === 0 || asked.length === 0) endCommand(2, `Nothing to do.\n\n${help}`);
const chosen = seeded(Number(values.seed))
  .shuffled(all)
  .slice(0, Number(values.sample ?? all.length))
  .sort((a, b) => a.source.localeCompare(b.source) || a.line - b.line);
const accepted = readAccepted();
const isAccepted = (mutant: Mutant) => accepted.some((one) => isSame(one, mutant));
const shown = ({ source, line, was, is }: Mutant) => `${source}:${line}\n  - ${was}\n  + ${is}`;
if (values.list) endCommand(0, chosen.map(shown).join("\n"));

function isWanted({ source, line }: Mutant): boolean {
  const lines = values.only.filter((path) => path.startsWith(`${source}:`));
  return lines.length === 0 || lines.includes(`${source}:${line}`);
}

const copy = copyOf(root);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const examiners = new Map<Level, Examiner>(
  asked.map((level) => [level, createExaminer(copy, level)]),
);
/** Far longer than the tests take: what waits for ever fails by their own limits, what never stops by this one. */
const longestMs = { unit: 90_000, workerd: 240_000, worker: 900_000, web: 300_000 };

async function ask(level: Level, source: string, tests: string[]) {
  const verdict = await examiners.get(level)?.ask({ source, tests }, longestMs[level]);
  if (verdict === undefined || verdict.outcome === "error")
    throw new Error(`${level}: ${verdict?.by}`);
  return verdict;
}

/**
 * On a busy machine a test may fail by itself, if only because it measures time: a failure counts when the same file fails again.
 * In `workerd` nothing waits for another process, so only a test that ran out of time is asked again.
 */
async function askTwice(level: Level, source: string, tests: string[]) {
  const first = await ask(level, source, tests);
  if (first.outcome !== "noticed") return first;
  if (level === "workerd" && !/timed out/i.test(first.because)) return first;
  const again = await ask(level, source, [first.file]);
  return again.outcome === "survived" ? ask(level, source, tests) : first;
}

const sound = new Set<string>();

/** A test that notices must pass on the sources as they are, which is tried once for each file. */
async function requireSound(level: Level, source: string, file: string): Promise<void> {
  if (sound.has(file)) return;
  const tries = [await ask(level, source, [file])];
  if (tries[0]?.outcome !== "survived") tries.push(await ask(level, source, [file]));
  if (tries.at(-1)?.outcome !== "survived")
    throw new Error(`fails without a mistake: ${JSON.stringify(tries)}`);
  sound.add(file);
}

async function examine({ source, text }: Mutant): Promise<Verdict & { level?: Level }> {
  const file = resolve(copy, source);
  const original = readFileSync(file, "utf8");
  const tests = testsOf(copy, source);
  for (const level of asked) {
    const files = tests[level] ?? [];
    if (files.length === 0) continue;
    writeFileSync(file, text);
    let verdict: Verdict;
    try {
      verdict = await askTwice(level, source, files);
    } finally {
      writeFileSync(file, original);
    }
    if (verdict.outcome === "noticed") await requireSound(level, source, verdict.file);
    if (verdict.outcome !== "survived") return { ...verdict, level };
  }
  return { outcome: "survived" };
}

const counts = { noticed: 0, timeout: 0, survived: 0, accepted: 0 };
const survivors: Mutant[] = [];
for (const mutant of chosen) {
  const name = `${mutant.source}:${mutant.line}`;
  if (isAccepted(mutant)) {
    counts.accepted += 1;
    continue;
  }
  const verdict = await examine(mutant);
  if (verdict.outcome === "survived") survivors.push(mutant);
  if (verdict.outcome !== "error") counts[verdict.outcome] += 1;
  const by = verdict.outcome === "noticed" ? ` by "${verdict.by}": ${verdict.because}` : "";
  console.log(`${verdict.outcome}  ${name}  ${verdict.level ?? ""}${by}`);
  if (verdict.outcome === "survived") console.log(shown(mutant));
}
for (const examiner of examiners.values()) examiner.end();

const judged = counts.noticed + counts.timeout + counts.survived;
const share = judged === 0 ? 100 : (100 * (counts.noticed + counts.timeout)) / judged;
if (survivors.length > 0) console.log(`\nNoticed by no test:\n${survivors.map(shown).join("\n")}`);
console.log(
  `\n${chosen.length} of ${all.length} mutants, seed ${values.seed}, asked ${asked.join(", ")}: ${counts.noticed} noticed, ${counts.timeout} ran out of time, ${counts.survived} survived, ${counts.accepted} accepted; ${share.toFixed(1)} % noticed`,
);
process.exitCode = share < Number(values.least) ? 1 : 0;
