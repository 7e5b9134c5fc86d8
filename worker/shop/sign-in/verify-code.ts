/**
 * The second step of a sign-in. Codes are mailed within limits, so that no mailbox is flooded; a
 * guess is counted before it is judged, and one right code makes one session.
 */
import { sixDigits, type RequestOtpAnswer } from "#contract/auth";
import { otpResendSeconds } from "#contract/limits";
import type { Locale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as store from "../../store/second-steps.ts";
import { requestOtp, verifyOtp } from "../../upstream/auth.ts";
import * as limits from "../limits/enforce-limit.ts";
import * as firstStep from "./check-password.ts";
import type { BrowserFacts } from "../sessions/start-session.ts";
import { passSecondStep } from "../second-step/manage-second-step.ts";

const longestCodeMs = 10 * 60 * 1000;
const outages: string[] = ["upstream_unavailable", "upstream_maintenance", "upstream_failed"];

export async function requestCode(deps: Deps, id: string, address: string, language: Locale) {
  const challenge = await store.findOpenChallenge(deps.db, id, deps.now());
  const bearer = challenge && (await firstStep.openSecret(deps, challenge));
  if (challenge === null || bearer === null) throw new ShopError("token_invalid");
  // Nothing to send: the code is in the member's app.
  if (challenge.memberId !== null) return answer(challenge.expiresAt, deps.now());
  // The address first, so that an address over its limit cannot use up the member's sends.
  const counted: readonly limits.LimitOf[] = [
    ["otp-send:address", address],
    ["otp-send:member", store.limitKeyOf(challenge)],
    ["otp-send:all", limits.everybody],
  ];
  await limits.enforceLimits(deps, counted);
  const sentAt = deps.now();
  const asked = { body: { language_code: language }, locale: language, bearer };
  const { body } = await requestOtp(deps.upstream, asked).catch(async (error: unknown) => {
    // Nothing was sent, so nothing counts. After a timeout the code may have been sent.
    if (error instanceof ShopError && outages.includes(error.code))
      await limits.takeBack(deps, ...counted);
    throw error;
  });
  const expiresAt = Math.min(body.expiresAt ?? Infinity, sentAt + longestCodeMs);
  // Not earlier: the old code would get more guesses.
  await store.recordCodeSent(deps.db, challenge.id, expiresAt, sentAt);
  deps.log.info("sign_in.code_sent", { subject: challenge.memberKey });
  return answer(expiresAt, sentAt);
}

function answer(expiresAt: number, sentAt: number): RequestOtpAnswer {
  return {
    expires_at: new Date(expiresAt).toISOString(),
    resend_at: new Date(sentAt + otpResendSeconds * 1000).toISOString(),
  };
}

const guessLimits = ["otp-guess:member", "otp-guess:in-a-row"] as const;

export async function verifyCode(deps: Deps, id: string, browser: BrowserFacts, code: string) {
  const challenge = await store.countGuess(deps.db, id, deps.now());
  if (challenge === null) throw await whyNotCounted(deps, id);
  const limitKey = store.limitKeyOf(challenge);
  for (const name of guessLimits) await limits.enforceLimit(deps, name, limitKey);
  const about = { subject: challenge.memberKey, client: await deps.clientKey() };
  const accepted = await judge(deps, challenge, code).catch((error: unknown) => {
    if (error instanceof ShopError)
      deps.log.info("sign_in.code_refused", { code: error.code, ...about });
    throw error;
  });
  if (!(await store.claimChallenge(deps.db, challenge.id, deps.now())))
    throw new ShopError("token_invalid");
  const { memberKey, memberId } = challenge;
  const signIn = { ...accepted, memberKey, limitKey, hasPassedSecondStep: memberId !== null };
  const success = limits.clearLimits(deps, guessLimits, limitKey);
  return firstStep.completeSignIn(deps, browser, signIn, success);
}

async function whyNotCounted(deps: Deps, id: string): Promise<ShopError> {
  const challenge = await store.findOpenChallenge(deps.db, id, deps.now());
  if (challenge === null) return new ShopError("token_invalid");
  const hasCode = challenge.codeExpiresAt !== null && challenge.codeExpiresAt > deps.now();
  const about = { subject: challenge.memberKey, client: await deps.clientKey() };
  if (hasCode) deps.log.warn("sign_in.guesses_exhausted", about);
  return new ShopError(hasCode ? "otp_exhausted" : "otp_expired");
}

async function judge(deps: Deps, challenge: store.ChallengeRow, code: string) {
  const secret = await firstStep.openSecret(deps, challenge);
  if (secret === null) throw new ShopError("token_invalid");
  if (challenge.memberId !== null) {
    await passSecondStep(deps, challenge.memberId, code);
    return firstStep.parseSignIn(secret);
  }
  if (!sixDigits.test(code)) throw new ShopError("otp_wrong");
  const verified = await verifyOtp(deps.upstream, { body: { code }, bearer: secret });
  return { access: verified.body, cookies: verified.cookies };
}
