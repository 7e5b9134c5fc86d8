/** Puts the reference upstream into states that take it minutes or an operator to reach. */
import type { Shop } from "./shop.ts";

/** `mode: "none"` ends the outage. Paths are prefixes below /api/v1. */
export async function stageFault(
  shop: Shop,
  mode: "none" | "refuse" | "garbage",
  paths: string[] = [],
): Promise<void> {
  const value = JSON.stringify(paths.length === 0 ? { mode } : { mode, paths });
  await shop.upstreamDb
    .prepare(
      "INSERT INTO settings (name, value) VALUES ('fault', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind(value)
    .run();
}

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
