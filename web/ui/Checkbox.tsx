import { useId, type InputHTMLAttributes, type ReactNode } from "react";
import styles from "./form.module.css";
import mark from "./mark.module.css";

interface CheckboxProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  error?: string | undefined;
  children?: ReactNode;
}

export function Checkbox({ label, error, children, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={styles.checkbox}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={`${mark.mark} ${styles.box}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id} className={styles.checkboxLabel}>
        {label}
      </label>
      {children ? <div className={styles.below}>{children}</div> : null}
      {error ? (
        <p id={`${id}-error`} className={`${styles.error} ${styles.below}`}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
