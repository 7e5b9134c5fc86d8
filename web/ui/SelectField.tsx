import type { Ref, SelectHTMLAttributes } from "react";
import { Field, type FieldWords } from "./Field.tsx";
import styles from "./Field.module.css";

export interface SelectFieldProps
  extends FieldWords, Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> {
  label: string;
  name: string;
  options: readonly { value: string; label: string }[];
  ref?: Ref<HTMLSelectElement>;
}

export function SelectField({
  label,
  hint,
  error,
  required,
  className,
  id,
  options,
  ...select
}: SelectFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={className}
      id={id}
    >
      {(ids) => (
        <select
          {...select}
          {...ids}
          className={styles.control}
          aria-required={required || undefined}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
