import { useCallback, useEffect, useState } from "react";
import { requestOtpAnswer } from "#contract/auth";
import { otpResendSeconds } from "#contract/limits";
import type { Locale } from "#contract/locales";
import { ApiError, api } from "../../api/client.ts";
import { useSecondsLeft } from "../../layout/use-seconds-left.ts";
import { useAuth } from "../../stores/auth.ts";

let sending: Promise<void> | null = null;

/** Asks for the code when the screen opens for the first time, and again on demand once the wait is over. */
export function useOtpSends(tempToken: string, locale: Locale) {
  const sentAt = useAuth((state) => state.otpSentAt);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSent, setSent] = useState(false);
  const secondsLeft = useSecondsLeft(sentAt === null ? null : sentAt + otpResendSeconds * 1000);

  const send = useCallback(async () => {
    setFailure(null);
    setSent(false);
    try {
      // One send at a time: React mounts twice while developing.
      await (sending ??= requestCode(tempToken, locale).finally(() => {
        sending = null;
      }));
      setSent(true);
    } catch (error) {
      const wait = retryAfterSeconds(error);
      if (wait !== null) useAuth.getState().otpSent(Date.now() - (otpResendSeconds - wait) * 1000);
      setFailure(error);
    }
  }, [tempToken, locale]);

  useEffect(() => {
    if (useAuth.getState().otpSentAt === null) void send();
  }, [send]);

  return { send, failure, isSent, secondsLeft };
}

async function requestCode(tempToken: string, locale: Locale): Promise<void> {
  await api.send("POST", "/auth/login/request-otp", {
    json: { language_code: locale },
    schema: requestOtpAnswer,
    headers: { Authorization: `Bearer ${tempToken}` },
  });
  useAuth.getState().otpSent(Date.now());
}

function retryAfterSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 429) return null;
  const seconds = (error.detail as { retry_after_seconds?: unknown } | null | undefined)?.retry_after_seconds;
  return typeof seconds === "number" ? seconds : null;
}
