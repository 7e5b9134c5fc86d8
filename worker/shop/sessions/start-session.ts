/** Starts a session for a member whom the upstream has accepted; the browser's previous session ends. */
import type { Deps } from "../../deps.ts";
import { randomId, sha256Hex } from "../../platform/crypto.ts";
import { insertSession } from "../../store/sessions.ts";
import type { UpstreamAccess } from "../../upstream/auth.ts";
import type { CookieJar } from "../../upstream/cookie-jar.ts";
import { firstRefreshToken, parseRefreshToken } from "./refresh-token.ts";
import { browserName } from "./browser-name.ts";
import { sealTokens } from "./seal-tokens.ts";
import { issueBoth, type SignedIn } from "./issue-access.ts";

const dayMs = 24 * 60 * 60 * 1000;
export const idleMs = 14 * dayMs;
const absoluteMs = 60 * dayMs;

export interface BrowserFacts {
  address: string;
  userAgent: string;
  country: string | null;
  refreshToken: string | null;
  guestCartId: string | null;
}

export interface UpstreamSignIn {
  memberId: string;
  access: UpstreamAccess;
  cookies: CookieJar;
}

export async function startSession(
  deps: Deps,
  browser: BrowserFacts,
  signIn: UpstreamSignIn,
): Promise<SignedIn> {
  const now = deps.now();
  // The first byte is reserved for one of 256 shards.
  const id = randomId(17);
  const refreshToken = firstRefreshToken(id);
  const replaced = parseRefreshToken(browser.refreshToken);
  const session = {
    id,
    memberId: signIn.memberId,
    mustChangePassword: signIn.access.mustChangePassword,
    ...(await sealTokens(deps, id, signIn.access, signIn.cookies)),
    browser: browserName(browser.userAgent),
    place: browser.country,
    createdAt: now,
    lastSeenAt: now,
    idleEndsAt: now + idleMs,
    absoluteEndsAt: now + absoluteMs,
  };
  await insertSession(
    deps.db,
    session,
    await sha256Hex(refreshToken),
    replaced === null ? null : await sha256Hex(replaced.text),
  );
  return issueBoth(deps, session, refreshToken);
}
