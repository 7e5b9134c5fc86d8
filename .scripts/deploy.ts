// Brings the shop to Cloudflare, the first time and every later one. `.docs/operate/deploy.md` says what to fill in before.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { endCommand, readCommandLine } from "./command-line.ts";
import { deploy } from "./deploy/deploy.ts";
import { targets } from "./deploy/plan.ts";
import { commitOfCode } from "./deploy/version.ts";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

const help = `Usage: npm run deploy -- ${targets.join("|")} [--secrets FILE] [--address URL] [--wait SECONDS]

Checks configuration, account and secrets first and says everything that is wrong at once. Then it makes what is missing, migrates,
publishes the texts, builds, uploads API and pages, and asks the shop at its address. When that fails, the version before comes back.

  --secrets FILE   JSON outside the repository with secrets that Cloudflare lacks or that have changed, such as ECPay's keys;
                   variables of the environment with the same names do as well
  --address URL    what the smoke test asks, where PUBLIC_ORIGIN does not lead to the shop yet
  --wait SECONDS   how long the new version may take until it answers (60)`;

const { values, positionals } = readCommandLine(
  help,
  { secrets: { type: "string" }, address: { type: "string" }, wait: { type: "string" } },
  { positionals: true },
);
const target = targets.find((name) => name === positionals[0]);
const patienceSeconds = Number(values.wait ?? 60);
if (target === undefined || positionals.length > 1 || !Number.isFinite(patienceSeconds))
  endCommand(2, help);

const commit = commitOfCode();
const isDeployed = await deploy({
  target,
  folder: root,
  secretsFile: values.secrets,
  environment: process.env,
  brand: JSON.parse(readFileSync(join(root, "worker/content/brand.json"), "utf8")),
  commit,
  build: async () => {
    await run("npm", ["run", "--silent", "build"]);
    return `${packageJson.version}+${commit}`;
  },
  address: values.address,
  patienceSeconds,
  say: console.log,
});
process.exitCode = isDeployed ? 0 : 1;
