/** Second step of a sign-in. A guess is counted before the upstream checks it, and one right code makes one session. */
import type { Deps } from "../../deps.ts";
import { decryptToken } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import {
  claimChallenge,
  countGuess,
  findOpenChallenge,
  limitKeyOf,
  type ChallengeRow,
} from "../../store/challenges.ts";
import { verifyOtp } from "../../upstream/auth.ts";
import { clearLimits, enforceLimit } from "../limits/enforce-limit.ts";
import type { SignedIn } from "../sessions/issue-access.ts";
import type { BrowserFacts } from "../sessions/start-session.ts";
import { completeSignIn } from "./complete-sign-in.ts";

const guessLimits = ["otp-guess:member", "otp-guess:in-a-row"] as const;

export async function verifyCode(
  deps: Deps,
  challengeId: string,
  browser: BrowserFacts,
  code: string,
): Promise<SignedIn> {
  const challenge = await countGuess(deps.db, challengeId, deps.now());
  if (challenge === null) throw await whyNotCounted(deps, challengeId);
  const limitKey = limitKeyOf(challenge);
  for (const name of guessLimits) await enforceLimit(deps, name, limitKey);
  const { body: access, cookies } = await askUpstream(deps, challenge, code);
  if (!(await claimChallenge(deps.db, challenge.id, deps.now())))
    throw new ShopError("token_invalid");
  const success = clearLimits(deps, guessLimits, limitKey);
  const { memberKey } = challenge;
  return completeSignIn(deps, browser, { memberKey, access, cookies }, success);
}

async function whyNotCounted(deps: Deps, challengeId: string): Promise<ShopError> {
  const challenge = await findOpenChallenge(deps.db, challengeId, deps.now());
  if (challenge === null) return new ShopError("token_invalid");
  const hasCode = challenge.codeExpiresAt !== null && challenge.codeExpiresAt > deps.now();
  if (hasCode) deps.log.warn("sign_in.guesses_exhausted", { subject: challenge.memberKey });
  return new ShopError(hasCode ? "otp_exhausted" : "otp_expired");
}

async function askUpstream(deps: Deps, challenge: ChallengeRow, code: string) {
  const bearer = await decryptToken(
    deps.config.UPSTREAM_TOKEN_KEY,
    challenge.upstreamTempToken,
    challenge.id,
  );
  if (bearer === null) throw new ShopError("token_invalid");
  try {
    return await verifyOtp(deps.upstream, { body: { code }, bearer });
  } catch (error) {
    if (error instanceof ShopError)
      deps.log.info("sign_in.code_refused", { code: error.code, subject: challenge.memberKey });
    throw error;
  }
}
