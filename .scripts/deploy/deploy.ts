// A deployment, step by step. What fails after the upload brings the version before back.
import { publication } from "../publish-content.ts";
import { presentVersion, readAccount, readDeployed, uploadBefore } from "./account.ts";
import { callbackFaults, smokeFaults } from "./smoke.ts";
import { askerOf, refusalOf, type Ask } from "./cloudflare.ts";
import { faultsOf, warningsOf } from "./faults.ts";
import { withLock } from "./lock.ts";
import {
  apiArguments,
  apiFile,
  isUnset,
  pagesFile,
  pagesUpload,
  readPlan,
  targets,
  wranglerIn,
  type Plan,
  type Target,
  type Wrangler,
} from "./plan.ts";
import { hostFaults, preflight } from "./preflight.ts";
import { ensureDatabase, ensureResources } from "./resources.ts";
import { readGiven, secretsToUpload, withSecretsFile, type Secrets } from "./secrets.ts";

interface Where {
  target: Target;
  /** With the two configurations, migrations and `dist`. */
  folder: string;
  environment: Record<string, string | undefined>;
  say: (line: string) => void;
}

export interface Deployment extends Where {
  secretsFile?: string | undefined;
  brand: Record<string, string>;
  commit: string;
  /** Makes `dist`. @returns the version that it is. */
  build: () => Promise<string>;
  /** A host whose DNS record or Worker may be replaced. */
  takeOver?: string | undefined;
  /** Asked by the smoke test instead of PUBLIC_ORIGIN. */
  address?: string | undefined;
  timeoutSeconds: number;
}

/** The steps together take less, beside what `--wait` gives the new version. */
const longestSeconds = 45 * 60;

/** @returns whether the new version answers. */
export async function deploy(deployment: Deployment): Promise<boolean> {
  const { target, folder, environment, timeoutSeconds, say } = deployment;
  const given = readGiven(deployment.secretsFile, environment, folder);
  const wrangler = wranglerIn(folder, environment);
  const ask = await askerOf(wrangler, environment);
  const plan = readPlan(target, folder);
  const account = await readAccount(ask, plan);
  const { brand, commit, takeOver } = deployment;
  const [another = target] = targets.filter((name) => name !== target);
  const judged = { plan, other: readPlan(another, folder), account, given, commit, brand };
  const asked = [preflight(ask, plan, account, given), hostFaults(ask, plan, takeOver)];
  const faults = [...warningsOf(judged), ...faultsOf(judged), ...(await Promise.all(asked)).flat()];
  for (const warning of faults.filter(isWarning)) say(warning);
  if (!faults.every(isWarning)) {
    say(`✗ ${target} was not deployed, and nothing was changed:`);
    for (const fault of new Set(faults)) if (!isWarning(fault)) say(`  ${fault}`);
    if (faults.some((fault) => /: (ECPAY|UPSTREAM_SERVICE)_\w+ is missing/.test(fault)))
      say("Secrets are given by --secrets FILE or the environment: .docs/operate/deploy.md");
    return false;
  }
  if (isUnset(plan.databaseId) || isUnset(plan.contentId))
    say(`! commit ${pagesFile} and ${apiFile} afterwards: ids are written into them`);
  const database = await ensureDatabase({ ask, plan, account, say });
  const seconds = longestSeconds + timeoutSeconds;
  return withLock(ask, { database, target, seconds }, async () => {
    await ensureResources({ ask, plan, account, say });
    return bring(deployment, { wrangler, ask, plan: readPlan(target, folder), given });
  });
}

const isWarning = (fault: string) => fault.startsWith("! ");

interface Bringing {
  wrangler: Wrangler;
  ask: Ask;
  plan: Plan;
  given: Secrets;
}

async function bring(deployment: Deployment, bringing: Bringing): Promise<boolean> {
  const { target, say } = deployment;
  const { wrangler, ask, plan, given } = bringing;
  // Whoever deployed since the account was read is done.
  const { secrets, pagesVersion, apiVersion } = await readDeployed(ask, plan);
  const version = await deployment.build();
  say(`✓ build ${version}`);
  await wrangler("d1", "migrations", "apply", "DB", "--remote", ...apiArguments(target));
  say("✓ migrations");
  await wrangler(...(await publication(target)));
  say("✓ texts");

  const fresh = secretsToUpload(secrets, given);
  const faults = await uploaded(deployment, bringing, version, fresh).catch((error: unknown) => [
    refusalOf(error),
  ]);
  if (faults.length === 0) {
    say(`The way back: npm run deploy -- back ${target}`);
    return true;
  }
  say(`✗ ${faults.join("\n  ")}`);
  await goBack(ask, stepsBack(plan, pagesVersion, apiVersion), say);
  return false;
}

/** @returns what is wrong with what shoppers get then. */
async function uploaded(
  { target, timeoutSeconds, say, ...deployment }: Deployment,
  { wrangler, plan }: Bringing,
  version: string,
  fresh: Secrets,
): Promise<string[]> {
  const api = await withSecretsFile(fresh, (file) =>
    upload(wrangler, version, [...apiArguments(target), ...file]),
  );
  const names = Object.keys(fresh).join(", ");
  say(`✓ ${plan.api.name} ${api}${names === "" ? "" : `, with new ${names}`}`);
  const pages = await upload(wrangler, version, pagesUpload(target));
  say(`✓ ${plan.pages.name} ${pages}`);
  const address = deployment.address ?? String(plan.pages.vars.PUBLIC_ORIGIN);
  const faults = await smokeFaults({ address, version, deployment: api, timeoutSeconds });
  if (target === "staging" && faults.length === 0)
    faults.push(...(await callbackFaults(plan, address)));
  if (faults.length > 0) return ["The smoke test failed:", ...faults];
  say(`✓ smoke test at ${address}`);
  return [];
}

async function upload(wrangler: Wrangler, version: string, args: string[]): Promise<string> {
  const output = await wrangler("deploy", ...args, "--message", version);
  const id = /Current Version ID: (\S+)/.exec(output)?.[1];
  if (id === undefined) throw new Error(`wrangler deploy named no version:\n${output}`);
  return id;
}

/** Pages first: they are the API's callers. */
interface Step {
  name: string;
  /** Null where there was none. */
  before: string | null;
}

const stepsBack = (plan: Plan, pages: string | null, api: string | null): Step[] => [
  { name: plan.pages.name ?? "", before: pages },
  { name: plan.api.name ?? "", before: api },
];

async function goBack(ask: Ask, steps: Step[], say: (line: string) => void): Promise<boolean> {
  let isBack = true;
  for (const { name, before } of steps) {
    try {
      // An upload that failed may have left a version, or none.
      if ((await presentVersion(ask, name)) === before) continue;
      if (before === null) await withdraw(ask, name);
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

/** Data and texts stay for the next try. */
async function withdraw(ask: Ask, name: string): Promise<void> {
  for (const { id } of await ask<{ id: string }[]>(`workers/domains?service=${name}`))
    await ask(`workers/domains/${id}`, "DELETE");
  await ask(`workers/scripts/${name}/schedules`, "PUT", []);
  await ask(`workers/scripts/${name}?force=true`, "DELETE");
}

/**
 * Brings both Workers back to the version before the last upload. A version carries its secrets, so
 * that keys are changed after this and never before; versions that only changed a key are passed
 * over.
 */
export async function back({ target, folder, environment, say }: Where): Promise<boolean> {
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
