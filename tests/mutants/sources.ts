/** What is made mistakes in, and which checks can notice them. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, resolve } from "node:path";
import { resolveImport } from "../support/repository.ts";

/** The cheapest first: a mistake that one notices is not shown to the next. */
export const levels = ["types", "unit", "house", "workerd", "web", "worker"] as const;
export type Level = (typeof levels)[number];

const leftOut: [RegExp, reason: string][] = [
  [/^worker\/stand-ins\//, "not the shop: the upstream's contract is a suite of its own"],
  [/^web\/prerender\/(asset-headers|manifest|plugin)/, "run by the build, which `house` looks at"],
  [/^web\/scent\/(brush|gestures|loops)/, "strokes of a drawing, which only an eye can judge"],
];
/** Here numbers are sizes of a drawing, which only an eye can judge; everything else is judged. */
export const drawings =
  /^web\/(pages\/scent\/Sizes|scent\/(BottlePreview|Flask|ScentPortrait|families|portrait))\.tsx?$/;

const alsoAbout: Record<string, string[]> = {
  "worker/documents/": ["documents", "headers", "search-engines", "scents", "desk"],
  "worker/desk/": ["member-data"],
  "worker/middleware/": ["headers", "strict-requests", "route-matrix", "sessions"],
  "worker/middleware/operator": ["desk"],
  "worker/middleware/request-context": ["forwarded", "documented-upstream", "log-clients", "rates"],
  "worker/middleware/request-line": ["log-clients", "alarms"],
  "worker/routes/auth": ["sign-in", "sessions", "rates"],
  "worker/routes/": ["published", "documents", "headers", "search-engines"],
  "worker/store/content": ["published", "documents", "desk", "scents"],
  "worker/store/counters": ["rates"],
  "worker/store/idempotency": ["checkout"],
  "worker/store/operator": ["desk", "member-data"],
  "worker/upstream/": ["documented-upstream", "forwarded", "log-clients"],
};

const typescriptIn = (root: string, folder: string): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
    .sort();

export const sourcesIn = (root: string, only: readonly string[]): string[] =>
  ["web", "worker"]
    .flatMap((folder) => typescriptIn(root, folder))
    .filter((file) => !leftOut.some(([path]) => path.test(file)))
    .filter((file) => only.length === 0 || only.some((part) => file.startsWith(part)));

/** Nearly every test imports something of everything, which is no reason to ask it about everything. */
const most = { unit: 12, workerd: 20, web: 6, worker: 10 };

/**
 * Tests that import the source, however indirectly: those that are named like it first, then the
 * nearest and narrowest; others by what they are about.
 */
export function testsOf(root: string, source: string): Partial<Record<Level, string[]>> {
  const testsIn = (level: Level) =>
    typescriptIn(root, `tests/${level}`).filter((file) => /\.test\.tsx?$/.test(file));
  const named = namedLike(source);
  const importing = (level: "unit" | "workerd" | "web") => {
    const found = testsIn(level)
      .map((file) => ({ file, reached: importsOf(root, file) }))
      .map(({ file, reached }) => {
        const nearness = -(reached.get(source) ?? Infinity);
        return { file, nearness, name: named(file), breadth: reached.size };
      })
      .filter(({ nearness }) => nearness > -Infinity)
      .sort((a, b) => b.name - a.name || b.nearness - a.nearness || a.breadth - b.breadth);
    // What draws whole screens sees most, from afar.
    const widest = found.toSorted((a, b) => b.breadth - a.breadth).slice(0, 4);
    const nearest = found.slice(0, most[level]);
    return [...new Set([...nearest, ...(level === "web" ? widest : [])].map(({ file }) => file))];
  };
  const isOfWorker = source.startsWith("worker/");
  const isOfPage = /^(web|worker\/contract)\//.test(source);
  return {
    types: [...(isOfPage ? ["web"] : []), ...(isOfWorker ? ["worker"] : [])],
    unit: importing("unit"),
    house: testsIn("house").filter((file) => looksAt(root, file, source)),
    workerd: isOfWorker ? importing("workerd") : [],
    web: isOfPage ? importing("web") : [],
    worker: isOfWorker ? blackBoxOf(root, source, testsIn("worker")) : [],
  };
}

const looksAt = (root: string, file: string, source: string): boolean =>
  [...readFileSync(resolve(root, file), "utf8").matchAll(/\bsources\("([\w/]+)"/g)].some(
    ([, folder = ""]) => source.startsWith(folder),
  );

/** `carts/` and `cart.test.ts` speak of the same. */
const wordsOf = (path: string): string[] =>
  path
    .split(/\W/)
    .flatMap((name) => [name, ...name.split("-")].map((word) => word.replace(/s$/, "")));

function namedLike(source: string): (test: string) => number {
  const words = new Set(wordsOf(source.replace(/\.tsx?$/, "")).slice(1));
  return (test) =>
    wordsOf(basename(test).replace(/\.test\.tsx?$/, "")).filter((word) => words.has(word)).length;
}

function blackBoxOf(root: string, source: string, tests: string[]): string[] {
  const words = new Set(wordsOf(source.replace(/\.tsx?$/, "")).slice(1));
  const named = namedLike(source);
  const listed = Object.entries(alsoAbout).flatMap(([path, names]) =>
    source.startsWith(path) ? names : [],
  );
  const scored = tests.map((file) => {
    const text = readFileSync(resolve(root, file), "utf8");
    // A route's file is named like its address.
    const calls = [...words].map(
      (word) => text.split(new RegExp(`["\`](?:/[\\w-]+)*/${word}`)).length - 1,
    );
    const score =
      3 * named(file) +
      (listed.includes(basename(file, ".test.ts")) ? 2 : 0) +
      Math.min(4, Math.max(0, ...calls)) / 2;
    return { file, score, size: text.length };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.size - b.size)
    .slice(0, most.worker)
    .map(({ file }) => file);
}

/** As it is run: without types; Node tests load modules that speak of Workers types by a path. */
const imports =
  /^(?:import|export) (?!type\b)[^;"]*?"([^"]+)"|\bimport\(\s*"([^"]+)"|"((?:\.\.\/)+worker\/[\w/.-]+\.ts)"/gm;
const graphs = new Map<string, Map<string, number>>();
const steps = new Map<string, string[]>();

function importsOf(root: string, file: string): Map<string, number> {
  const known = graphs.get(file);
  if (known !== undefined) return known;
  const reached = new Map([[file, 0]]);
  graphs.set(file, reached);
  for (const [one, distance] of reached) {
    const next = steps.get(one) ?? importedBy(root, one);
    steps.set(one, next);
    for (const each of next) if (!reached.has(each)) reached.set(each, distance + 1);
  }
  return reached;
}

const importedBy = (root: string, file: string): string[] =>
  [...readFileSync(resolve(root, file), "utf8").matchAll(imports)]
    .map(([, plain, dynamic, path]) => resolveImport(file, plain ?? dynamic ?? path ?? ""))
    .filter((path) => /\.tsx?$/.test(path) && existsSync(resolve(root, path)));
