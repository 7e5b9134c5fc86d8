import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import { Field, type FieldWords } from "./Field.tsx";
import styles from "./Field.module.css";

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
  onFocus?: React.FocusEventHandler<Control>;
  ref?: Ref<Control>;
}

export function TextField({
  label,
  hint,
  error,
  required,
  className,
  id,
  multiline = false,
  end,
  ref,
  ...input
}: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={required}
      className={className}
      id={id}
    >
      {(ids) => {
        const described =
          [input["aria-describedby"], ids["aria-describedby"]].filter(Boolean).join(" ") ||
          undefined;
        const shared = {
          ...input,
          ...ids,
          "aria-describedby": described,
          className: styles.control,
          "aria-required": required || undefined,
        };
        const control = multiline ? (
          <textarea rows={4} {...shared} ref={ref as Ref<HTMLTextAreaElement>} />
        ) : (
          <input type="text" {...shared} ref={ref as Ref<HTMLInputElement>} />
        );
        return end ? (
          <span className={styles.withEnd}>
            {control}
            <span className={styles.end}>{end}</span>
          </span>
        ) : (
          control
        );
      }}
    </Field>
  );
}
