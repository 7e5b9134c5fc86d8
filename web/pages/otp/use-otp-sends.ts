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

  return { send, ...outcome, secondsLeft };
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
    const wait = retryAfterSeconds(failure);
    if (wait !== null) useAuth.getState().otpSent(Date.now() - (otpResendSeconds - wait) * 1000);
    return { isSent: false, failure };
  }
}

function retryAfterSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  const seconds = (error.detail as { retry_after_seconds?: unknown } | null | undefined)
    ?.retry_after_seconds;
  return typeof seconds === "number" ? seconds : null;
}
