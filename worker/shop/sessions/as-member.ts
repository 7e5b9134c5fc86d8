/**
 * Calls the upstream as a member. The upstream's token leaves the session row only for the length of the call; when the
 * upstream no longer takes it, one caller refreshes it, everybody repeats once, and an upstream in trouble logs nobody out.
 */
import type { Deps, MemberActor } from "../../context.ts";
import { decryptToken } from "../../http/crypto.ts";
import { ShopError } from "../../http/errors.ts";
import { endSession, type SessionRow } from "../../store/sessions.ts";
import { getLiveSession, type LivenessOptions } from "./get-live-session.ts";
import { refreshUpstreamTokens } from "./refresh-upstream-tokens.ts";

/**
 * @throws ShopError `token_revoked` when the session is over, `password_change_required` while a new password is owed
 * (unless `beforePasswordChange`), and whatever `call` throws.
 */
export async function asMember<T>(
  deps: Deps,
  actor: MemberActor,
  call: (upstreamToken: string) => Promise<T>,
  options: LivenessOptions = {},
): Promise<T> {
  const session = await getLiveSession(deps, actor, options);
  const token = await openAccess(deps, session);
  try {
    return await call(token);
  } catch (error) {
    if (!isRefusedToken(error)) throw error;
  }
  return call(await openAccess(deps, await refreshUpstreamTokens(deps, session)));
}

async function openAccess(deps: Deps, session: SessionRow): Promise<string> {
  const token = await decryptToken(deps.config.UPSTREAM_TOKEN_KEY, session.upstreamAccess, session.id);
  if (token !== null) return token;
  // Sealed with a key that is gone: nothing but a new sign-in can mend it.
  await endSession(deps.db, session.id, "upstream_refused", deps.now());
  throw new ShopError("token_revoked");
}

export function isRefusedToken(error: unknown): boolean {
  return error instanceof ShopError && error.status === 401;
}
