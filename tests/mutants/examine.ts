/** The copy's tests, kept ready between mutants: told which files to run, says whether they all pass. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { relative, resolve } from "node:path";
import { createVitest, type TestSpecification } from "vitest/node";
import { levels } from "./sources.ts";

export interface Question {
  source: string;
  tests: string[];
}
export type Verdict =
  | { outcome: "survived" | "timeout" }
  | { outcome: "noticed"; file: string; by: string }
  | { outcome: "error"; by: string };

const [copy = ""] = process.argv.slice(2);
process.chdir(copy);
const bundles = process.env["TEST_BUNDLES"] ?? "";
const vitest = await createVitest("test", {
  root: copy,
  config: resolve(copy, "tests/vitest.config.ts"),
  project: levels.filter((level) => level !== "types"),
  watch: false,
  bail: 1,
  testTimeout: 120_000,
  reporters: [{}],
});
await vitest.standalone();

let last = "";
let bundled = "";

async function verdictOn({ source, tests }: Question): Promise<Verdict> {
  // The mistake before this one has been taken back since.
  for (const changed of [last, source]) vitest.invalidateFile(resolve(copy, changed));
  last = source;
  if (/^tests\/w(eb|orker)\//.test(tests[0] ?? "")) forgetBundle(source);
  const specifications = await vitest.globTestSpecifications(tests);
  if (specifications.length !== tests.length) throw new Error(`not all found: ${tests.join(" ")}`);
  for (const turn of turnsOf(specifications)) {
    const verdict = await verdictOf(turn);
    if (verdict.outcome !== "survived") return verdict;
  }
  return { outcome: "survived" };
}

/** The stand-ins stay as they are; the shop is bundled again where its Worker is another. */
function forgetBundle(source: string): void {
  const wanted = source.startsWith("web/") ? "" : readFileSync(resolve(copy, source), "utf8");
  if (wanted === bundled) return;
  bundled = wanted;
  for (const file of readdirSync(bundles).filter((name) => !name.startsWith("worker-stand-ins")))
    rmSync(resolve(bundles, file), { recursive: true });
}

/** Files that share a process set each other's tables: one after the other, each begins with its own. */
function turnsOf(all: TestSpecification[]): TestSpecification[][] {
  const atOnce = { unit: 12, house: 12, web: 2 }[all[0]?.project.name ?? ""] ?? 1;
  const firsts = all.filter((_, index) => index % atOnce === 0);
  return firsts.map((_, turn) => all.slice(turn * atOnce, (turn + 1) * atOnce));
}

async function verdictOf(specifications: TestSpecification[]): Promise<Verdict> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
  const failed = testModules.find((module) => wanted.has(module.moduleId) && !module.ok());
  if (failed === undefined && unhandledErrors.length === 0) return { outcome: "survived" };
  const [test] = [...(failed?.children.allTests("failed") ?? [])];
  const result = test?.result();
  const errors = result?.state === "failed" ? result.errors : failed?.errors();
  const [said = unhandledErrors[0]] = errors ?? [];
  const because = String(Object(said).message).split("\n")[0]?.slice(0, 200);
  const file = failed?.relativeModuleId ?? relative(copy, specifications[0]?.moduleId ?? "");
  return { outcome: "noticed", file, by: `"${test?.fullName ?? file}": ${because}` };
}

process.on("message", (question: Question) => {
  void verdictOn(question)
    .catch((error: unknown) => ({ outcome: "error" as const, by: String(error) }))
    .then((verdict) => process.send?.(verdict));
});
process.send?.("ready");
