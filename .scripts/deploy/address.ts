// Whether the shop's host is free: without a terminal wrangler replaces records unasked.
import type { Ask } from "./cloudflare.ts";
import type { Plan } from "./plan.ts";

type Rows = Record<string, string>[];

/** @param takeOver - the host whose records the owner gives away. */
export async function hostFaults(
  ask: Ask,
  { pages: { name, routes = [] } }: Plan,
  takeOver: string | undefined,
): Promise<string[]> {
  const all: (string | { pattern: string; custom_domain?: boolean })[] = routes;
  const faults = all.map(async (route) => {
    if (typeof route === "string" || route.custom_domain !== true) return [];
    const host = route.pattern;
    const zone = await zoneOf(ask, host);
    if (zone === undefined)
      return [
        `wrangler.toml: no zone of this account holds ${host}: add the domain in the dashboard, or correct routes`,
      ];
    const present = host === takeOver ? null : await presentAt(ask, zone, host, name);
    return present === null ? [] : [present];
  });
  return (await Promise.all(faults)).flat();
}

async function presentAt(ask: Ask, zone: string, host: string, pages: string | undefined) {
  const [domain] = await ask<Rows>(`workers/domains?hostname=${host}`);
  if (domain?.["service"] === pages) return null;
  if (domain !== undefined)
    return `${host} belongs to the Worker ${domain["service"]}: --take-over ${host} gives it to ${pages}`;
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
