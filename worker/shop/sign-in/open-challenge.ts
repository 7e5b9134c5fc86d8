/** A sign-in whose second step is still owed. Its token is good for that step only. */
import type { BatchItem } from "drizzle-orm/batch";
import type { Deps } from "../../deps.ts";
import { decryptToken, encryptToken, randomId } from "../../platform/crypto.ts";
import { insertChallenge, type ChallengeRow } from "../../store/challenges.ts";
import type { UpstreamAccess } from "../../upstream/auth.ts";
import { parseJar, serialiseJar, type CookieJar } from "../../upstream/cookie-jar.ts";
import { signToken } from "../sessions/tokens.ts";

const challengeMs = 15 * 60 * 1000;

interface Owed extends Pick<ChallengeRow, "memberKey" | "limitKey"> {
  /** The upstream's temporary token, or `serialiseSignIn` where the own step is owed. */
  secret: string;
  /** Set where the own step is owed: nothing has to be sent. */
  memberId: string | null;
}

/** Runs `success`, where given, in the same batch. */
export async function openChallenge(
  deps: Deps,
  { secret, ...owed }: Owed,
  success?: BatchItem<"sqlite">,
): Promise<string> {
  const now = deps.now();
  const id = randomId(17);
  const expiresAt = now + challengeMs;
  const challenge = {
    ...owed,
    id,
    upstreamTempToken: await encryptToken(deps.config.UPSTREAM_TOKEN_KEY, secret, id),
    createdAt: now,
    expiresAt,
    ...(owed.memberId === null ? {} : { sentAt: now, codeExpiresAt: expiresAt }),
  };
  await deps.db.batch([
    insertChallenge(deps.db, challenge),
    ...(success === undefined ? [] : [success]),
  ]);
  return signToken(deps.config.SESSION_SECRET, "pre_otp", { sub: id, endsAt: expiresAt }, now);
}

/** Null when its key is gone. */
export function openSecret(deps: Deps, challenge: ChallengeRow): Promise<string | null> {
  return decryptToken(deps.config.UPSTREAM_TOKEN_KEY, challenge.upstreamTempToken, challenge.id);
}

export interface PendingSignIn {
  access: UpstreamAccess;
  cookies: CookieJar;
}

export function serialiseSignIn({ access, cookies }: PendingSignIn): string {
  return JSON.stringify({ access, cookies: serialiseJar(cookies) });
}

/** `text` was written by `serialiseSignIn` and authenticated since. */
export function parseSignIn(text: string): PendingSignIn {
  const { access, cookies } = JSON.parse(text) as { access: UpstreamAccess; cookies: string };
  return { access, cookies: parseJar(cookies) };
}
