import { useId } from "react";
import { classNames } from "./class-names.ts";
import styles from "./form.module.css";

interface FieldWords {
  label: React.ReactNode;
  hint?: React.ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  "aria-describedby"?: string | undefined;
}

export function useField<Props extends FieldWords>(props: Props) {
  const { label, hint, error, required, className, "aria-describedby": more, ...rest } = props;
  const id = useId();
  const described = [more, error && `${id}-error`, hint ? `${id}-hint` : null].filter(Boolean);
  const control = {
    ...rest,
    id,
    className: styles.control,
    "aria-required": required || undefined,
    "aria-describedby": described.join(" ") || undefined,
    "aria-invalid": error ? true : undefined,
  };
  const around = (children: React.ReactNode) => (
    <div className={classNames(styles.field, error && styles.wrong, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {required ? <span className={styles.mark} aria-hidden="true" /> : null}
      </label>
      {children}
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
  return { control, around };
}

type Control = HTMLInputElement | HTMLTextAreaElement;
type InputProps = Omit<
  React.InputHTMLAttributes<HTMLInputElement> & React.TextareaHTMLAttributes<HTMLTextAreaElement>,
  "className" | "onChange" | "onBlur" | "onFocus" | "onInput"
>;

export interface TextFieldProps extends FieldWords, InputProps {
  label: string;
  name: string;
  multiline?: boolean;
  end?: React.ReactNode;
  onChange?: React.ChangeEventHandler<Control>;
  onBlur?: React.FocusEventHandler<Control>;
  ref?: React.Ref<Control>;
}

export function TextField({ multiline = false, end, ref, ...props }: TextFieldProps) {
  const { control, around } = useField(props);
  const input = multiline ? (
    <textarea rows={4} {...control} ref={ref as React.Ref<HTMLTextAreaElement>} />
  ) : (
    <input type="text" {...control} ref={ref as React.Ref<HTMLInputElement>} />
  );
  if (!end) return around(input);
  return around(
    <span className={styles.withEnd}>
      {input}
      <span className={styles.end}>{end}</span>
    </span>,
  );
}

interface SelectFieldProps
  extends FieldWords, Omit<React.SelectHTMLAttributes<HTMLSelectElement>, "className"> {
  label: string;
  name: string;
  options: readonly { value: string; label: string }[];
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { control, around } = useField(props);
  return around(
    <select {...control}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>,
  );
}
