import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { findLiveSession, type SessionRow } from "../../store/sessions.ts";

export interface LivenessOptions {
  /** Also for a member who still owes a new password. */
  beforePasswordChange?: boolean;
}

/** @throws ShopError `token_revoked` when the session is over, `password_change_required` while a new password is owed. */
export async function getLiveSession(
  deps: Deps,
  actor: MemberActor,
  options: LivenessOptions = {},
): Promise<SessionRow> {
  const session = await findLiveSession(deps.db, actor.sessionId, deps.now());
  if (session === null || session.memberId !== actor.memberId) throw new ShopError("token_revoked");
  if (session.mustChangePassword && options.beforePasswordChange !== true)
    throw new ShopError("password_change_required");
  return session;
}
