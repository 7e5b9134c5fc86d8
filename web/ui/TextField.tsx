import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from "react";
import { classNames } from "./class-names.ts";
import styles from "./form.module.css";

interface FieldWords {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
}

interface ControlIds {
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

type InputProps = Omit<
  InputHTMLAttributes<HTMLInputElement> & TextareaHTMLAttributes<HTMLTextAreaElement>,
  "className" | "onChange" | "onBlur" | "onFocus" | "onInput"
>;
type Control = HTMLInputElement | HTMLTextAreaElement;

export interface TextFieldProps extends FieldWords, InputProps {
  label: string;
  name: string;
  multiline?: boolean;
  end?: ReactNode;
  onChange?: React.ChangeEventHandler<Control>;
  onBlur?: React.FocusEventHandler<Control>;
  ref?: Ref<Control>;
}

export function TextField({ multiline = false, end, ref, ...props }: TextFieldProps) {
  const { words, control } = wordsAndControl(props);
  return (
    <Field {...words}>
      {(ids) => {
        const described =
          [control["aria-describedby"], ids["aria-describedby"]].filter(Boolean).join(" ") ||
          undefined;
        const shared = { ...control, ...ids, "aria-describedby": described };
        const input = multiline ? (
          <textarea rows={4} {...shared} ref={ref as Ref<HTMLTextAreaElement>} />
        ) : (
          <input type="text" {...shared} ref={ref as Ref<HTMLInputElement>} />
        );
        return end ? (
          <span className={styles.withEnd}>
            {input}
            <span className={styles.end}>{end}</span>
          </span>
        ) : (
          input
        );
      }}
    </Field>
  );
}

interface SelectFieldProps
  extends FieldWords, Omit<SelectHTMLAttributes<HTMLSelectElement>, "className"> {
  label: string;
  name: string;
  options: readonly { value: string; label: string }[];
  ref?: Ref<HTMLSelectElement>;
}

export function SelectField({ options, ...props }: SelectFieldProps) {
  const { words, control } = wordsAndControl(props);
  return (
    <Field {...words}>
      {(ids) => (
        <select {...control} {...ids}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** What the field shows around its control, and what the control itself is given. */
function wordsAndControl<Props extends FieldWords & { id?: string | undefined }>(props: Props) {
  const { label, hint, error, required, className, id, ...rest } = props;
  return {
    words: { label, hint, error, required, className, id },
    control: { ...rest, className: styles.control, "aria-required": required || undefined },
  };
}
