/** Asks the upstream to mail a code, limited so that no mailbox is flooded. */
import type { RequestOtpAnswer } from "#contract/auth";
import { otpResendSeconds } from "#contract/limits";
import type { Locale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { findOpenChallenge, limitKeyOf, recordCodeSent } from "../../store/challenges.ts";
import { requestOtp } from "../../upstream/auth.ts";
import { enforceLimits, everybody, takeBack, type LimitOf } from "../limits/enforce-limit.ts";
import { openSecret } from "./open-challenge.ts";

const longestCodeMs = 10 * 60 * 1000;

export async function requestCode(
  deps: Deps,
  challengeId: string,
  address: string,
  language: Locale,
): Promise<RequestOtpAnswer> {
  const challenge = await findOpenChallenge(deps.db, challengeId, deps.now());
  const bearer = challenge && (await openSecret(deps, challenge));
  if (challenge === null || bearer === null) throw new ShopError("token_invalid");
  // Nothing to send: the code is in the member's app.
  if (challenge.memberId !== null) return answer(challenge.expiresAt, deps.now());
  // The address first, so that an address over its limit cannot use up the member's sends.
  const counted: readonly LimitOf[] = [
    ["otp-send:address", address],
    ["otp-send:member", limitKeyOf(challenge)],
    ["otp-send:all", everybody],
  ];
  await enforceLimits(deps, counted);
  const sentAt = deps.now();
  const { body } = await sendCode(deps, bearer, language).catch(async (error: unknown) => {
    // Nothing was sent, so nothing counts.
    if (isOutage(error)) await takeBack(deps, ...counted);
    throw error;
  });
  const expiresAt = codeEnd(body.expiresAt, sentAt);
  // Not earlier: the old code would get more guesses.
  await recordCodeSent(deps.db, challenge.id, expiresAt, sentAt);
  deps.log.info("sign_in.code_sent", { subject: challenge.memberKey });
  return answer(expiresAt, sentAt);
}

function answer(expiresAt: number, sentAt: number): RequestOtpAnswer {
  return {
    expires_at: new Date(expiresAt).toISOString(),
    resend_at: new Date(sentAt + otpResendSeconds * 1000).toISOString(),
  };
}

function sendCode(deps: Deps, bearer: string, language: Locale) {
  return requestOtp(deps.upstream, { body: { language_code: language }, locale: language, bearer });
}

/** A timeout is excluded: the code may have been sent. */
function isOutage(error: unknown): boolean {
  return (
    error instanceof ShopError &&
    ["upstream_unavailable", "upstream_maintenance", "upstream_failed"].includes(error.code)
  );
}

function codeEnd(expiresAt: number | null, sentAt: number): number {
  return Math.min(expiresAt ?? Infinity, sentAt + longestCodeMs);
}
