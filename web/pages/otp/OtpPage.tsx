import { useState, useEffect } from "react";
import { signInAnswer, recoveryCodePattern, requestOtpAnswer } from "#contract/auth";
import { locale, plural, t } from "../../i18n/translate.ts";
import { ApiError, api } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { useWork } from "../../feedback/use-work.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { formatTime, formatWait } from "../../i18n/dates.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { SubmitButton } from "../../account/SubmitButton.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { TextField } from "../../ui/TextField.tsx";
import formStyles from "../../ui/form.module.css";
import { OtpBoxes, emptyCode, isComplete } from "./OtpBoxes.tsx";
import { otpResendSeconds } from "#contract/limits";
import { useSecondsLeft } from "../../account/use-seconds-left.ts";
import { Link, Redirect } from "wouter";
import { takeSignIn, useWayIn } from "../../account/way-in.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { paths } from "../../paths.ts";

export default function OtpPage() {
  const { from, next } = useWayIn();
  const { tempToken, pendingEmail, otpBy, otpExpiresAt } = useAuth();
  if (next !== null) return <Redirect to={next} replace />;
  const login = paths.login({ from });
  if (tempToken === null || pendingEmail === null) return <Redirect to={login} replace />;
  const isApp = otpBy === "app";
  const mailed = otpExpiresAt === null ? "auth.otp.intro_unsent" : "auth.otp.intro";
  return (
    <SplitPage
      title={t("auth.otp.title")}
      intro={isApp ? undefined : t(mailed, { email: maskEmail(pendingEmail) })}
    >
      <CodeForm key={otpBy} tempToken={tempToken} isApp={isApp} />
      <p className={formStyles.ways}>
        {/* There is no session yet: this only drops the temporary token. */}
        <Link className="tap" href={login} onClick={() => useAuth.getState().signOut()}>
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

type Outcome = { isSent: boolean; failure: unknown };

/** Of mailed codes, which an app needs none of. */
function useOtpSends(tempToken: string, isApp: boolean) {
  const sentAt = useAuth((state) => state.otpSentAt);
  const expiresAt = useAuth((state) => state.otpExpiresAt);
  const [outcome, setOutcome] = useState<Outcome>({ isSent: false, failure: null });
  const secondsLeft = useSecondsLeft(sentAt === null ? null : sentAt + otpResendSeconds * 1000);
  const send = () => requestCode(tempToken).then(setOutcome);

  // When signing in twice within a minute, the second code waits.
  const isOwed = !isApp && expiresAt === null && secondsLeft === 0;
  useEffect(() => {
    if (isOwed) void requestCode(tempToken).then(setOutcome);
  }, [isOwed, tempToken]);

  /** The server refused a code for longer than the usual wait; this outlives a reload. */
  const isLimited = secondsLeft > otpResendSeconds;
  return { send, ...outcome, isLimited, secondsLeft, expiresAt };
}

let sending: Promise<Outcome> | null = null;

/** React mounts twice in development. */
function requestCode(tempToken: string): Promise<Outcome> {
  sending ??= askForCode(tempToken).finally(() => {
    sending = null;
  });
  return sending;
}

async function askForCode(tempToken: string): Promise<Outcome> {
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

interface CodeFormProps {
  tempToken: string;
  /** The code is that of the member's own app or, where that is lost, one of their recovery codes. */
  isApp: boolean;
}

function CodeForm({ tempToken, isApp }: CodeFormProps) {
  const [digits, setDigits] = useState<readonly string[]>(emptyCode);
  const [recovery, setRecovery] = useState<string | null>(null);
  const { failure, isBusy, run, forget } = useWork();
  const sends = useOtpSends(tempToken, isApp);
  const isWrong = failure instanceof ApiError && failure.code === "otp_wrong";
  const error = isWrong ? errorText(failure) : undefined;
  const write = (value: readonly string[], instead: string | null = null) => {
    setDigits(value);
    setRecovery(instead);
    forget();
  };
  const resend = () => {
    write(emptyCode);
    void sends.send();
  };
  const code = recovery?.trim() ?? digits.join("");
  const isWhole = recovery === null ? isComplete(digits) : recoveryCodePattern.test(code);
  return (
    <form
      className={formStyles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole && !isBusy) void run(() => checkCode(tempToken, code));
      }}
    >
      {isApp && recovery === null ? (
        <p className={formStyles.soft}>{t("auth.otp.app.intro")}</p>
      ) : null}
      {recovery === null ? (
        <OtpBoxes value={digits} onChange={write} error={error} />
      ) : (
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
          onChange={({ target }) => write(digits, target.value.normalize("NFKC"))}
          error={error}
        />
      )}
      {sends.expiresAt === null ? null : (
        <p className="soft">{t("auth.otp.expires", { time: formatTime(sends.expiresAt) })}</p>
      )}
      {sends.isLimited ? (
        <Notice tone="warning">
          <p>{t("auth.otp.limited", { time: formatWait(sends.secondsLeft) })}</p>
        </Notice>
      ) : null}
      <FailureNotice error={sends.failure} />
      <FailureNotice error={isWrong ? null : failure} />
      <SubmitButton busy={isBusy} disabled={!isWhole}>
        {t("auth.otp.submit")}
      </SubmitButton>
      {isApp ? (
        <Button variant="quiet" onClick={() => write(digits, recovery === null ? "" : null)}>
          {t(recovery === null ? "auth.otp.app.use_recovery" : "auth.otp.app.use_app")}
        </Button>
      ) : (
        <div className="cluster">
          <Button variant="quiet" disabled={sends.secondsLeft > 0} onClick={resend}>
            {sends.secondsLeft > 0 && !sends.isLimited
              ? plural("auth.otp.resend_in", sends.secondsLeft)
              : t("auth.otp.resend")}
          </Button>
          <output className="soft">{sends.isSent ? t("auth.otp.sent") : ""}</output>
        </div>
      )}
    </form>
  );
}

async function checkCode(tempToken: string, code: string): Promise<void> {
  const answer = await api.send("POST", "/auth/login/verify-otp", {
    json: { code },
    schema: signInAnswer,
    headers: { Authorization: `Bearer ${tempToken}` },
  });
  // After the mailed code, one of the member's app may be owed.
  takeSignIn(answer, useAuth.getState().pendingEmail ?? "");
}
