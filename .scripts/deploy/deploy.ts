// A first deployment and every later one, step by step. Whatever fails after the upload brings the version before back.
import { publishedFile } from "../publish-content.ts";
import {
  presentVersion,
  queueNamed,
  readAccount,
  readDeployed,
  uploadBefore,
  type Account,
  type Deployed,
} from "./account.ts";
import { hostFaults } from "./address.ts";
import { callbackFaults } from "./callback.ts";
import { askerOf, type Ask } from "./cloudflare.ts";
import { faultsOf, warningsOf } from "./faults.ts";
import { withLock } from "./lock.ts";
import {
  apiArguments,
  apiFile,
  contentId,
  databaseId,
  isUnset,
  pagesFile,
  pagesUpload,
  queueNames,
  readPlan,
  targets,
  wranglerIn,
  type Plan,
  type Target,
  type Wrangler,
} from "./plan.ts";
import { preflight } from "./preflight.ts";
import { refusalOf } from "./refusal.ts";
import { ensureDatabase, ensureResources } from "./resources.ts";
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

/** The steps together take less, beside what `--wait` gives the new version. */
const longestSeconds = 45 * 60;

/** @returns whether the new version answers. */
export async function deploy(deployment: Deployment): Promise<boolean> {
  const { target, folder, environment, patienceSeconds, say } = deployment;
  const wrangler = wranglerIn(folder, environment);
  const plans = readPlans(deployment);
  if (plans === null) return false;
  const ask = await askerOf(wrangler, environment);
  const checked = await check(deployment, plans, ask);
  if (checked === null) return false;
  const making = { ...checked, ask, say };
  const isNew = isUnset(databaseId(checked.plan)) || isUnset(contentId(checked.plan.api));
  const database = await ensureDatabase(making);
  const seconds = longestSeconds + patienceSeconds;
  return withLock(ask, { database, target, seconds }, async () => {
    await ensureResources(making);
    if (isNew) say(`! commit ${pagesFile} and ${apiFile}: the ids of what was made are in them`);
    // Whoever deployed since the account was read is done.
    const deployed = await readDeployed(ask, checked.plan);
    return bring(deployment, {
      ...checked,
      plan: readPlan(target, folder),
      deployed,
      wrangler,
      ask,
    });
  });
}

interface Bringing {
  wrangler: Wrangler;
  ask: Ask;
  plan: Plan;
  given: Secrets;
  deployed: Deployed;
}

