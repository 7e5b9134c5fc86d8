import type { Deps } from "../../context.ts";
import { encryptToken } from "../../http/crypto.ts";
import type { SealedTokens } from "../../store/upstream-tokens.ts";

/** The session id is bound in: sealed tokens open in their own row only. */
export async function sealTokens(
  deps: Deps,
  sessionId: string,
  access: { access_token: string; expires_in: number },
  refresh: string | null,
): Promise<SealedTokens> {
  const secrets = deps.config.UPSTREAM_TOKEN_KEY;
  return {
    upstreamAccess: await encryptToken(secrets, access.access_token, sessionId),
    upstreamRefresh: refresh === null ? null : await encryptToken(secrets, refresh, sessionId),
    upstreamExpiresAt: deps.now() + access.expires_in * 1000,
  };
}
