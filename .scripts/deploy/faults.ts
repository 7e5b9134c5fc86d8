// What speaks against a deployment, by the Worker's own rules too, before anything changes.
import { ConfigurationRefused, parseConfig, parsePageConfig } from "../../worker/env.ts";
import { isPlaceholder } from "../../worker/platform/hosts.ts";
import type { Account } from "./account.ts";
import {
  apiFile,
  bindingOf,
  contentId,
  isUnset,
  pagesFile,
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

export function faultsOf(judged: Judged): string[] {
  const opening = judged.plan.target === "production" ? [...openingFaults(judged)] : [];
  return [
    ...pagesFaults(judged).map((fault) => `${pagesFile}: ${fault}`),
    ...[...apiFaults(judged), ...sharedFaults(judged)].map((fault) => `${apiFile}: ${fault}`),
    ...agreementFaults(judged.plan),
    ...opening,
  ];
}

/** What the shop runs without, and its owner should not; they begin as all warnings do. */
export function warningsOf({ plan: { target, api }, account, given }: Judged): string[] {
  const { ALERT_WEBHOOK_URL: inFile = "", ALERT_EMAIL: email = "" } = api.vars;
  const canMail = api.send_email.some((mail: { name: string }) => mail.name === "MAIL");
  const webhooks = [inFile, given["ALERT_WEBHOOK_URL"] ?? ""].join("");
  const isHeard = webhooks !== "" || account.secrets.includes("ALERT_WEBHOOK_URL");
  const warnings: string[] = [];
  if (email !== "" && !canMail)
    warnings.push(`! ${apiFile}: ALERT_EMAIL needs the binding MAIL; no alarm is mailed`);
  if (!isHeard && (email === "" || !canMail))
    warnings.push("! neither ALERT_WEBHOOK_URL nor ALERT_EMAIL is set: alarms reach nobody");
  return target === "production" ? warnings : [];
}

const environments = { production: "production", staging: "stage" } as const;

function pagesFaults({ plan: { target, pages } }: Judged): string[] {
  const faults = allFaults(parsePageConfig, { ...pages.vars, API: {} }, target);
  return [...faults, ...addressFaults(pages.vars, target), ...routeFaults(pages, "PUBLIC_ORIGIN")];
}

function apiFaults({ plan: { target, api }, account, given }: Judged): string[] {
  const counters = (api.ratelimits ?? []) as { name: string }[];
  const uploaded = secretsToUpload(account.secrets, given);
  // Cloudflare does not tell their values: they were judged when they were uploaded.
  const stored = Object.fromEntries(account.secrets.map((name) => [name, sample(name, target)]));
  const bound = Object.fromEntries(counters.map(({ name }) => [name, {}]));
  const env = { ...bound, ...api.vars, ...stored, ...uploaded };
  const open = Object.keys(target === "production" ? api.vars : {})
    .filter((name) => secretNames.includes(name))
    .map((name) => `${name} is a secret and must not be in the file`);
  const desk = api.vars.DESK_ORIGIN === undefined ? [] : routeFaults(api, "DESK_ORIGIN");
  const faults = [...allFaults(parseConfig, env, target), ...addressFaults(api.vars, target)];
  return [...faults, ...desk, ...open];
}

type Vars = Record<string, unknown>;

/** Production is not staging by mistake, and staging has real addresses too. */
function* addressFaults(vars: Vars, target: Plan["target"]): Generator<string> {
  const expected = environments[target];
  if (vars["ECPAY_ENVIRONMENT"] !== expected) yield `ECPAY_ENVIRONMENT must be ${expected} here`;
  for (const name of ["PUBLIC_ORIGIN", "UPSTREAM_URL"])
    if (target === "staging" && isPlaceholderOrNot(vars[name])) yield `${name} is a placeholder`;
}

const isPlaceholderOrNot = (url: unknown) =>
  typeof url === "string" && URL.canParse(url) && isPlaceholder(url);

function routeFaults({ routes = [], vars }: WorkerConfig, name: string): string[] {
  const origin: unknown = vars[name];
  const all: (string | { pattern: string })[] = routes;
  const patterns = all.map((route) => (typeof route === "string" ? route : route.pattern));
  if (patterns.length === 0) return [`routes is missing: ${name} would lead nowhere`];
  if (typeof origin !== "string" || !URL.canParse(origin)) return [];
  const { host } = new URL(origin);
  const hosts = patterns.map((pattern) => pattern.replace(/\/.*$/, ""));
  return hosts.includes(host) ? [] : [`routes does not name ${host}, ${name}'s host`];
}

function* agreementFaults({ pages, api }: Plan): Generator<string> {
  for (const name of ["PUBLIC_ORIGIN", "ALLOWED_ORIGINS", "ECPAY_ENVIRONMENT"])
    if (pages.vars[name] !== api.vars[name]) yield `${pagesFile} and ${apiFile}: ${name} differs`;
  if (bindingOf(pages.services ?? [], "API")?.service !== api.name)
    yield `${pagesFile}: the binding API must name ${api.name}`;
  if (contentId(pages) !== contentId(api)) yield `${pagesFile} and ${apiFile}: CONTENT has two ids`;
}

/** Ids and names that are another's, or the other environment's. */
function* sharedFaults({ plan, other, account }: Judged): Generator<string> {
  const share = "staging and production share a";
  const database = plan.databaseId;
  const named = account.databases.find(({ uuid }) => uuid === database)?.name;
  if (!isUnset(database)) {
    if (named === undefined) yield "database_id is no database of this account";
    else if (named !== plan.databaseName)
      yield `database_id is that of ${named}, and database_name is ${plan.databaseName}`;
    if (database === other.databaseId) yield `${share} database`;
  }
  const content = plan.contentId;
  if (!isUnset(content)) {
    if (!account.namespaces.some(({ id }) => id === content))
      yield "CONTENT's id is no KV namespace of this account";
    if (content === other.contentId) yield `${share} KV namespace`;
  }
  const bucket = plan.bucketName;
  if (bucket !== "" && account.bucket === "off")
    yield "R2, which holds the copies, is not switched on for this account: dashboard › R2";
  if (bucket !== "" && bucket === other.bucketName) yield `${share} bucket`;
}

/** Example values of `worker/brand/brand.json`. */
const example = /\bexample\b|^0+$|^\+886-2-0000-0000$/i;
/** What the foot of every page says of the seller. */
const sellerFacts = ["name", "tax_id", "address", "phone", "hours"];

function* openingFaults({ plan, brand, commit }: Judged): Generator<string> {
  const file = "worker/brand/brand.json";
  for (const name of sellerFacts.map((fact) => `company_${fact}`))
    if ((brand[name] ?? "").trim() === "") yield `${file}: ${name} is missing`;
  for (const [name, value] of Object.entries(brand))
    if (example.test(value)) yield `${file}: ${name} is an example`;
  // Staging may do without copies of its books.
  if (plan.bucketName === "") yield `${apiFile}: the bucket BACKUPS is missing`;
  if (!plan.api.vars["BACKUP_PUBLIC_KEY"])
    yield `${apiFile}: BACKUP_PUBLIC_KEY is missing: npm run restore -- --new-key FILE`;
  if (!isCommitted(commit))
    yield "git: the code has changes that no commit holds, so nobody could find again what runs";
}

/**
 * The Worker judges how values fit together only when each is well formed. What is not is replaced
 * by something harmless, to hear the rest as well.
 */
function allFaults(parse: (env: object) => unknown, env: Vars, target: Plan["target"]): string[] {
  const first = refusal(parse, env);
  const names = first.map(nameIn);
  const mended = Object.fromEntries(names.map((name) => [name, sample(name, target)]));
  const rest = refusal(parse, { ...env, ...mended });
  return [...first, ...rest.filter((fault) => !names.some((name) => fault.includes(name)))];
}

const nameIn = (fault: string) => fault.split(" ", 1)[0] ?? "";

function refusal(parse: (env: object) => unknown, env: object): readonly string[] {
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
