import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { planted } from "./mutants/mistakes.ts";

const root = resolve(import.meta.dirname, "..");
/** `npm run test:deep` runs what is too dear for every change, and the journeys in every language. */
const isDeep = process.env["DEEP"] === "1";
const isFull = process.env["EXPERIMENTS"] === "full";
/** `npm run mutants` asks the suites whose tests import what they prove. */
const hasMistakes = process.env["STRYKER_MUTATOR_WORKER"] !== undefined;
const foldersOf = (name: string): string[] => {
  if (!isDeep) return [`tests/${name}`];
  const alsoPlain = isFull || ["journeys", "reference-upstream"].includes(name);
  return [`tests/deep/${name}`, ...(alsoPlain ? [`tests/${name}`] : [])];
};
/** Other sheets are empty in tests. */
const css = { include: [/worker\/.*\.css/] };
const project = (name: string, environment: string, extra: object = {}) => ({
  root,
  plugins: planted(),
  test: {
    name,
    environment,
    globals: true,
    css,
    include: foldersOf(name).map((folder) => `${folder}/**/*.test.{ts,tsx}`),
    // A machine with one core that does something else as well takes its time.
    testTimeout: isFull ? 1_800_000 : isDeep ? 600_000 : 240_000,
    hookTimeout: isDeep ? 600_000 : 240_000,
    ...extra,
  },
});
/** Starting three Workers takes a few seconds on a small machine; without isolation a process loads the tools for it once, not for every file. */
const withWorkers = {
  globalSetup: "tests/support/bundles.ts",
  isolate: false,
  expect: { poll: { timeout: 60_000 } },
};

/** Node, which closes in the end what the files of a process borrowed from each other. */
const closing = resolve(root, "tests/support/environment.ts");

function recordedVersions(): Record<string, string> {
  const folder = resolve(root, "tests/fixtures/versions");
  const read = (file: string) => readFileSync(resolve(folder, file), "utf8");
  return Object.fromEntries(readdirSync(folder).map((file) => [file, read(file)]));
}

/** Inside workerd, with the bindings of wrangler.toml; the Workers that it names refuse everything. */
const inWorkerd = () => {
  const refusing = (name: string) => ({
    name,
    modules: true,
    script: "export default { fetch: () => new Response(null, { status: 503 }) };",
  });
  return cloudflareTest(async () => ({
    wrangler: { configPath: resolve(root, "wrangler.toml") },
    remoteBindings: false,
    miniflare: {
      bindings: {
        VERSIONS: recordedVersions(),
        MIGRATIONS: await readD1Migrations(resolve(root, "migrations/shop")),
        EXPERIMENTS: process.env["EXPERIMENTS"] ?? "",
      },
      // For what a shop of two databases would do.
      d1Databases: { SECOND: "second" },
      workers: [refusing("sillage-reference-upstream"), refusing("sillage-stand-in-cashier")],
    },
  }));
};

const blackBoxes = [
  project("house", "node", { isolate: false }),
  project("upstream", closing, withWorkers),
  project("reference-upstream", closing, withWorkers),
  project("worker", closing, withWorkers),
  project("journeys", closing, { ...withWorkers, testTimeout: 480_000 }),
  project("engines", closing, { ...withWorkers, testTimeout: 480_000 }),
];

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    passWithNoTests: isDeep,
    projects: [
      project("unit", "node", { isolate: false }),
      // Pages keep what they know in modules, so each file has its own.
      project("web", "jsdom", {
        expect: withWorkers.expect,
        // Screens are compared letter by letter, with their times of day.
        env: { TZ: "UTC" },
      }),
      {
        root,
        plugins: [inWorkerd(), planted()],
        // All files share one storage, which is emptied before each test: one after the other, apart from the other suites.
        test: {
          name: "workerd",
          globals: true,
          css,
          isolate: false,
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
          include: foldersOf("workerd").map((folder) => `${folder}/**/*.test.ts`),
          setupFiles: "tests/workerd/setup.ts",
        },
      },
      ...(hasMistakes ? [] : blackBoxes),
    ],
  },
});
