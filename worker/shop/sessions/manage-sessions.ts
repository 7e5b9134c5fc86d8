import type { Session } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { endOtherSessions, endSessionOfMember, selectLiveSessions } from "../../store/sessions.ts";
import { confirmPassword } from "./confirm-password.ts";
import { readAsLive } from "./get-live-session.ts";
import { revokeUpstreamLater } from "./revoke-upstream.ts";

/** @throws ShopError `token_revoked` or `password_change_required`. */
export async function listSessions(deps: Deps, actor: MemberActor): Promise<Session[]> {
  const {
    found: [rows],
  } = await readAsLive(deps, actor, {}, [selectLiveSessions(deps.db, actor.memberId, deps.now())]);
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    place: row.place,
    created_at: new Date(row.createdAt).toISOString(),
    last_seen_at: new Date(row.lastSeenAt).toISOString(),
    current: row.id === actor.sessionId,
  }));
}

/** @throws ShopError `not_found`, also for another member's session, or as `confirmPassword`. */
export async function endOwnSession(
  deps: Deps,
  actor: MemberActor,
  id: string,
  password: string,
): Promise<void> {
  await confirmPassword(deps, actor, password);
  const ended = await endSessionOfMember(deps.db, actor.memberId, id, deps.now());
  if (ended === null) throw new ShopError("not_found");
  revokeUpstreamLater(deps, [ended]);
}

/** @throws ShopError as `confirmPassword`. */
export async function endAllOtherSessions(
  deps: Deps,
  actor: MemberActor,
  password: string,
): Promise<void> {
  await confirmPassword(deps, actor, password);
  revokeUpstreamLater(
    deps,
    await endOtherSessions(deps.db, actor.memberId, actor.sessionId, deps.now()),
  );
}
