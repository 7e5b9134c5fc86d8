// A first deployment and every later one, step by step. Whatever fails after the upload brings the version before back.
import { publishedFile } from "../publish-content.ts";
import { readAccount, uploadBefore, type Account } from "./account.ts";
import { callbackFaults } from "./callback.ts";
import { hostFaults } from "./address.ts";
import { faultsOf, warningsOf } from "./faults.ts";
import {
  apiArguments,
  pagesUpload,
  readPlan,
  targets,
  wranglerIn,
  type Plan,
  type Target,
  type Wrangler,
} from "./plan.ts";
import { refusalOf } from "./refusal.ts";
import { ensureResources } from "./resources.ts";
import { readGiven, secretsToUpload, withSecretsFile, type Secrets } from "./secrets.ts";
import { smokeFaults } from "./smoke.ts";

export interface Deployment {
  target: Target;
  /** With the two configurations, migrations and `dist`. */
  folder: string;
  secretsFile?: string | undefined;
  environment: Record<string, string | undefined>;
  brand: Record<string, string>;
  commit: string;
  /** Makes `dist`. @returns the version that it is. */
  build: () => Promise<string>;
  /** A host whose DNS record or Worker may be replaced. */
  takeOver?: string | undefined;
  /** Asked by the smoke test instead of PUBLIC_ORIGIN. */
  address?: string | undefined;
  patienceSeconds: number;
  say: (line: string) => void;
}

/** @returns whether the new version answers. */
export async function deploy(deployment: Deployment): Promise<boolean> {
  const { target, folder, say } = deployment;
  const wrangler = wranglerIn(folder, deployment.environment);
  const checked = await check(deployment, wrangler);
  if (checked === null) return false;
  const { account, given } = checked;

  for (const line of await ensureResources(wrangler, checked.plan, account)) say(`✓ ${line}`);
  const plan = readPlan(target, folder);
  const version = await deployment.build();
  say(`✓ build ${version}`);
  await wrangler("d1", "migrations", "apply", "DB", "--remote", ...apiArguments(target));
  say("✓ migrations");
  const content = ["--binding", "CONTENT", "--remote", ...apiArguments(target)];
  await wrangler("kv", "bulk", "put", await publishedFile(), ...content);
  say("✓ texts");

  const uploads: Upload[] = [];
  try {
    const secrets = secretsToUpload(account.secrets, given);
    uploads.unshift({ name: plan.api.name ?? "", before: account.apiVersion });
    const api = await uploadApi(wrangler, plan, version, secrets);
    say(`✓ ${plan.api.name} ${api}${namesOf(secrets)}`);
    uploads.unshift({ name: plan.pages.name ?? "", before: account.pagesVersion });
    const pages = await upload(wrangler, version, pagesUpload(target));
    say(`✓ ${plan.pages.name} ${pages}`);

    const address = deployment.address ?? String(plan.pages.vars.PUBLIC_ORIGIN);
    const { patienceSeconds } = deployment;
    const faults = await smokeFaults({ address, version, deployment: api, patienceSeconds });
    if (target === "staging" && faults.length === 0)
      faults.push(...(await callbackFaults(wrangler, plan, address)));
    if (faults.length > 0) throw new SmokeTestFailed(faults);
    say(`✓ smoke test at ${address}`);
  } catch (error) {
    say(`✗ ${error instanceof SmokeTestFailed ? error.message : refusalOf(error)}`);
    await goBack(wrangler, uploads, say);
    return false;
  }
  for (const line of wayBack(uploads)) say(line);
  return true;
}

class SmokeTestFailed extends Error {
  constructor(faults: readonly string[]) {
    super(`The smoke test failed:\n${faults.map((fault) => `  ${fault}`).join("\n")}`);
  }
}

interface Checked {
  plan: Plan;
  account: Account;
  given: Secrets;
}

