import type { Deps } from "../../deps.ts";
import { decryptToken, encryptToken } from "../../platform/crypto.ts";
import type { SessionRow } from "../../store/sessions.ts";
import type { SealedTokens } from "../../store/upstream-tokens.ts";
import type { UpstreamAccess } from "../../upstream/auth.ts";
import { parseJar, serialiseJar, type CookieJar } from "../../upstream/cookie-jar.ts";

/** Bound to the session id, so that they decrypt only in their own row. */
export async function sealTokens(
  deps: Deps,
  sessionId: string,
  access: UpstreamAccess,
  cookies: CookieJar,
): Promise<SealedTokens> {
  const secrets = deps.config.UPSTREAM_TOKEN_KEY;
  const isEmpty = Object.keys(cookies).length === 0;
  return {
    upstreamAccess: await encryptToken(secrets, access.token, sessionId),
    upstreamRefresh: isEmpty ? null : await encryptToken(secrets, serialiseJar(cookies), sessionId),
  };
}

/** The cookies that the upstream set at sign-in; null without any, or when their key is gone. */
export async function openCookies(deps: Deps, session: SessionRow): Promise<CookieJar | null> {
  if (session.upstreamRefresh === null) return null;
  const stored = await decryptToken(
    deps.config.UPSTREAM_TOKEN_KEY,
    session.upstreamRefresh,
    session.id,
  );
  return stored === null ? null : parseJar(stored);
}
