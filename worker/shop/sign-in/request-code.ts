/** Asks the upstream to mail a code, limited so that no mailbox is flooded. */
import type { RequestOtpAnswer } from "#contract/auth";
import { otpResendSeconds } from "#contract/limits";
import type { Locale } from "#contract/locales";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { findOpenChallenge, limitKeyOf, recordCodeSent } from "../../store/challenges.ts";
import { requestOtp } from "../../upstream/auth.ts";
import { enforceLimits, everybody, takeBack, type LimitOf } from "../limits/enforce-limit.ts";
import { openSecret } from "./complete-sign-in.ts";

const longestCodeMs = 10 * 60 * 1000;
const outages: string[] = ["upstream_unavailable", "upstream_maintenance", "upstream_failed"];

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
  const asked = { body: { language_code: language }, locale: language, bearer };
  const { body } = await requestOtp(deps.upstream, asked).catch(async (error: unknown) => {
    // Nothing was sent, so nothing counts. After a timeout the code may have been sent.
    if (error instanceof ShopError && outages.includes(error.code))
      await takeBack(deps, ...counted);
    throw error;
  });
  const expiresAt = Math.min(body.expiresAt ?? Infinity, sentAt + longestCodeMs);
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
