import { useId, useState, type SubmitEvent } from "react";
import { ApiError } from "../../api/client.ts";
import { errorText } from "../../api/errors.ts";
import { PasswordInput } from "../../account/PasswordInput.tsx";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import form from "../../ui/form.module.css";

interface EndSessionsDialogProps {
  title: string;
  onClose: () => void;
  /** Ends them with this password; the dialog stays open when that is refused. */
  onConfirm: (password: string) => Promise<void>;
}

export function EndSessionsDialog({ title, onClose, onConfirm }: EndSessionsDialogProps) {
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
            variant="danger"
            busy={isBusy}
            disabled={password === ""}
          >
            {t("auth.profile.sessions.end")}
          </Button>
        </>
      }
    >
      <form id={formId} className={form.form} noValidate onSubmit={(event) => void confirm(event)}>
        <p>{t("auth.profile.sessions.confirm_text")}</p>
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
