import type { Shop } from "./shop.ts";

interface Fault {
  mode: "none" | "refuse" | "slow" | "garbage";
  /** Below `/api/v1`; without them, everything. */
  paths?: string[];
}

/** What an operator does with POST /service/fault: the reference upstream fails until told otherwise. */
export async function stageFault(shop: Shop, fault: Fault): Promise<void> {
  const sql = "INSERT INTO settings (name, value) VALUES ('fault', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
  await shop.upstreamDb.prepare(sql).bind(JSON.stringify(fault)).run();
}
