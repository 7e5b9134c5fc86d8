import { Link, Redirect, useSearch } from "wouter";
import { safeReturn } from "../../account/safe-return.ts";
import { useI18n } from "../../i18n/translate.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import form from "../../ui/form.module.css";
import { useState } from "react";
import { recoveryCodePattern } from "#contract/auth";
import { ApiError } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { OtpBoxes } from "./OtpBoxes.tsx";
import { useCodeCheck } from "./use-code-check.ts";
import { emptyCode, isComplete } from "./use-digit-boxes.ts";
import { formatTime, formatWait } from "../../i18n/dates.ts";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./otp.module.css";
import { useOtpSends } from "./use-otp-sends.ts";

export default function OtpPage() {
  const { locale, t } = useI18n();
  const from = safeReturn(new URLSearchParams(useSearch()).get("from"), location.origin, locale);
  const { isAuthenticated, mustChangePassword, tempToken, pendingEmail, otpBy, otpExpiresAt } =
    useAuth();
  if (isAuthenticated) {
    const next = mustChangePassword
      ? paths.changePassword({ locale, force: true })
      : (from ?? paths.fragranceQuiz({ locale }));
    return <Redirect to={next} replace />;
  }
  const login = paths.login({ locale, from: from ?? undefined });
  if (tempToken === null || pendingEmail === null) return <Redirect to={login} replace />;
  const isApp = otpBy === "app";
  const mailed = otpExpiresAt === null ? "auth.otp.intro_unsent" : "auth.otp.intro";
  return (
    <SplitPage
      title={t("auth.otp.title")}
      intro={isApp ? undefined : t(mailed, { email: maskEmail(pendingEmail) })}
    >
      {isApp ? <AppCodeForm tempToken={tempToken} /> : <CodeForm tempToken={tempToken} />}
      <p className={form.ways}>
        {/* There is no session yet: this only drops the temporary token. */}
        <Link href={login} onClick={() => useAuth.getState().signOut()}>
          {t("auth.back_to_login")}
        </Link>
      </p>
    </SplitPage>
  );
}

/** The first letter, then stars: `o**@example.test`. */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = Array.from(email.slice(0, at === -1 ? undefined : at));
  const domain = at === -1 ? "" : email.slice(at);
  return `${name[0] ?? ""}${"*".repeat(Math.max(name.length - 1, 3))}${domain}`;
}

/** The code of the member's own authenticator app, or where that is lost, one of their recovery codes. */
function AppCodeForm({ tempToken }: { tempToken: string }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [digits, setDigits] = useState<readonly string[]>(emptyCode);
  const [recovery, setRecovery] = useState<string | null>(null);
  const { check, failure, isChecking, clear } = useCodeCheck(tempToken);
  const isRecovery = recovery !== null;
  const isReady = isRecovery ? recoveryCodePattern.test(recovery.trim()) : isComplete(digits);
  const isWrong = failure instanceof ApiError && failure.code === "otp_wrong";
  const error = isWrong ? errorText(i18n, failure) : undefined;
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void check(isRecovery ? recovery.trim() : digits.join(""));
      }}
    >
      {isRecovery ? (
        <TextField
          name="recovery"
          label={t("auth.otp.app.recovery")}
          hint={t("auth.otp.app.recovery_hint")}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          required
          value={recovery}
          onChange={(event) => {
            setRecovery(event.target.value.normalize("NFKC"));
            clear();
          }}
          error={error}
        />
      ) : (
        <>
          <p className={form.soft}>{t("auth.otp.app.intro")}</p>
          <OtpBoxes
            legend={t("auth.otp.code")}
            boxLabel={(number) => t("auth.otp.digit", { number })}
            value={digits}
            onChange={(value) => {
              setDigits(value);
              clear();
            }}
            error={error}
          />
        </>
      )}
      {failure === null || isWrong ? null : <FailureNotice error={failure} />}
      <Button
        type="submit"
        variant="primary"
        className={form.wide}
        busy={isChecking}
        disabled={!isReady}
      >
        {t("auth.otp.submit")}
      </Button>
      <Button
        variant="quiet"
        onClick={() => {
          setRecovery(isRecovery ? null : "");
          clear();
        }}
      >
        {t(isRecovery ? "auth.otp.app.use_app" : "auth.otp.app.use_recovery")}
      </Button>
    </form>
  );
}

function CodeForm({ tempToken }: { tempToken: string }) {
  const i18n = useI18n();
  const { locale, t, plural } = i18n;
  const [code, setCode] = useState<readonly string[]>(emptyCode);
  const { check, failure, isChecking, clear } = useCodeCheck(tempToken);
  const sends = useOtpSends(tempToken, locale);
  const expiresAt = useAuth((state) => state.otpExpiresAt);
  const isCodeWrong = failure instanceof ApiError && failure.code === "otp_wrong";
  const write = (digits: readonly string[]) => {
    setCode(digits);
    clear();
  };
  const resend = () => {
    write(emptyCode);
    void sends.send();
  };
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete(code)) void check(code.join(""));
      }}
    >
      <OtpBoxes
        legend={t("auth.otp.code")}
        boxLabel={(number) => t("auth.otp.digit", { number })}
        value={code}
        onChange={write}
        error={isCodeWrong ? errorText(i18n, failure) : undefined}
      />
      {expiresAt === null ? null : (
        <p className={form.small}>
          {t("auth.otp.expires", { time: formatTime(locale, expiresAt) })}
        </p>
      )}
      {sends.isLimited ? (
        <Notice tone="warning">
          <p>{t("auth.otp.limited", { time: formatWait(locale, sends.secondsLeft) })}</p>
        </Notice>
      ) : null}
      {sends.failure === null ? null : <FailureNotice error={sends.failure} />}
      {failure === null || isCodeWrong ? null : <FailureNotice error={failure} />}
      <Button
        type="submit"
        variant="primary"
        className={form.wide}
        busy={isChecking}
        disabled={!isComplete(code)}
      >
        {t("auth.otp.submit")}
      </Button>
      <div className={styles.resend}>
        <Button variant="quiet" disabled={sends.secondsLeft > 0} onClick={resend}>
          {sends.secondsLeft > 0 && !sends.isLimited
            ? plural("auth.otp.resend_in", sends.secondsLeft)
            : t("auth.otp.resend")}
        </Button>
        <output className={form.small}>{sends.isSent ? t("auth.otp.sent") : ""}</output>
      </div>
    </form>
  );
}
