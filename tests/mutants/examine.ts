/** One project of the copy's tests, kept ready between mutants: told which files to run, says whether they all pass. */
import { readdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { createVitest, type TestSpecification } from "vitest/node";
import type { Verdict, Question } from "./examiner.ts";

const [copy = "", project = ""] = process.argv.slice(2);
process.chdir(copy);
const bundles = process.env["TEST_BUNDLES"] ?? "";
const vitest = await createVitest("test", {
  root: copy,
  config: resolve(copy, "tests/vitest.config.ts"),
  project: [project],
  watch: false,
  bail: 1,
  reporters: [{}],
});
await vitest.standalone();

let last = "";

async function verdictOn({ source, tests }: Question): Promise<Verdict> {
  // The stand-ins stay as they are; the shop is bundled again.
  for (const file of readdirSync(bundles).filter((name) => !name.startsWith("worker-stand-ins")))
    rmSync(resolve(bundles, file), { recursive: true });
  // The mistake before this one has been taken back since.
  for (const changed of [last, source]) vitest.invalidateFile(resolve(copy, changed));
  last = source;
  const specifications = await vitest.globTestSpecifications(tests);
  if (specifications.length !== tests.length) throw new Error(`not all found: ${tests.join(" ")}`);
  // Files that share a process set each other's tables; one after the other, each begins with its own.
  const turns = project === "unit" ? [specifications] : specifications.map((one) => [one]);
  for (const turn of turns) {
    const verdict = await verdictOf(turn);
    if (verdict.outcome !== "survived") return verdict;
  }
  return { outcome: "survived" };
}

async function verdictOf(specifications: TestSpecification[]): Promise<Verdict> {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  // It also remembers how files ended that were run before.
  const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
  const failed = testModules.find((module) => wanted.has(module.moduleId) && !module.ok());
  if (failed === undefined && unhandledErrors.length === 0) return { outcome: "survived" };
  const [test] = [...(failed?.children.allTests("failed") ?? [])];
  const result = test?.result();
  const [error] = (result?.state === "failed" ? result.errors : failed?.errors()) ?? [];
  return {
    outcome: "noticed",
    file: failed?.relativeModuleId ?? "",
    by: test?.fullName ?? failed?.relativeModuleId ?? "an error",
    because: (error?.message ?? "").split("\n")[0] ?? "",
  };
}

process.on("message", (question: Question) => {
  void verdictOn(question)
    .catch((error: unknown) => ({ outcome: "error" as const, by: String(error) }))
    .then((verdict) => process.send?.(verdict));
});
process.send?.("ready");
