/** Puts the reference upstream, and what is around a hostile shop, into states that take minutes or an operator to reach. */
import type { Shop } from "./shop.ts";
import type { HostileCounts, Hostility } from "./hostile.ts";

export async function expireUpstreamAccess(shop: Shop, email: string): Promise<void> {
  await shop.upstreamDb
    .prepare(
      "UPDATE tokens SET expires_at = 1 WHERE kind = 'access' AND member_id = (SELECT id FROM members WHERE email = ?)",
    )
    .bind(email)
    .run();
}

export async function upstreamTokens(
  shop: Shop,
  email: string,
  kind: "access" | "refresh",
): Promise<{ used_at: number | null; revoked_at: number | null }[]> {
  const sql =
    "SELECT used_at, revoked_at FROM tokens WHERE kind = ? AND member_id = (SELECT id FROM members WHERE email = ?) ORDER BY created_at";
  return (
    await shop.upstreamDb
      .prepare(sql)
      .bind(kind, email)
      .all<{ used_at: number | null; revoked_at: number | null }>()
  ).results;
}

export async function turnOnSecondStep(shop: Shop, email: string): Promise<void> {
  await shop.upstreamDb
    .prepare("UPDATE members SET two_step = 1 WHERE email = ?")
    .bind(email)
    .run();
}

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
