import { useState } from "react";
import { t } from "../i18n/translate.ts";
import { TextField, type TextFieldProps } from "../ui/TextField.tsx";
import styles from "./password.module.css";

export function PasswordInput(field: Omit<TextFieldProps, "end" | "multiline" | "type">) {
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      required
      type={isShown ? "text" : "password"}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.toggle}
          // The visible text is the beginning of the label.
          aria-label={t(isShown ? "auth.password.hide" : "auth.password.show")}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? "auth.password.hide_short" : "auth.password.show_short")}
        </button>
      }
    />
  );
}
