import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = resolve(import.meta.dirname, "..");
const isDeep = process.env["DEEP"] === "1";
/** Deep, the jobs are walked as well, in all languages; of the other suites only what is deep. */
const filesOf = (name: string) =>
  [isDeep && `deep/${name}`, (!isDeep || name === "journeys") && name]
    .filter((folder) => folder !== false)
    .map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`);
const project = (name: string, environment: string, extra: object = {}) => ({
  root,
  test: { name, environment, include: filesOf(name), ...extra },
});
/** Starting three Workers takes a few seconds on a small machine; without isolation a process loads the tools for it once, not for every file. */
const withWorkers = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  globalSetup: "tests/support/bundles.ts",
  isolate: false,
  expect: { poll: { timeout: 60_000 } },
};

/** Node, which closes in the end what the files of a process borrowed from each other. */
const closing = resolve(root, "tests/support/environment.ts");

/** What versions asked of their databases, by the newest migration of each. */
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

/** One file takes twice the time of the next; begun last, it would be all that runs for a minute. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      moduleId.endsWith("journeys/accessibility.test.ts") ? 0 : 1;
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      project("unit", "node", { testTimeout: 30_000 }),
      project("house", "node", { testTimeout: 120_000 }),
      // Pages keep what they know in modules, so each file has its own.
      project("web", "jsdom", {
        ...withWorkers,
        isolate: true,
        globalSetup: ["tests/support/bundles.ts", "tests/support/web-shop.ts"],
      }),
      project("upstream", closing, withWorkers),
      project("reference-upstream", closing, withWorkers),
      project("worker", closing, withWorkers),
      {
        root,
        plugins: [inWorkerd()],
        // A file has its own storage, which each test empties. One file after the other, apart from the other suites.
        test: {
          name: "workerd",
          isolate: false,
          maxWorkers: 1,
          testTimeout: 30_000,
          sequence: { groupOrder: 1 },
          include: filesOf("workerd"),
          setupFiles: "tests/workerd/setup.ts",
        },
      },
      // A browser often waits for its page, a page for the Workers: three visits at once keep two cores busy.
      project("journeys", closing, { ...withWorkers, testTimeout: 480_000, maxWorkers: 3 }),
      // Three browsers at once are enough for two cores: nothing runs beside them.
      project("engines", closing, {
        ...withWorkers,
        testTimeout: 480_000,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
