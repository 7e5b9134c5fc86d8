// Everything that speaks against a deployment, found before anything is changed. The Worker's own rules judge its configuration.
import type { Fault } from "../../worker/configuration-faults.ts";
import { ConfigurationRefused, parseConfig, parsePageConfig } from "../../worker/env.ts";
import { isPlaceholder } from "../../worker/platform/hosts.ts";
import type { Account } from "./account.ts";
import {
  apiFile,
  bindingOf,
  bucketName,
  contentId,
  databaseId,
  databaseName,
  isUnset,
  pagesFile,
  queueNames,
  type Plan,
  type WorkerConfig,
} from "./plan.ts";
import { randomSecret, secretNames, secretsToUpload, type Secrets } from "./secrets.ts";
import { isCommitted } from "./version.ts";

export interface Judged {
  plan: Plan;
  /** The other environment, which must share nothing with this one. */
  other: Plan;
  account: Account;
  given: Secrets;
  commit: string;
  brand: Record<string, string>;
}

export function faultsOf(judged: Judged): Fault[] {
  return [
    ...pagesFaults(judged).map((fault) => `${pagesFile}: ${fault}`),
    ...apiFaults(judged).map((fault) => `${apiFile}: ${fault}`),
    ...agreementFaults(judged.plan),
    ...idFaults(judged),
    ...queueFaults(judged),
    ...copyFaults(judged),
    ...(judged.plan.target === "production" ? openingFaults(judged) : []),
  ];
}

/** What the shop runs without, and its owner should not; they begin as all warnings do. */
export function warningsOf({ plan: { target, api }, account, given }: Judged): string[] {
  if (target !== "production") return [];
  const { ALERT_WEBHOOK_URL: inFile = "", ALERT_EMAIL: email = "" } = api.vars;
  const hasWebhook =
    inFile !== "" ||
    account.secrets.includes("ALERT_WEBHOOK_URL") ||
    given["ALERT_WEBHOOK_URL"] !== undefined;
  const canMail = api.send_email.some((mail: { name: string }) => mail.name === "MAIL");
  return [
    ...(email !== "" && !canMail
      ? [`! ${apiFile}: ALERT_EMAIL needs the binding MAIL; no alarm is mailed`]
      : []),
    ...(hasWebhook || (email !== "" && canMail)
      ? []
      : ["! neither ALERT_WEBHOOK_URL nor ALERT_EMAIL is set: alarms reach nobody"]),
  ];
}

const environments = { production: "production", staging: "stage" } as const;

function pagesFaults({ plan: { target, pages } }: Judged): Fault[] {
  const faults = allFaults(parsePageConfig, { ...pages.vars, API: {} }, target);
  return [...faults, ...addressFaults(pages.vars, target), ...routeFaults(pages)];
}

function apiFaults({ plan: { target, api }, account, given }: Judged): Fault[] {
  const counters = (api.ratelimits ?? []) as { name: string }[];
  const uploaded = secretsToUpload(account.secrets, given);
  // Cloudflare does not tell their values: they were judged when they were uploaded.
  const kept = Object.fromEntries(account.secrets.map((name) => [name, sample(name, target)]));
  const env = {
    ...Object.fromEntries(counters.map(({ name }) => [name, {}])),
    ...api.vars,
    ...kept,
    ...uploaded,
  };
  const open = Object.keys(api.vars).filter(
    (name) => secretNames.includes(name) && target === "production",
  );
  return [
    ...allFaults(parseConfig, env, target),
    ...addressFaults(api.vars, target),
    ...open.map((name) => `${name} is a secret and must not be in the file`),
  ];
}

type Vars = Record<string, unknown>;

/** Beyond the Worker's rules: production cannot be staging by mistake, and staging has real addresses too. */
function addressFaults(vars: Vars, target: Plan["target"]): Fault[] {
  const expected = environments[target];
  const { ECPAY_ENVIRONMENT: environment } = vars;
  const others =
    target === "production"
      ? []
      : ["PUBLIC_ORIGIN", "UPSTREAM_URL"].filter((name) => isPlaceholderOrNot(vars[name]));
  return [
    ...(environment === expected ? [] : [`ECPAY_ENVIRONMENT must be ${expected} here`]),
    ...others.map((name) => `${name} is a placeholder`),
  ];
}

const isPlaceholderOrNot = (url: unknown) =>
  typeof url === "string" && URL.canParse(url) && isPlaceholder(url);

function routeFaults({ routes = [], vars }: WorkerConfig): Fault[] {
  const { PUBLIC_ORIGIN: origin } = vars;
  const all: (string | { pattern: string })[] = routes;
  const patterns = all.map((route) => (typeof route === "string" ? route : route.pattern));
  if (patterns.length === 0) return ["routes is missing: the shop would have no address"];
  if (typeof origin !== "string" || !URL.canParse(origin)) return [];
  const { host } = new URL(origin);
  const hosts = patterns.map((pattern) => pattern.replace(/\/.*$/, ""));
  return hosts.includes(host) ? [] : [`routes does not name ${host}, PUBLIC_ORIGIN's host`];
}

