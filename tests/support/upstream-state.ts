/** Puts the reference upstream into states that take it minutes or an operator to reach. */
import type { Shop } from "./shop.ts";

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
