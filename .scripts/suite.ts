// One suite of tests, against a fresh production build where it looks at one.
import { ensureBrowser, ensureEngines } from "./browser.ts";
import { endCommand, readCommandLine } from "./command-line.ts";
import { run } from "./run.ts";

const help = `Usage: npm run test:SUITE [-- FILE …]

Runs one suite of tests, or those of its files whose path contains FILE.

  -u  writes the outlines of screens anew`;

const options = { update: { type: "boolean", short: "u", default: false } } as const;
const { positionals, values } = readCommandLine(help, options, { positionals: true });
const [suite, ...files] = positionals;
if (suite === undefined) endCommand(2, help);
const env: Record<string, string> = {};
if (["house", "journeys", "engines"].includes(suite)) {
  await run("npm", ["run", "--silent", "build"]);
  env.SHOP_BUILD = "dist";
}
if (suite === "engines") await ensureEngines();
if (suite === "journeys" || suite === "engines") env.CHROMIUM_PATH = await ensureBrowser();
const args = ["run", "--config", "tests/vitest.config.ts", "--project", suite, ...files];
if (values.update) args.push("--update");
await run("vitest", args, { inherit: true, env }).catch(() => {
  process.exitCode = 1;
});