function agreementFaults({ pages, api }: Plan): Fault[] {
  const differing = ["PUBLIC_ORIGIN", "ALLOWED_ORIGINS", "ECPAY_ENVIRONMENT"].filter(
    (name) => pages.vars[name] !== api.vars[name],
  );
  const called = bindingOf(pages.services ?? [], "API")?.service;
  return [
    ...differing.map((name) => `${pagesFile} and ${apiFile}: ${name} differs`),
    ...(called === api.name ? [] : [`${pagesFile}: the binding API must name ${api.name}`]),
    ...(contentId(pages) === contentId(api)
      ? []
      : [`${pagesFile} and ${apiFile}: CONTENT has two ids`]),
  ];
}

function queueFaults({ plan, other }: Judged): Fault[] {
  const shared = queueNames(plan).filter((name) => queueNames(other).includes(name));
  return shared.map((name) => `${apiFile}: staging and production share the queue ${name}`);
}

function idFaults({ plan, other, account }: Judged): Fault[] {
  const database = databaseId(plan);
  const content = contentId(plan.api);
  const known = [
    [database, account.databases.map(({ uuid }) => uuid), "database_id is no database"],
    [content, account.namespaces.map(({ id }) => id), "CONTENT's id is no KV namespace"],
  ] as const;
  const shared = [
    [database, databaseId(other), "database"],
    [content, contentId(other.api), "KV namespace"],
  ] as const;
  const named = account.databases.find(({ uuid }) => uuid === database)?.name;
  const isAnother = named !== undefined && named !== databaseName(plan);
  return [
    ...(isAnother
      ? [`${apiFile}: database_id is that of ${named}, and database_name is ${databaseName(plan)}`]
      : []),
    ...known
      .filter(([id, ids]) => !isUnset(id) && !ids.includes(id))
      .map(([, , fault]) => `${apiFile}: ${fault} of this account`),
    ...shared
      .filter(([id, otherId]) => !isUnset(id) && id === otherId)
      .map(([, , what]) => `${apiFile}: staging and production share a ${what}`),
  ];
}

function copyFaults({ plan, other, account }: Judged): Fault[] {
  const name = bucketName(plan);
  const isOff = name !== "" && account.bucket === "off";
  const faults = isOff ? ["R2, which holds the copies, is not switched on for this account"] : [];
  if (name !== "" && name === bucketName(other))
    faults.push("staging and production share a bucket");
  return faults.map((fault) => `${apiFile}: ${fault}`);
}

/** Example values of `worker/content/brand.json`. */
const example = /\bexample\b|^0+$|^\+886-2-0000-0000$/i;
/** What the foot of every page says of the seller. */
const sellerFacts = ["name", "tax_id", "address", "phone", "hours"].map(
  (fact) => `company_${fact}`,
);

function openingFaults({ plan, brand, commit }: Judged): Fault[] {
  const examples = Object.entries(brand).filter(([, value]) => example.test(value));
  const missing = sellerFacts.filter((name) => (brand[name] ?? "").trim() === "");
  return [
    ...missing.map((name) => `worker/content/brand.json: ${name} is missing`),
    // Staging may do without copies of its books.
    ...(bucketName(plan) === "" ? [`${apiFile}: the bucket BACKUPS is missing`] : []),
    ...(plan.api.vars["BACKUP_PUBLIC_KEY"]
      ? []
      : [`${apiFile}: BACKUP_PUBLIC_KEY is missing: npm run restore -- --new-key FILE`]),
    ...examples.map(([name]) => `worker/content/brand.json: ${name} is an example`),
    ...(isCommitted(commit)
      ? []
      : ["git: the code has changes that no commit holds, so nobody could find again what runs"]),
  ];
}

/**
 * The Worker judges how values fit together only when each is well formed. What is not is replaced by something harmless, to hear
 * the rest as well.
 */
function allFaults(parse: (env: object) => unknown, env: Vars, target: Plan["target"]): Fault[] {
  const first = refusal(parse, env);
  const names = first.map(nameIn);
  const mended = Object.fromEntries(names.map((name) => [name, sample(name, target)]));
  const rest = refusal(parse, { ...env, ...mended });
  return [...first, ...rest.filter((fault) => !names.some((name) => fault.includes(name)))];
}

const nameIn = (fault: Fault) => fault.split(" ", 1)[0] ?? "";

function refusal(parse: (env: object) => unknown, env: object): readonly Fault[] {
  try {
    parse(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationRefused) return error.faults;
    throw error;
  }
}

/** Well formed, and of nobody. */
function sample(name: string, target: Plan["target"]): unknown {
  if (name.startsWith("PER_")) return {};
  if (name === "ECPAY_ENVIRONMENT") return environments[target];
  if (name === "ALLOWED_ORIGINS" || name === "PICTURE_ORIGINS") return "";
  if (name === "PUBLIC_ORIGIN" || name === "UPSTREAM_URL") return "https://sillage.test";
  if (name === "ECPAY_MERCHANT_ID") return "7654321";
  if (name.startsWith("ECPAY_HASH")) return randomSecret().slice(0, 16);
  if (/SECRET|TOKEN|KEY/.test(name)) return randomSecret();
  return name.endsWith("_ID") ? "id" : undefined;
}
