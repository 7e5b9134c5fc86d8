import type { Deps } from "../../context.ts";
import { decryptToken } from "../../http/crypto.ts";
import { ShopError } from "../../http/errors.ts";
import type { SessionRow } from "../../store/sessions.ts";
import { message, upstreamAccessAnswer } from "../../upstream/wire.ts";

/** After the answer and best effort: our own session is dead already, and nobody else ever held these tokens. */
export function revokeUpstreamLater(deps: Deps, ended: readonly SessionRow[]): void {
  deps.waitUntil(Promise.all(ended.slice(0, 20).map((session) => revokeUpstream(deps, session))));
}

async function revokeUpstream(deps: Deps, session: SessionRow): Promise<void> {
  try {
    const bearer = await currentAccess(deps, session);
    if (bearer !== null)
      await deps.upstream.call({ method: "POST", path: "/auth/logout", answer: message, locale: deps.locale, bearer });
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    deps.log.info("session.upstream_not_revoked", { sessionId: session.id, code: error.code });
  }
}

async function currentAccess(deps: Deps, session: SessionRow): Promise<string | null> {
  const secrets = deps.config.UPSTREAM_TOKEN_KEY;
  if (session.upstreamExpiresAt > deps.now() || session.upstreamRefresh === null)
    return decryptToken(secrets, session.upstreamAccess, session.id);
  const refreshCookie = await decryptToken(secrets, session.upstreamRefresh, session.id);
  if (refreshCookie === null) return null;
  const renewed = await deps.upstream.call({
    method: "POST",
    path: "/auth/refresh",
    answer: upstreamAccessAnswer,
    locale: deps.locale,
    refreshCookie,
  });
  return renewed.body.access_token;
}
