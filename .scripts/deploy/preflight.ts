// What only Cloudflare and ECPay can say, before anything changes; "! " begins a warning.
import { probeTradeNo } from "../../worker/payments/ecpay/probe.ts";
import { queryForm, readQueryAnswer } from "../../worker/payments/ecpay/query.ts";
import { hosts, queryPath } from "../../worker/payments/ecpay/vocabulary.ts";
import { foundDatabase, type Account } from "./account.ts";
import { unless, type Ask } from "./cloudflare.ts";
import { lockTable } from "./lock.ts";
import { apiFile, isUnset, location, type Plan } from "./plan.ts";
import type { Secrets } from "./secrets.ts";

export async function preflight(ask: Ask, plan: Plan, account: Account, given: Secrets) {
  const asked = [
    planFaults(ask),
    databaseFaults(ask, plan, foundDatabase(account, plan)),
    ...(plan.target === "production" ? [gatewayFaults(given)] : []),
  ];
  return (await Promise.all(asked)).flat();
}

/** Who may deploy need not see bills, and `wrangler login` never does. */
async function planFaults(ask: Ask): Promise<string[]> {
  const subscriptions = await unless(ask<{ rate_plan?: object }[]>("subscriptions"), 403, null);
  if (subscriptions === null)
    return ["! nobody could ask for Workers Paid: the token needs Account › Billing: Read"];
  return subscriptions.some((one) => /workers|enterprise/i.test(JSON.stringify(one.rate_plan)))
    ? []
    : ["the account needs the Workers Paid plan: dashboard › Workers & Pages › Plans"];
}

/** Where wrangler writes down which migrations ran. */
const migrationsTable = "d1_migrations";

/** Whether the database of that name is this shop's, or nobody's yet, and where it should be. */
async function databaseFaults(ask: Ask, plan: Plan, id: string | undefined): Promise<string[]> {
  if (id === undefined) return [];
  const { running_in_region: region = location } = await ask<{ running_in_region?: string }>(
    `d1/database/${id}`,
  );
  const namesIn = async (sql: string) => {
    const path = `d1/database/${id}/query`;
    const [answer] = await ask<{ results: { name: string }[] }[]>(path, "POST", { sql });
    return (answer?.results ?? []).map(({ name }) => name);
  };
  const tables = await namesIn("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const applied = tables.includes(migrationsTable)
    ? await namesIn(`SELECT name FROM ${migrationsTable}`)
    : [];
  const foreign = applied.includes("0000_start.sql")
    ? []
    : tables.filter(
        (name) => ![migrationsTable, lockTable].includes(name) && !/^(sqlite|_cf)_/.test(name),
      );
  const name = plan.databaseName;
  const another = `another database_name in ${apiFile} makes a new one`;
  const place = `the database ${name} is in ${region}, not in ${location}`;
  const faults: string[] = [];
  // A place is final, and nobody can move a shop that is open.
  if (region.toLowerCase() !== location)
    faults.push(isUnset(plan.databaseId) ? `${place}: ${another}` : `! ${place}`);
  if (foreign.length > 0)
    faults.push(`the database ${name} holds another's tables (${foreign.join(", ")}): ${another}`);
  return faults;
}

/**
 * ECPay signs its answer about a trade that no order ever has: right keys verify it. That it cannot
 * be reached says nothing about them, and must not keep a shop from being mended.
 */
export async function gatewayFaults(
  { ECPAY_MERCHANT_ID: id, ECPAY_HASH_KEY: hashKey, ECPAY_HASH_IV: hashIv }: Secrets,
  address: string = hosts.production,
): Promise<string[]> {
  if (hashKey === undefined && hashIv === undefined) return [];
  if (id === undefined || hashKey === undefined || hashIv === undefined)
    return ["! ECPay was not asked about its keys: that takes ECPAY_MERCHANT_ID and both"];
  const keys = { hashKey, hashIv };
  const unasked = (why: unknown) => [
    `! ECPay did not say whether its keys are right (${String(why)}): pay the smallest amount once`,
  ];
  try {
    const response = await fetch(address + queryPath, {
      method: "POST",
      body: new URLSearchParams(await queryForm(id, probeTradeNo, Date.now(), keys)),
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status !== 200) return unasked(`status ${response.status}`);
    const answer = await readQueryAnswer(await response.text(), keys);
    // What it says else is signed, so that the keys are right.
    if (answer !== "bad_mac" && answer !== "malformed") return [];
    return [
      `ECPay does not answer ECPAY_MERCHANT_ID with this ECPAY_HASH_KEY and ECPAY_HASH_IV (${answer}): copy all three again from its merchant pages`,
    ];
  } catch (error) {
    return unasked(error instanceof Error ? (error.cause ?? error) : error);
  }
}

type Rows = Record<string, string>[];

/**
 * Whether the hosts of shop and desk are free: without a terminal wrangler replaces records unasked.
 *
 * @param takeOver - the host whose records the owner gives away.
 */
export async function hostFaults(
  ask: Ask,
  { pages, api }: Plan,
  takeOver: string | undefined,
): Promise<string[]> {
  const named = [pages, api].flatMap(({ name = "", routes = [] }) =>
    (routes as Route[]).flatMap((route) =>
      typeof route === "string" || route.custom_domain !== true
        ? []
        : { host: route.pattern, worker: name },
    ),
  );
  const faults = named.map(async ({ host, worker }) => {
    const zone = await zoneOf(ask, host);
    if (zone === undefined)
      return `no zone of this account holds ${host}: add the domain in the dashboard, or correct routes`;
    return host === takeOver ? null : presentAt(ask, zone, host, worker);
  });
  return (await Promise.all(faults)).filter((fault) => fault !== null);
}

type Route = string | { pattern: string; custom_domain?: boolean };

async function presentAt(ask: Ask, zone: string, host: string, worker: string) {
  const [domain] = await ask<Rows>(`workers/domains?hostname=${host}`);
  if (domain?.["service"] === worker) return null;
  if (domain !== undefined)
    return `${host} belongs to the Worker ${domain["service"]}: --take-over ${host} gives it to ${worker}`;
  const records = await ask<Rows>(`/zones/${zone}/dns_records?name=${host}`);
  if (records.length === 0) return null;
  const written = records.map(({ type, content }) => `${type} ${content}`).join(", ");
  return `${host} has a DNS record that would be replaced: ${written}. Write it down for the way back, then --take-over ${host}`;
}

async function zoneOf(ask: Ask, host: string): Promise<string | undefined> {
  const [zone] = await ask<Rows>(`/zones?name=${host}`);
  const parent = host.replace(/^[^.]+\./, "");
  return zone?.["id"] ?? (parent.includes(".") ? zoneOf(ask, parent) : undefined);
}
