import { useI18n } from "../i18n/translate.ts";
import { useState } from "react";
import styles from "../ui/PasswordField.module.css";
import { TextField, type TextFieldProps } from "../ui/TextField.tsx";

type Texts = "showShort" | "hideShort" | "showLabel" | "hideLabel";

export function PasswordInput(field: Omit<PasswordFieldProps, Texts>) {
  const { t } = useI18n();
  return (
    <PasswordField
      {...field}
      required
      showShort={t("auth.password.show_short")}
      hideShort={t("auth.password.hide_short")}
      showLabel={t("auth.password.show")}
      hideLabel={t("auth.password.hide")}
    />
  );
}

interface PasswordFieldProps extends Omit<TextFieldProps, "end" | "multiline" | "type"> {
  /** The short texts are visible; the labels, for screen readers, begin with them. */
  showShort: string;
  hideShort: string;
  showLabel: string;
  hideLabel: string;
}

function PasswordField({
  showShort,
  hideShort,
  showLabel,
  hideLabel,
  ...field
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.toggle}
          aria-label={isShown ? hideLabel : showLabel}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? hideShort : showShort}
        </button>
      }
    />
  );
}
