/** Ends a session here at once and at the upstream as soon as it can be reached. */
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { wasIssued } from "../../store/refresh-tokens.ts";
import { endSession } from "../../store/sessions.ts";
import { parseRefreshToken } from "./refresh-token.ts";
import { revokeUpstreamLater } from "./revoke-upstream.ts";
import { sessionSecrets, verifyToken } from "./tokens.ts";

/** Finds the session by cookie, access token or both; without one there is nothing to end. */
export async function logOut(
  deps: Deps,
  refreshText: string | null,
  accessToken: string | null,
): Promise<void> {
  const ids = await Promise.all([
    sessionOfCookie(deps, refreshText),
    sessionOfAccess(deps, accessToken),
  ]);
  const known = new Set(ids.filter((id) => id !== null));
  const ended = await Promise.all(
    Array.from(known, (id) => endSession(deps.db, id, "logout", deps.now())),
  );
  for (const id of known) deps.log.info("session.logout", { sessionId: id });
  revokeUpstreamLater(
    deps,
    ended.filter((session) => session !== null),
  );
}

async function sessionOfCookie(deps: Deps, text: string | null): Promise<string | null> {
  const token = parseRefreshToken(text);
  if (token === null) return null;
  const isOurs = await wasIssued(deps.db, token.sessionId, await sha256Hex(token.text));
  return isOurs ? token.sessionId : null;
}

async function sessionOfAccess(deps: Deps, token: string | null): Promise<string | null> {
  const claims =
    token === null
      ? null
      : await verifyToken(sessionSecrets(deps.config), "access", token, deps.now());
  return claims?.sid ?? null;
}
