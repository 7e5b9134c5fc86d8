import type { HostileCounts, Hostility } from "./hostile.ts";
import type { Shop } from "./shop.ts";

interface Fault {
  /** With `lost` and `html` the call happens, and its answer is another. */
  mode: "none" | "refuse" | "slow" | "garbage" | "lost" | "html";
  /** Below `/api/v1`; without them, everything. */
  paths?: string[];
}

/** What an operator does with POST /service/fault: the reference upstream fails until told otherwise. */
export async function stageFault(shop: Shop, fault: Fault): Promise<void> {
  const sql =
    "INSERT INTO settings (name, value) VALUES ('fault', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await shop.upstreamDb.prepare(sql).bind(JSON.stringify(fault)).run();
}

/** Says what to expect from now on. @returns what was counted since the last time. */
export async function beHostile(
  shop: Pick<Shop, "fetch">,
  hostility: Hostility,
): Promise<HostileCounts> {
  const response = await shop.fetch("/hostile", {
    method: "POST",
    body: JSON.stringify(hostility),
  });
  return (await response.json()) as HostileCounts;
}
