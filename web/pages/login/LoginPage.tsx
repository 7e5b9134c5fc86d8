import { useState } from "react";
import { Link, Redirect, useSearch, useLocation } from "wouter";
import { signInAnswer } from "#contract/auth";
import { t } from "../../i18n/translate.ts";
import { EmailField, mistakeInEmail } from "../../account/EmailField.tsx";
import { PasswordInput } from "../../account/PasswordInput.tsx";
import { useSecondsLeft } from "../../account/use-seconds-left.ts";
import { takeSignIn, useWayIn } from "../../account/way-in.ts";
import { ApiError, api } from "../../api/client.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useForm } from "../../feedback/use-form.ts";
import { formatCountdown } from "../../i18n/dates.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { isMembersOnly } from "../../navigation/use-here.ts";
import { paths } from "../../paths.ts";
import { SubmitButton } from "../../account/SubmitButton.tsx";
import { Notice } from "../../ui/Notice.tsx";
import styles from "../../ui/form.module.css";

export default function LoginPage() {
  const query = new URLSearchParams(useSearch());
  const { from, next } = useWayIn();
  if (next !== null) return <Redirect to={next} replace />;
  return (
    <SplitPage
      title={t("auth.login.title")}
      intro={t(
        query.has("ended")
          ? "auth.login.intro_ended"
          : isMembersOnly(new URL(from ?? "/", location.origin).pathname)
            ? "auth.login.intro_from"
            : "auth.login.intro",
      )}
    >
      <LoginForm from={from} />
      <p className={styles.ways}>
        <Link className="tap" href={paths.register()}>
          {t("auth.login.to_register")}
        </Link>
        <Link className="tap" href={paths.forgotPassword()}>
          {t("auth.login.to_forgot")}
        </Link>
      </p>
    </SplitPage>
  );
}

const passwordMinLength = 6;

function LoginForm({ from }: { from: string | undefined }) {
  const [, navigate] = useLocation();
  const [lockedUntil, setLockedUntil] = useState<number | null>(null);
  const { field, submit, isBusy, failure } = useForm(
    { email: "", password: "" },
    ({ email, password }) => ({
      ...mistakeInEmail(email),
      ...(password.length >= passwordMinLength
        ? {}
        : { password: `auth.errors.password_${password === "" ? "required" : "short"}` as const }),
    }),
    { storedAs: "login" },
  );
  const signIn = submit(async ({ email, password }) => {
    setLockedUntil(null);
    try {
      const answer = await api.send("POST", "/auth/login/password-verify", {
        form: { username: email.normalize("NFKC").trim(), password },
        schema: signInAnswer,
      });
      if (takeSignIn(answer, email.trim())) navigate(paths.otpVerification({ from }));
    } catch (error) {
      const end = endOfLock(error);
      if (end === null) throw error;
      setLockedUntil(end);
    }
  });
  return (
    <form className={styles.form} noValidate onSubmit={signIn}>
      <EmailField {...field("email")} enterKeyHint="next" />
      <PasswordInput
        {...field("password")}
        label={t("auth.fields.password")}
        autoComplete="current-password"
        enterKeyHint="go"
      />
      <FailureNotice error={failure} />
      {lockedUntil === null ? null : <Locked until={lockedUntil} />}
      <SubmitButton busy={isBusy}>{t("auth.login.submit")}</SubmitButton>
    </form>
  );
}

function Locked({ until }: { until: number }) {
  const seconds = useSecondsLeft(until);
  const forgot = (
    <Link href={paths.forgotPassword()} className={styles.soft}>
      {t("auth.login.to_forgot")}
    </Link>
  );
  if (seconds === 0) return <Notice tone="info">{t("auth.login.unlocked")}</Notice>;
  return (
    <Notice tone="danger" title={t("auth.login.locked_title")} actions={forgot}>
      {/* A screen reader reads the alert once, not every second. */}
      <p role="timer" aria-live="off" className={styles.timer}>
        {t("auth.login.locked_left", { time: formatCountdown(seconds) })}
      </p>
      <p>{t("auth.login.locked_hint")}</p>
    </Notice>
  );
}

/** A locked account answers 403 with the seconds that remain. @returns epoch milliseconds. */
function endOfLock(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.status !== 403) return null;
  const detail = error.detail as { remaining_seconds?: unknown } | null | undefined;
  return typeof detail === "object" && typeof detail?.remaining_seconds === "number"
    ? Date.now() + detail.remaining_seconds * 1000
    : null;
}
