import { useId, useState, type SubmitEvent } from "react";
import { ApiError } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { PasswordInput } from "../../account/PasswordInput.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button, type ButtonVariant } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/form.module.css";

interface PasswordDialogProps {
  title: string;
  why: string;
  action: string;
  variant?: ButtonVariant;
  onClose: () => void;
  /** The dialog stays open when this is refused. */
  onConfirm: (password: string) => Promise<void>;
}

/** Before what nobody else at an open browser may do. */
export function PasswordDialog({
  title,
  why,
  action,
  variant = "primary",
  onClose,
  onConfirm,
}: PasswordDialogProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const formId = useId();
  const email = useAuth((state) => state.member?.email ?? "");
  const [password, setPassword] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isWrong = failure instanceof ApiError && failure.code === "wrong_old_password";

  async function confirm(event: SubmitEvent) {
    event.preventDefault();
    if (password === "" || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm(password);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t("common.cancel")}
      actions={
        <>
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant={variant}
            busy={isBusy}
            disabled={password === ""}
          >
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} className={form.form} noValidate onSubmit={(event) => void confirm(event)}>
        <p>{why}</p>
        {/* For password managers, which pick the entry by the e-mail. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          name="password"
          label={t("auth.fields.old_password")}
          autoComplete="current-password"
          enterKeyHint="done"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value);
            setFailure(null);
          }}
          error={isWrong ? errorText(i18n, failure) : undefined}
        />
        {failure === null || isWrong ? null : <FailureNotice error={failure} />}
      </form>
    </Dialog>
  );
}
