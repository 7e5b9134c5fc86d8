import { useState } from "react";
import { Link, Redirect, useSearch } from "wouter";
import { accessTokenAnswer } from "#contract/auth";
import { ApiError, api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { formatTime } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../layout/form.module.css";
import { safeReturn } from "../login/safe-return.ts";
import { maskEmail } from "./mask-email.ts";
import { emptyCode, OtpBoxes } from "./OtpBoxes.tsx";
import styles from "./otp.module.css";
import { useOtpSends } from "./use-otp-sends.ts";

export default function OtpPage() {
  const { locale, t } = useI18n();
  const from = safeReturn(new URLSearchParams(useSearch()).get("from"), location.origin, locale);
  const { isAuthenticated, mustChangePassword, tempToken, pendingEmail } = useAuth();
  if (isAuthenticated) {
    return (
      <Redirect
        to={mustChangePassword ? paths.changePassword({ locale, force: true }) : (from ?? paths.fragranceQuiz({ locale }))}
        replace
      />
    );
  }
  if (tempToken === null || pendingEmail === null)
    return <Redirect to={paths.login({ locale, from: from ?? undefined })} replace />;
  return (
    <SplitPage title={t("auth.otp.title")} intro={t("auth.otp.intro", { email: maskEmail(pendingEmail) })}>
      <CodeForm tempToken={tempToken} />
      <p className={form.ways}>
        {/* Signing out here only forgets the temporary token. */}
        <Link href={paths.login({ locale, from: from ?? undefined })} onClick={() => useAuth.getState().signOut()}>
          {t("auth.back_to_login")}
        </Link>
      </p>
    </SplitPage>
  );
}

function CodeForm({ tempToken }: { tempToken: string }) {
  const { locale, t, plural } = useI18n();
  const [code, setCode] = useState<readonly string[]>(emptyCode);
  const [failure, setFailure] = useState<unknown>(null);
  const [isChecking, setChecking] = useState(false);
  const sends = useOtpSends(tempToken, locale);
  const expiresAt = useAuth((state) => state.otpExpiresAt);
  const isComplete = code.every((digit) => digit !== "");
  const isCodeWrong = failure instanceof ApiError && failure.code === "otp_wrong";

  const check = async () => {
    if (!isComplete || isChecking) return;
    setChecking(true);
    setFailure(null);
    try {
      const answer = await api.send("POST", "/auth/login/verify-otp", {
        json: { code: code.join("") },
        schema: accessTokenAnswer,
        headers: { Authorization: `Bearer ${tempToken}` },
      });
      useAuth.getState().signedIn({ accessToken: answer.access_token, mustChangePassword: answer.must_change_password });
    } catch (error) {
      setFailure(error);
      setChecking(false);
    }
  };
  const resend = () => {
    setCode(emptyCode);
    setFailure(null);
    void sends.send();
  };

  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      {sends.failure === null ? null : <FailureNotice error={sends.failure} />}
      {failure === null || isCodeWrong ? null : <FailureNotice error={failure} />}
      <OtpBoxes
        legend={t("auth.otp.code")}
        boxLabel={(number) => t("auth.otp.digit", { number })}
        value={code}
        onChange={(value) => {
          setCode(value);
          setFailure(null);
        }}
        error={isCodeWrong ? errorText(t, failure) : undefined}
      />
      {expiresAt === null ? null : <p className={form.small}>{t("auth.otp.expires", { time: formatTime(locale, expiresAt) })}</p>}
      <Button type="submit" variant="primary" className={form.wide} busy={isChecking} disabled={!isComplete}>
        {t("auth.otp.submit")}
      </Button>
      <div className={styles.resend}>
        <Button variant="quiet" disabled={sends.secondsLeft > 0} onClick={resend}>
          {sends.secondsLeft > 0 ? plural("auth.otp.resend_in", sends.secondsLeft) : t("auth.otp.resend")}
        </Button>
        <output className={form.small}>{sends.isSent ? t("auth.otp.sent") : ""}</output>
      </div>
    </form>
  );
}
