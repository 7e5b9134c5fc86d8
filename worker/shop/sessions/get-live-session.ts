import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Deps, MemberActor } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectLiveSession, type SessionRow } from "../../store/sessions.ts";

export interface LivenessOptions {
  /** Also for a member who still owes a new password. */
  beforePasswordChange?: boolean;
}

/** @throws ShopError `token_revoked` or `password_change_required`. */
export async function getLiveSession(
  deps: Deps,
  actor: MemberActor,
  options: LivenessOptions = {},
): Promise<SessionRow> {
  const [session] = await selectLiveSession(deps.db, actor.sessionId, deps.now());
  return requireLive(session, actor, options);
}

/** Reads in the batch that reads the session, and returns nothing once that is over. */
export async function readAsLive<const Reads extends readonly BatchItem<"sqlite">[]>(
  deps: Deps,
  actor: MemberActor,
  options: LivenessOptions,
  reads: Reads,
): Promise<{ session: SessionRow; found: BatchResponse<Reads> }> {
  const [[session], ...found] = await deps.db.batch([
    selectLiveSession(deps.db, actor.sessionId, deps.now()),
    ...reads,
  ]);
  // A batch answers in the order of its statements.
  return {
    session: requireLive(session, actor, options),
    found: found as unknown as BatchResponse<Reads>,
  };
}

function requireLive(
  session: SessionRow | undefined,
  actor: MemberActor,
  options: LivenessOptions,
): SessionRow {
  if (session === undefined || session.memberId !== actor.memberId)
    throw new ShopError("token_revoked");
  if (session.mustChangePassword && options.beforePasswordChange !== true)
    throw new ShopError("password_change_required");
  return session;
}
