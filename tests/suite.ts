import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBrowser, ensureEngines } from "../.scripts/browser.ts";
import { endCommand, readCommandLine } from "../.scripts/command-line.ts";
import { root } from "../.scripts/installed.mjs";
import { run } from "../.scripts/run.ts";

const help = `Usage: npm run test:SUITE [-- FILE …]
       npm run experiments [-- FILE …]

Runs one suite of tests, or those of its files whose path contains FILE. Experiments are the tests of
all suites that know two sizes, at the large one: an hour or more.

  -u  writes the outlines of screens anew`;

const options = { update: { type: "boolean", short: "u", default: false } } as const;
const { positionals, values } = readCommandLine(help, options, { positionals: true });
const [suite, ...files] = positionals;
if (suite === undefined) endCommand(2, help);
const isFull = suite === "experiments";
const env: Record<string, string> = isFull ? { EXPERIMENTS: "full", DEEP: "1" } : {};
if (["house", "worker", "journeys", "engines", "experiments"].includes(suite)) {
  await run("npm", ["run", "--silent", "build"]);
  env.SHOP_BUILD = "dist";
}
if (suite === "engines") await ensureEngines();
if (["journeys", "engines", "experiments"].includes(suite))
  env.CHROMIUM_PATH = await ensureBrowser();
const args = ["run", "--config", "tests/vitest.config.ts"];
args.push(...(isFull ? experiments() : ["--project", suite, ...files]));
if (values.update) args.push("--update");
await run("vitest", args, { inherit: true, env }).catch(() => {
  process.exitCode = 1;
});

function experiments(): string[] {
  const knowsTwoSizes = (file: string) =>
    readFileSync(resolve(root, file), "utf8").includes("sized(");
  const found = globSync("tests/**/*.test.{ts,tsx}", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => files.length === 0 || files.some((part) => file.includes(part)))
    .filter(knowsTwoSizes);
  return found.length > 0 ? found : endCommand(2, `No experiment of that name.\n\n${help}`);
}
