import { useState } from "react";
import styles from "./PasswordField.module.css";
import { TextField, type TextFieldProps } from "./TextField.tsx";

export interface PasswordFieldProps extends Omit<TextFieldProps, "end" | "multiline" | "type"> {
  /** The short texts are visible; the labels, for screen readers, begin with them. */
  showShort: string;
  hideShort: string;
  showLabel: string;
  hideLabel: string;
}

export function PasswordField({
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