/** Null when something speaks against it; all of that has been said, and nothing was changed. */
async function check(deployment: Deployment, wrangler: Wrangler): Promise<Checked | null> {
  const { target, folder, environment, brand, commit, say } = deployment;
  const plans = readPlans(deployment);
  if (plans === null) return null;
  const { plan, other } = plans;
  const { given, faults: fileFaults } = readGiven(deployment.secretsFile, environment, folder);
  const account = await readAccount(wrangler, plan);
  const judged = { plan, other, account, given, commit, brand };
  const { takeOver } = deployment;
  const faults = [
    ...fileFaults,
    ...faultsOf(judged),
    ...(await hostFaults({ plan, wrangler, environment, takeOver })),
  ];
  for (const warning of warningsOf(judged)) say(`! ${warning}`);
  if (faults.length === 0) return { plan, account, given };
  say(`✗ ${target} was not deployed, and nothing was changed:`);
  for (const fault of new Set(faults)) say(`  ${fault}`);
  if (faults.some((fault) => /: (ECPAY|UPSTREAM_SERVICE)_\w+ is missing/.test(fault)))
    say("Secrets are given by --secrets FILE or the environment: .docs/operate/deploy.md");
  return null;
}

/** Wrangler refuses some configurations by itself, such as a secret that is also a variable. */
function readPlans({ target, folder, say }: Deployment): { plan: Plan; other: Plan } | null {
  try {
    const [other = target] = targets.filter((name) => name !== target);
    return { plan: readPlan(target, folder), other: readPlan(other, folder) };
  } catch (error) {
    say(`✗ ${target} was not deployed, and nothing was changed: ${String(error)}`);
    return null;
  }
}

function uploadApi(
  wrangler: Wrangler,
  { target }: Plan,
  version: string,
  secrets: Secrets,
): Promise<string> {
  return withSecretsFile(secrets, (file) =>
    upload(wrangler, version, [
      ...apiArguments(target),
      ...(file === null ? [] : ["--secrets-file", file]),
    ]),
  );
}

/** @returns Cloudflare's id of it. */
async function upload(wrangler: Wrangler, version: string, args: string[]): Promise<string> {
  const output = await wrangler("deploy", ...args, "--message", version);
  const id = /Current Version ID: (\S+)/.exec(output)?.[1];
  if (id === undefined) throw new Error(`wrangler deploy named no version:\n${output}`);
  return id;
}

const namesOf = (secrets: Secrets) =>
  Object.keys(secrets).length === 0 ? "" : `, with new ${Object.keys(secrets).join(", ")}`;

/** The last one first: pages are the API's callers. */
interface Upload {
  name: string;
  before: string | null;
}

async function goBack(
  wrangler: Wrangler,
  uploads: readonly Upload[],
  say: (line: string) => void,
): Promise<boolean> {
  let isBack = true;
  for (const { name, before } of uploads) {
    const message = "the deployment after it failed";
    try {
      if (before === null) {
        // Its domain and its schedule go with it; data and texts stay for the next try.
        await wrangler("delete", name, "--force", "--env=");
        say(`✓ ${name} is gone again: it had no version before`);
        continue;
      }
      await wrangler("rollback", before, "--name", name, "--yes", "--message", message, "--env=");
      say(`✓ ${name} is back at ${before}`);
    } catch (error) {
      isBack = false;
      say(`✗ ${name} is not back at ${before ?? "nothing"}: ${refusalOf(error)}`);
    }
  }
  return isBack;
}

function wayBack(uploads: readonly Upload[]): string[] {
  const known = uploads.filter(({ before }) => before !== null);
  if (known.length === 0) return ["There is no version to go back to yet."];
  return [
    "The way back:",
    ...known.map(({ name, before }) => `  npx wrangler rollback ${before} --name ${name}`),
  ];
}

type Back = Pick<Deployment, "target" | "folder" | "environment" | "say">;

/**
 * Brings both Workers back to the version before the last upload. A version carries its secrets, so that keys are changed after
 * this and never before; versions that only changed a key are passed over.
 */
export async function back({ target, folder, environment, say }: Back): Promise<boolean> {
  const wrangler = wranglerIn(folder, environment);
  const { pages, api } = readPlan(target, folder);
  const uploads: Upload[] = [];
  for (const name of [pages.name ?? "", api.name ?? ""]) {
    const before = await uploadBefore(wrangler, name);
    if (before === "unknown") {
      say(
        `✗ nothing was changed: Cloudflare lists no older code of ${name}. Find it with npx wrangler versions list --name ${name} --env=, then npx wrangler rollback VERSION --name ${name} --env=, pages first`,
      );
      return false;
    }
    uploads.push({ name, before: before === "first" ? null : before.version });
  }
  return goBack(wrangler, uploads, say);
}
