// Brings the shop to Cloudflare; `.docs/operate/deploy.md` says what to fill in before.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { endCommand, readCommandLine } from "./command-line.ts";
import { back, deploy } from "./deploy/deploy.ts";
import { targets } from "./deploy/plan.ts";
import { refusalOf } from "./deploy/cloudflare.ts";
import { commitOfCode } from "./deploy/version.ts";
import { root } from "./installed.mjs";
import { run } from "./run.ts";

const help = `Usage: npm run deploy -- staging|production [--secrets FILE] [--take-over HOST]
                                             [--address URL] [--wait SECONDS]
       npm run deploy -- back staging|production

Checks configuration, account and secrets first and says everything that is wrong at once. Then it
makes what is missing, migrates, publishes the texts, builds, uploads API and pages, and asks the
shop at its address. When that fails, the version before comes back; a first one leaves no Worker
behind. "back" goes to the version before by itself: keys are changed after it, since a version
carries its keys.

  --secrets FILE   JSON outside the repository with secrets that Cloudflare lacks or that have changed,
                   such as ECPay's keys; variables of the environment do as well
  --take-over HOST the DNS record or the Worker that HOST has now is replaced
  --address URL    what the smoke test asks, where PUBLIC_ORIGIN does not lead to the shop yet
  --wait SECONDS   how long the new version may take until it answers (60)`;

const { values, positionals } = readCommandLine(
  help,
  {
    secrets: { type: "string" },
    "take-over": { type: "string" },
    address: { type: "string" },
    wait: { type: "string" },
  },
  { positionals: true },
);
const isBack = positionals[0] === "back";
const named = isBack ? positionals.slice(1) : positionals;
const target = targets.find((name) => name === named[0]);
const timeoutSeconds = Number(values.wait ?? 60);
if (target === undefined || named.length > 1 || !Number.isFinite(timeoutSeconds))
  endCommand(2, help);

const common = { target, folder: root, environment: process.env, say: console.log };
try {
  process.exitCode = (await (isBack ? back(common) : bring(commitOfCode()))) ? 0 : 1;
} catch (error) {
  endCommand(1, `✗ ${refusalOf(error)}`);
}

function bring(commit: string): Promise<boolean> {
  return deploy({
    ...common,
    secretsFile: values.secrets,
    takeOver: values["take-over"],
    brand: JSON.parse(readFileSync(join(root, "worker/brand/brand.json"), "utf8")),
    commit,
    build: async () => {
      await run("npm", ["run", "--silent", "build"]);
      return `${packageJson.version}+${commit}`;
    },
    address: values.address,
    timeoutSeconds,
  });
}
