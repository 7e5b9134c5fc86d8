import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import styles from "./Checkbox.module.css";
import { classNames } from "./class-names.ts";
import mark from "./mark.module.css";

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  error?: string | undefined;
  /** Stands below the label, on its edge. */
  children?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({
  label,
  error,
  children,
  className,
  id: givenId,
  ...input
}: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classNames(styles.checkbox, className)}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={classNames(mark.mark, styles.box)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children ? <div className={styles.below}>{children}</div> : null}
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
