import type { Session } from "#contract/auth";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as store from "../../store/sessions.ts";
import { confirmPassword } from "./confirm-password.ts";
import { readAsLive } from "./get-live-session.ts";
import { revokeUpstreamLater } from "./as-member.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { wasIssued } from "../../store/refresh-tokens.ts";
import { parseRefreshToken, sessionSecrets, verifyToken } from "./tokens.ts";

/** @throws ShopError `token_revoked` or `password_change_required`. */
export async function listSessions(deps: Deps, actor: MemberActor): Promise<Session[]> {
  const sessions = store.selectLiveSessions(deps.db, actor.memberId, deps.now());
  const { found } = await readAsLive(deps, actor, {}, [sessions]);
  const [rows] = found;
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
  const ended = await store.endSessionOfMember(deps.db, actor.memberId, id, deps.now());
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
  const { memberId, sessionId } = actor;
  revokeUpstreamLater(deps, await store.endOtherSessions(deps.db, memberId, sessionId, deps.now()));
}

/** Ends the session of the cookie, of the access token or of both. */
export async function logOut(
  deps: Deps,
  refreshText: string | null,
  accessToken: string | null,
): Promise<void> {
  const secrets = sessionSecrets(deps.config);
  const claims =
    accessToken === null ? null : await verifyToken(secrets, "access", accessToken, deps.now());
  for (const id of new Set([await sessionOfCookie(deps, refreshText), claims?.sid])) {
    if (typeof id !== "string") continue;
    const ended = await store.endSession(deps.db, id, "logout", deps.now());
    deps.log.info("session.logout", { sessionId: id });
    if (ended !== null) revokeUpstreamLater(deps, [ended]);
  }
}

async function sessionOfCookie(deps: Deps, text: string | null): Promise<string | null> {
  const token = parseRefreshToken(text);
  if (token === null) return null;
  const isOurs = await wasIssued(deps.db, token.sessionId, await sha256Hex(token.text));
  return isOurs ? token.sessionId : null;
}
