import { useState } from "react";
import { ApiError } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { formatTime, formatWait } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../ui/form.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { OtpBoxes } from "./OtpBoxes.tsx";
import styles from "./otp.module.css";
import { useCodeCheck } from "./use-code-check.ts";
import { emptyCode, isComplete } from "./use-digit-boxes.ts";
import { useOtpSends } from "./use-otp-sends.ts";

export function CodeForm({ tempToken }: { tempToken: string }) {
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
