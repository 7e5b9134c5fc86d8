import { useEffect, useState } from "react";
import { requestOtpAnswer } from "#contract/auth";
import { otpResendSeconds } from "#contract/limits";
import type { Locale } from "#contract/locales";
import { ApiError, api } from "../../api/client.ts";
import { useSecondsLeft } from "../../account/use-seconds-left.ts";
import { useAuth } from "../../stores/auth.ts";

type Outcome = { isSent: boolean; failure: unknown };

/** Sends a code when the screen opens, and on demand after the wait. */
export function useOtpSends(tempToken: string, locale: Locale) {
  const sentAt = useAuth((state) => state.otpSentAt);
  const expiresAt = useAuth((state) => state.otpExpiresAt);
  const [outcome, setOutcome] = useState<Outcome>({ isSent: false, failure: null });
  const secondsLeft = useSecondsLeft(sentAt === null ? null : sentAt + otpResendSeconds * 1000);
  const send = () => requestCode(tempToken, locale).then(setOutcome);

  // When signing in twice within a minute, the second code waits.
  const isOwed = expiresAt === null && secondsLeft === 0;
  useEffect(() => {
    if (isOwed) void requestCode(tempToken, locale).then(setOutcome);
  }, [isOwed, tempToken, locale]);

  /** The server refused a code for longer than the usual wait; this outlives a reload. */
  const isLimited = secondsLeft > otpResendSeconds;
  return { send, ...outcome, isLimited, secondsLeft };
}

let sending: Promise<Outcome> | null = null;

/** React mounts twice in development. */
function requestCode(tempToken: string, locale: Locale): Promise<Outcome> {
  sending ??= askForCode(tempToken, locale).finally(() => {
    sending = null;
  });
  return sending;
}

async function askForCode(tempToken: string, locale: Locale): Promise<Outcome> {
  const headers = { Authorization: `Bearer ${tempToken}` };
  try {
    const sent = await api.send("POST", "/auth/login/request-otp", {
      json: { language_code: locale },
      schema: requestOtpAnswer,
      headers,
    });
    useAuth.getState().otpSent(Date.now(), sent.expires_at);
    return { isSent: true, failure: null };
  } catch (failure) {
    const wait = failure instanceof ApiError && failure.status === 429 && failure.retryAfterSeconds;
    if (!wait) return { isSent: false, failure };
    // The screen says when the next code can be had; a refusal beside it would say it twice.
    useAuth.getState().otpSent(Date.now() - (otpResendSeconds - wait) * 1000);
    return { isSent: false, failure: null };
  }
}
