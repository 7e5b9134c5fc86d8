// Every experiment at the size that its requirement names; `npm run test:deep` runs a sample of
// each.
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBrowser } from "./browser.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

const help = `Usage: npm run experiments [-- FILE …]

Runs the tests that know two sizes at the large one, and a sample of \`npm run mutants\`, or those
of them whose path contains FILE. All of them take an hour or more.`;

const { positionals } = readCommandLine(help, {}, { positionals: true });
const isWanted = (file: string) =>
  positionals.length === 0 || positionals.some((part) => file.includes(part));
const files = globSync("tests/**/*.test.{ts,tsx}", { cwd: root })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => readFileSync(resolve(root, file), "utf8").includes("sized("))
  .filter(isWanted);
const mutants = "tests/mutants/run.ts";
if (files.length === 0 && !isWanted(mutants))
  endCommand(2, `No experiment of that name.\n\n${help}`);

const failed = () => {
  process.exitCode = 1;
};
if (files.length > 0) {
  await run("npm", ["run", "--silent", "build"]);
  const full = { EXPERIMENTS: "full", DEEP: "1" };
  const env = { ...full, SHOP_BUILD: "dist", CHROMIUM_PATH: await ensureBrowser() };
  const args = ["run", "--config", "tests/vitest.config.ts", ...files];
  await run("vitest", args, { inherit: true, env }).catch(failed);
}
if (isWanted(mutants))
  await run("node", [mutants, "--sample", "50"], { inherit: true }).catch(failed);
