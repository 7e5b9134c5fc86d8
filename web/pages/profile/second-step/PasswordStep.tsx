import { useState } from "react";
import { PasswordInput } from "../../../account/PasswordInput.tsx";
import { ApiError } from "../../../api/api-error.ts";
import { errorText } from "../../../api/errors.ts";
import { FailureNotice } from "../../../feedback/FailureNotice.tsx";
import { useI18n } from "../../../i18n/translate.ts";
import { Button } from "../../../ui/Button.tsx";
import form from "../../../ui/form.module.css";

interface PasswordStepProps {
  why: string;
  submit: string;
  /** May throw: what it throws is shown. */
  onPassword: (password: string) => Promise<void>;
}

export function PasswordStep({ why, submit, onPassword }: PasswordStepProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isWrong = failure instanceof ApiError && failure.code === "wrong_old_password";
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onPassword(password);
    } catch (caught) {
      setFailure(caught);
    }
    setBusy(false);
  };
  return (
    <form
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className={form.soft}>{why}</p>
      {failure === null || isWrong ? null : <FailureNotice error={failure} />}
      <PasswordInput
        name="password"
        label={t("auth.fields.password")}
        autoComplete="current-password"
        enterKeyHint="go"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={isWrong ? errorText(i18n, failure) : undefined}
      />
      <div className={form.actions}>
        <Button type="submit" variant="primary" busy={isBusy} disabled={password === ""}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
