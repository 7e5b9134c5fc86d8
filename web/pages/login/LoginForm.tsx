import { useState } from "react";
import { useForm } from "react-hook-form";
import { Link, useLocation } from "wouter";
import { signInAnswer } from "#contract/auth";
import { emailPattern } from "#contract/fields";
import { ApiError, api } from "../../api/client.ts";
import { formatCountdown } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { useSecondsLeft } from "../../layout/use-seconds-left.ts";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { PasswordField } from "../../ui/PasswordField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "../../layout/form.module.css";
import login from "./login.module.css";

interface Credentials {
  email: string;
  password: string;
}

const passwordMinLength = 6;

export function LoginForm({ from }: { from: string | null }) {
  const { locale, t } = useI18n();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<unknown>(null);
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const { register, handleSubmit, formState } = useForm<Credentials>({
    mode: "onTouched",
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

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
        needsOtp({ tempToken: answer.temp_token, email: email.trim() });
        navigate(paths.otpVerification({ locale, from: from ?? undefined }));
      } else {
        signedIn({ accessToken: answer.access_token, mustChangePassword: answer.must_change_password });
      }
    } catch (error) {
      const seconds = lockedSeconds(error);
      if (seconds === null) setFailure(error);
      else setLockedUntil(Date.now() + seconds * 1000);
    }
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void handleSubmit(signIn)(event)}>
      {failure === null ? null : <FailureNotice error={failure} />}
      {lockedUntil === null ? null : <Locked until={lockedUntil} />}
      <TextField
        {...register("email", {
          required: t("auth.errors.email_required"),
          validate: (value) => emailPattern.test(value.normalize("NFKC").trim()) || t("auth.errors.email_invalid"),
        })}
        label={t("auth.fields.email")}
        type="email"
        inputMode="email"
        autoComplete="username"
        enterKeyHint="next"
        required
        error={errors.email?.message}
      />
      <PasswordField
        {...register("password", {
          required: t("auth.errors.password_required"),
          minLength: { value: passwordMinLength, message: t("auth.errors.password_short") },
        })}
        label={t("auth.fields.password")}
        autoComplete="current-password"
        enterKeyHint="go"
        required
        error={errors.password?.message}
        showShort={t("auth.password.show_short")}
        hideShort={t("auth.password.hide_short")}
        showLabel={t("auth.password.show")}
        hideLabel={t("auth.password.hide")}
      />
      <Button type="submit" variant="primary" className={styles.wide} busy={isSubmitting}>
        {t("auth.login.submit")}
      </Button>
    </form>
  );
}

/** A lock is a 403 whose detail counts the seconds that remain. */
function lockedSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null;
  const detail = error.detail as { remaining_seconds?: unknown } | null | undefined;
  return typeof detail === "object" && typeof detail?.remaining_seconds === "number" ? detail.remaining_seconds : null;
}

function Locked({ until }: { until: number }) {
  const { locale, t } = useI18n();
  const seconds = useSecondsLeft(until);
  const forgot = (
    <Link href={paths.forgotPassword({ locale })} className={styles.soft}>
      {t("auth.login.to_forgot")}
    </Link>
  );
  if (seconds === 0) return <Notice tone="info">{t("auth.login.unlocked")}</Notice>;
  return (
    <Notice tone="danger" title={t("auth.login.locked_title")} actions={forgot}>
      {/* The alert is read once; a number that changes each second is for the eye. */}
      <p role="timer" aria-live="off" className={login.timer}>
        {t("auth.login.locked_left", { time: formatCountdown(seconds) })}
      </p>
      <p>{t("auth.login.locked_hint")}</p>
    </Notice>
  );
}
