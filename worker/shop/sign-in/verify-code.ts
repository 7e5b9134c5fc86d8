/** A guess is counted before it is judged, and one right code makes one session. */
import { sixDigits } from "#contract/auth";
import type { Deps } from "../../deps.ts";
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
import type { BrowserFacts } from "../sessions/start-session.ts";
import { passSecondStep } from "../second-step/manage-second-step.ts";
import { completeSignIn, openSecret, parseSignIn } from "./complete-sign-in.ts";
import type { PendingSignIn, SignInOutcome } from "./complete-sign-in.ts";

const guessLimits = ["otp-guess:member", "otp-guess:in-a-row"] as const;

export async function verifyCode(
  deps: Deps,
  challengeId: string,
  browser: BrowserFacts,
  code: string,
): Promise<SignInOutcome> {
  const challenge = await countGuess(deps.db, challengeId, deps.now());
  if (challenge === null) throw await whyNotCounted(deps, challengeId);
  const limitKey = limitKeyOf(challenge);
  for (const name of guessLimits) await enforceLimit(deps, name, limitKey);
  const client = await deps.clientKey();
  const accepted = await judge(deps, challenge, code).catch((error: unknown) => {
    if (error instanceof ShopError)
      deps.log.info("sign_in.code_refused", {
        code: error.code,
        subject: challenge.memberKey,
        client,
      });
    throw error;
  });
  if (!(await claimChallenge(deps.db, challenge.id, deps.now())))
    throw new ShopError("token_invalid");
  const { memberKey, memberId } = challenge;
  const signIn = { ...accepted, memberKey, limitKey, hasPassedSecondStep: memberId !== null };
  return completeSignIn(deps, browser, signIn, clearLimits(deps, guessLimits, limitKey));
}

async function whyNotCounted(deps: Deps, challengeId: string): Promise<ShopError> {
  const challenge = await findOpenChallenge(deps.db, challengeId, deps.now());
  if (challenge === null) return new ShopError("token_invalid");
  const hasCode = challenge.codeExpiresAt !== null && challenge.codeExpiresAt > deps.now();
  if (hasCode)
    deps.log.warn("sign_in.guesses_exhausted", {
      subject: challenge.memberKey,
      client: await deps.clientKey(),
    });
  return new ShopError(hasCode ? "otp_exhausted" : "otp_expired");
}

/** The upstream judges what it has mailed; the shop, codes of the member's own second step. */
async function judge(deps: Deps, challenge: ChallengeRow, code: string): Promise<PendingSignIn> {
  const secret = await openSecret(deps, challenge);
  if (secret === null) throw new ShopError("token_invalid");
  if (challenge.memberId !== null) {
    await passSecondStep(deps, challenge.memberId, code);
    return parseSignIn(secret);
  }
  if (!sixDigits.test(code)) throw new ShopError("otp_wrong");
  const { body: access, cookies } = await verifyOtp(deps.upstream, {
    body: { code },
    bearer: secret,
  });
  return { access, cookies };
}