async function bring(deployment: Deployment, bringing: Bringing): Promise<boolean> {
  const { target, patienceSeconds, say } = deployment;
  const { wrangler, ask, plan, given, deployed } = bringing;
  const version = await deployment.build();
  say(`✓ build ${version}`);
  await wrangler("d1", "migrations", "apply", "DB", "--remote", ...apiArguments(target));
  say("✓ migrations");
  const content = ["--binding", "CONTENT", "--remote", ...apiArguments(target)];
  await wrangler("kv", "bulk", "put", await publishedFile(), ...content);
  say("✓ texts");

  const before = stepsBack(plan, deployed.pagesVersion, deployed.apiVersion);
  try {
    const secrets = secretsToUpload(deployed.secrets, given);
    const api = await uploadApi(wrangler, plan, version, secrets);
    say(`✓ ${plan.api.name} ${api}${namesOf(secrets)}`);
    const pages = await upload(wrangler, version, pagesUpload(target));
    say(`✓ ${plan.pages.name} ${pages}`);

    const address = deployment.address ?? String(plan.pages.vars.PUBLIC_ORIGIN);
    const faults = await smokeFaults({ address, version, deployment: api, patienceSeconds });
    if (target === "staging" && faults.length === 0)
      faults.push(...(await callbackFaults(plan, address)));
    if (faults.length > 0) throw new SmokeTestFailed(faults);
    say(`✓ smoke test at ${address}`);
  } catch (error) {
    say(`✗ ${error instanceof SmokeTestFailed ? error.message : refusalOf(error)}`);
    await goBack(ask, before, say);
    return false;
  }
  say(`The way back: npm run deploy -- back ${target}`);
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
async function check(deployment: Deployment, plans: Plans, ask: Ask): Promise<Checked | null> {
  const { target, folder, environment, brand, commit, takeOver, say } = deployment;
  const { plan } = plans;
  const { given, faults: fileFaults } = readGiven(deployment.secretsFile, environment, folder);
  const account = await readAccount(ask, plan);
  const judged = { ...plans, account, given, commit, brand };
  const [found, ofHosts] = await Promise.all([
    preflight(ask, plan, account, given),
    hostFaults(ask, plan, takeOver),
  ]);
  const isWarning = (line: string) => line.startsWith("! ");
  for (const line of [...warningsOf(judged), ...found.filter(isWarning)]) say(line);
  const asked = [...found, ...ofHosts].filter((line) => !isWarning(line));
  const faults = [...fileFaults, ...faultsOf(judged), ...asked];
  if (faults.length === 0) return { plan, account, given };
  say(`✗ ${target} was not deployed, and nothing was changed:`);
  for (const fault of new Set(faults)) say(`  ${fault}`);
  if (faults.some((fault) => /: (ECPAY|UPSTREAM_SERVICE)_\w+ is missing/.test(fault)))
    say("Secrets are given by --secrets FILE or the environment: .docs/operate/deploy.md");
  return null;
}

interface Plans {
  plan: Plan;
  other: Plan;
}

/** Wrangler refuses some configurations by itself, such as a secret that is also a variable. */
function readPlans({ target, folder, say }: Deployment): Plans | null {
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

/** Pages first: they are the API's callers. */
interface Step {
  name: string;
  /** Null where there was none. */
  before: string | null;
  /** Whose messages it takes. */
  queues: string[];
}

const stepsBack = (plan: Plan, pages: string | null, api: string | null): Step[] => [
  { name: plan.pages.name ?? "", before: pages, queues: [] },
  { name: plan.api.name ?? "", before: api, queues: queueNames(plan) },
];

async function goBack(ask: Ask, steps: Step[], say: (line: string) => void): Promise<boolean> {
  let isBack = true;
  for (const { name, before, queues } of steps) {
    try {
      // An upload that failed may have left a version, or none.
      if ((await presentVersion(ask, name)) === before) continue;
      if (before === null) await withdraw(ask, name, queues);
      else await ask(`workers/scripts/${name}/deployments?force=true`, "POST", allOf(before));
      const way = before === null ? "gone again: it had no version before" : `back at ${before}`;
      say(`✓ ${name} is ${way}`);
    } catch (error) {
      isBack = false;
      say(`✗ ${name} is not back at ${before ?? "nothing"}: ${refusalOf(error)}`);
    }
  }
  return isBack;
}

const allOf = (version_id: string) => ({
  strategy: "percentage",
  versions: [{ percentage: 100, version_id }],
  annotations: { "workers/message": "the deployment after it failed" },
});

/** Cloudflare keeps a Worker that a queue gives its messages to. Data and texts stay for the next try. */
async function withdraw(ask: Ask, name: string, queues: string[]): Promise<void> {
  for (const { id } of await ask<{ id: string }[]>(`workers/domains?service=${name}`))
    await ask(`workers/domains/${id}`, "DELETE");
  await ask(`workers/scripts/${name}/schedules`, "PUT", []);
  for (const queue of queues) {
    const { queue_id, consumers = [] } = (await queueNamed(ask, queue)) ?? {};
    for (const { consumer_id } of consumers.filter(({ script }) => script === name))
      await ask(`queues/${queue_id}/consumers/${consumer_id}`, "DELETE");
  }
  await ask(`workers/scripts/${name}?force=true`, "DELETE");
}

type Back = Pick<Deployment, "target" | "folder" | "environment" | "say">;

/**
 * Brings both Workers back to the version before the last upload. A version carries its secrets, so that keys are changed after
 * this and never before; versions that only changed a key are passed over.
 */
export async function back({ target, folder, environment, say }: Back): Promise<boolean> {
  const ask = await askerOf(wranglerIn(folder, environment), environment);
  const steps = stepsBack(readPlan(target, folder), null, null);
  for (const step of steps) {
    const before = await uploadBefore(ask, step.name);
    if (before === "unknown") {
      say(
        `✗ nothing was changed: Cloudflare lists no older code of ${step.name}. Find it with npx wrangler versions list --name ${step.name} --env=, then npx wrangler rollback VERSION --name ${step.name} --env=, pages first`,
      );
      return false;
    }
    if (before !== "first") step.before = before.version;
  }
  return goBack(ask, steps, say);
}
