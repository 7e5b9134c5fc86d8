import { useState } from "react";
import { t } from "../../i18n/translate.ts";
import { PasswordInput } from "../../account/PasswordInput.tsx";
import { TaskDialog } from "../../feedback/TaskDialog.tsx";
import { useAuth } from "../../stores/auth.ts";
import type { ButtonVariant } from "../../ui/Button.tsx";

interface PasswordDialogProps {
  title: string;
  why: string;
  action: string;
  variant?: ButtonVariant;
  onClose: () => void;
  onConfirm: (password: string) => Promise<void>;
}

/** Before what nobody else at an open browser may do. */
export function PasswordDialog({ why, onConfirm, ...dialog }: PasswordDialogProps) {
  const email = useAuth((state) => state.member?.email ?? "");
  const [password, setPassword] = useState("");
  return (
    <TaskDialog
      {...dialog}
      cancel={t("common.cancel")}
      isReady={password !== ""}
      fieldCode="wrong_old_password"
      onDo={() => onConfirm(password)}
    >
      {(wrong, forget) => (
        <>
          <p>{why}</p>
          {/* For password managers, which pick the entry by the e-mail. */}
          <input
            type="text"
            name="username"
            autoComplete="username"
            value={email}
            readOnly
            hidden
          />
          <PasswordInput
            name="password"
            label={t("auth.fields.old_password")}
            autoComplete="current-password"
            enterKeyHint="done"
            value={password}
            onChange={(event) => {
              setPassword(event.target.value);
              forget();
            }}
            error={wrong}
          />
        </>
      )}
    </TaskDialog>
  );
}
