import type { Deps } from "../../deps.ts";
import { decryptToken } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import type { SessionRow } from "../../store/sessions.ts";
import { logOut, refreshTokens } from "../../upstream/auth.ts";
import { isRefusedToken, openCookies } from "./as-member.ts";

/** Best effort, after the answer: our own session is over already. */
export function revokeUpstreamLater(deps: Deps, ended: readonly SessionRow[]): void {
  deps.waitUntil(Promise.all(ended.slice(0, 20).map((session) => revokeUpstream(deps, session))));
}

async function revokeUpstream(deps: Deps, session: SessionRow): Promise<void> {
  try {
    await signOut(deps, session);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    deps.log.info("session.upstream_not_revoked", { sessionId: session.id, code: error.code });
  }
}

/** An expired access token is refreshed first, since the cookies may outlive it. */
async function signOut(deps: Deps, session: SessionRow): Promise<void> {
  const bearer = await decryptToken(
    deps.config.UPSTREAM_TOKEN_KEY,
    session.upstreamAccess,
    session.id,
  );
  if (bearer === null) return;
  const cookies = await openCookies(deps, session);
  try {
    await logOut(deps.upstream, { bearer, ...(cookies === null ? {} : { cookies }) });
  } catch (error) {
    if (!isRefusedToken(error) || cookies === null) throw error;
    const renewed = await refreshTokens(deps.upstream, { cookies });
    await logOut(deps.upstream, { bearer: renewed.body.token, cookies: renewed.cookies });
  }
}
