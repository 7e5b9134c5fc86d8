import { useState } from "react";
import { recoveryCodePattern } from "#contract/auth";
import { ApiError } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import form from "../../ui/form.module.css";
import { TextField } from "../../ui/TextField.tsx";
import { OtpBoxes } from "./OtpBoxes.tsx";
import { useCodeCheck } from "./use-code-check.ts";
import { emptyCode, isComplete } from "./use-digit-boxes.ts";

/** The code of the member's own authenticator app, or where that is lost, one of their recovery codes. */
export function AppCodeForm({ tempToken }: { tempToken: string }) {
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
