// Everything that must hold before a change lands: the same here, at a colleague's and in CI.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { root } from "./installed.mjs";
import { run } from "./run.mjs";

const build = "dist";
const results = resolve(root, "node_modules/.cache/test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;

async function step(name, work) {
  const started = Date.now();
  try {
    await work();
    passed += 1;
    console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    failed += 1;
    console.error(`✗ ${name}\n${error.message}`);
    return false;
  }
}

async function vitest(name, projects, chromiumPath) {
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
    await run("vitest", args, { inherit: true, env: { SHOP_BUILD: build, CHROMIUM_PATH: chromiumPath } });
  } catch {
    ended = false;
  }
  const counts = JSON.parse(readFileSync(file, "utf8"));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  // A file that cannot be loaded has no failed test to count.
  if (!ended && counts.numFailedTests === 0) failed += 1;
}

let chromiumPath = "";
await step("a browser is here", async () => {
  chromiumPath = await ensureBrowser();
});
await step("types", () => run("npm", ["run", "--silent", "types"]));
await step("lint", () => run("npm", ["run", "--silent", "lint"]));
await step("format", () => run("npm", ["run", "--silent", "format:check"]));
const isBuilt = await step("production build", () => run("npm", ["run", "--silent", "build"]));
await step("the build can be deployed", () =>
  run("wrangler", ["deploy", "-c", "dist/sillage/wrangler.json", "--dry-run", "--outdir", "node_modules/.cache/deploy"]),
);

if (isBuilt) {
  await vitest("suites", ["unit", "house", "web", "upstream", "reference-upstream", "worker"], chromiumPath);
  await vitest("journeys", ["journeys"], chromiumPath);
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
