// Whether the shop's host is free: wrangler replaces a DNS record without a question where nobody sits at a terminal.
import type { Plan, Wrangler } from "./plan.ts";

interface Asked {
  plan: Plan;
  wrangler: Wrangler;
  environment: Record<string, string | undefined>;
  /** The host whose records the owner gives away. */
  takeOver: string | undefined;
}

type Read = (path: string) => Promise<Record<string, string>[]>;

/** Reads only. */
export async function hostFaults({
  plan,
  wrangler,
  environment,
  takeOver,
}: Asked): Promise<string[]> {
  const read = await readerOf(wrangler, environment);
  const faults = await Promise.all(hostsOf(plan).map((host) => faultsOf(read, plan, host)));
  return faults.flatMap(({ host, fault }) => (fault === null || host === takeOver ? [] : [fault]));
}

function hostsOf({ pages: { routes = [] } }: Plan): string[] {
  const all: (string | { pattern: string; custom_domain?: boolean })[] = routes;
  return all.flatMap((route) =>
    typeof route === "object" && route.custom_domain === true ? [route.pattern] : [],
  );
}

async function faultsOf(read: Read, { pages }: Plan, host: string) {
  const fault = (text: string | null) => ({ host, fault: text });
  const zone = await zoneOf(read, host);
  if (zone === null)
    return fault(
      `wrangler.toml: no zone of this account holds ${host}: add the domain in the dashboard, or correct routes`,
    );
  const [domain] = await read(`accounts/ACCOUNT/workers/domains?hostname=${host}`);
  if (domain !== undefined)
    return fault(
      domain["service"] === pages.name
        ? null
        : `${host} belongs to the Worker ${domain["service"]}: --take-over ${host} gives it to ${pages.name}`,
    );
  const records = await read(`zones/${zone}/dns_records?name=${host}`);
  if (records.length === 0) return fault(null);
  const present = records.map(({ type, content }) => `${type} ${content}`).join(", ");
  return fault(
    `${host} has a DNS record that would be replaced: ${present}. Write it down for the way back, then --take-over ${host}`,
  );
}

async function zoneOf(read: Read, host: string): Promise<string | null> {
  const labels = host.split(".");
  for (let at = 0; at < labels.length - 1; at += 1) {
    const [zone] = await read(`zones?name=${labels.slice(at).join(".")}`);
    if (zone !== undefined) return zone["id"] ?? null;
  }
  return null;
}

/** Wrangler has no command for these. */
async function readerOf(wrangler: Wrangler, environment: Asked["environment"]): Promise<Read> {
  const base = environment["CLOUDFLARE_API_BASE_URL"] ?? "https://api.cloudflare.com/client/v4";
  const token =
    environment["CLOUDFLARE_API_TOKEN"] ??
    JSON.parse(await wrangler("auth", "token", "--json")).token;
  const read = async (path: string) => {
    const answer = await fetch(`${base}/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (!answer.ok)
      throw new Error(`${path.split("?")[0]} ended with ${answer.status}\n${answer.status}`);
    return (await answer.json()).result;
  };
  const account = environment["CLOUDFLARE_ACCOUNT_ID"] ?? (await read("accounts"))[0]?.id;
  return (path) => read(path.replace("ACCOUNT", String(account)));
}
