import { useId, type ReactNode } from "react";
import styles from "./Field.module.css";
import { classNames } from "./class-names.ts";

export interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

export interface ControlIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export function Field({
  label,
  hint,
  error,
  required,
  className,
  id: givenId,
  children,
}: FieldWords & { id?: string | undefined; children: (ids: ControlIds) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [error ? `${id}-error` : null, hint ? `${id}-hint` : null]
    .filter((part) => part !== null)
    .join(" ");
  return (
    <div className={classNames(styles.field, error && styles.wrong, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required ? <span className={styles.mark} aria-hidden="true" /> : null}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
