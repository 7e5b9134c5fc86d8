/** Puts the reference upstream, and what is around a hostile shop, into states that take minutes or an operator to reach. */
import { rows } from "./payments.ts";
import type { Shop } from "./shop.ts";
import type { HostileCounts, Hostility } from "./hostile.ts";

const ofMember = "member_id = (SELECT id FROM members WHERE email = ?)";

export const expireUpstreamAccess = ({ upstreamDb }: Shop, email: string) =>
  rows(upstreamDb, `UPDATE tokens SET expires_at = 1 WHERE kind = 'access' AND ${ofMember}`, email);

export const refreshTokensOf = ({ upstreamDb }: Shop, email: string) =>
  rows<{ revoked_at: number | null }>(
    upstreamDb,
    `SELECT revoked_at FROM tokens WHERE kind = 'refresh' AND ${ofMember} ORDER BY created_at`,
    email,
  );

export const turnOnSecondStep = ({ upstreamDb }: Shop, email: string) =>
  rows(upstreamDb, "UPDATE members SET two_step = 1 WHERE email = ?", email);

interface Fault {
  /** With `lost` and `html` the call happens, and its answer is another. */
  mode: "none" | "refuse" | "slow" | "garbage" | "lost" | "html";
  /** Below `/api/v1`; without them, everything. */
  paths?: string[];
}

/** What an operator does with POST /service/fault: the reference upstream fails until told otherwise. */
export const stageFault = ({ upstreamDb }: Shop, fault: Fault) =>
  rows(
    upstreamDb,
    "INSERT OR REPLACE INTO settings (name, value) VALUES ('fault', ?)",
    JSON.stringify(fault),
  );

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
