import { useState } from "react";
import { useLocation } from "wouter";
import { signInAnswer } from "#contract/auth";
import { ApiError, api } from "../../api/client.ts";
import { useI18n } from "../../i18n/translate.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";

export interface Credentials {
  email: string;
  password: string;
}

export function useSignIn(from: string | null) {
  const { locale } = useI18n();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<unknown>(null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);

  const signIn = async ({ email, password }: Credentials) => {
    const { signedIn, needsOtp } = useAuth.getState();
    setFailure(null);
    setLockedUntil(null);
    try {
      const answer = await api.send("POST", "/auth/login/password-verify", {
        form: { username: email.normalize("NFKC").trim(), password },
        schema: signInAnswer,
      });
      if ("temp_token" in answer) {
        needsOtp({
          tempToken: answer.temp_token,
          email: email.trim(),
          by: answer.second_step ?? "mail",
        });
        navigate(paths.otpVerification({ locale, from: from ?? undefined }));
      } else {
        signedIn({
          accessToken: answer.access_token,
          mustChangePassword: answer.must_change_password,
        });
      }
    } catch (error) {
      const seconds = lockedSeconds(error);
      if (seconds === null) setFailure(error);
      else setLockedUntil(Date.now() + seconds * 1000);
    }
  };

  return { signIn, failure, lockedUntil };
}

/** A locked account answers 403 with the seconds that remain. */
function lockedSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null;
  const detail = error.detail as { remaining_seconds?: unknown } | null | undefined;
  return typeof detail === "object" && typeof detail?.remaining_seconds === "number"
    ? detail.remaining_seconds
    : null;
}
