import { useRef, type ClipboardEvent, type KeyboardEvent } from "react";
import { otpDigits } from "#contract/limits";
import { t } from "../../i18n/translate.ts";
import fieldStyles from "../../ui/form.module.css";
import styles from "./otp.module.css";

export const emptyCode: readonly string[] = Array.from({ length: otpDigits }, () => "");
export const isComplete = (code: readonly string[]) => code.every((digit) => digit !== "");

const digitsOf = (text: string) => [...text.normalize("NFKC").replaceAll(/\D/g, "")];

interface OtpBoxesProps {
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** Six inputs behave as one: typing moves on, keys move about, pasted digits are spread. */
export function OtpBoxes({ value, onChange, error }: OtpBoxesProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (index: number) =>
    boxes.current[Math.min(Math.max(index, 0), otpDigits - 1)]?.focus();

  const write = (from: number, digits: string[]) => {
    const next = [...value];
    digits.slice(0, otpDigits - from).forEach((digit, offset) => (next[from + offset] = digit));
    onChange(next);
    focus(from + digits.length);
  };

  const input = (index: number, text: string) => {
    const digits = digitsOf(text);
    if (digits.length > 2) return write(0, digits.slice(0, otpDigits));
    // In a box that holds a digit already, the new one replaces it.
    const before = value[index] ?? "";
    const typed =
      digits.length === 2 && digits[0] === before ? digits.slice(1) : digits.slice(0, 1);
    if (typed.length > 0) write(index, typed);
    else if (text === "") onChange(value.with(index, ""));
  };

  const keyDown = (index: number, event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") focus(index - 1);
    else if (event.key === "ArrowRight") focus(index + 1);
    else if (event.key === "Home") focus(0);
    else if (event.key === "End") focus(otpDigits - 1);
    else if (event.key === "Backspace" && value[index] === "" && index > 0) {
      onChange(value.with(index - 1, ""));
      focus(index - 1);
    } else return;
    event.preventDefault();
  };

  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const digits = digitsOf(event.clipboardData.getData("text")).slice(0, otpDigits);
    if (digits.length > 0) write(0, digits);
  };

  return (
    <fieldset
      className={error ? fieldStyles.wrong : undefined}
      aria-describedby={error ? "otp-error" : undefined}
    >
      <legend className={fieldStyles.legend}>{t("auth.otp.code")}</legend>
      <div className={styles.boxes} onPaste={paste}>
        {value.map((digit, index) => (
          <input
            key={index}
            ref={(element) => {
              boxes.current[index] = element;
            }}
            className={`${fieldStyles.control} ${styles.box}`}
            value={digit}
            inputMode="numeric"
            enterKeyHint={index === otpDigits - 1 ? "done" : "next"}
            autoComplete={index === 0 ? "one-time-code" : "off"}
            aria-label={t("auth.otp.digit", { number: index + 1 })}
            aria-invalid={error ? true : undefined}
            // React's change event does not fire when a digit is typed over itself.
            onInput={(event) => input(index, event.currentTarget.value)}
            onChange={() => {}}
            onKeyDown={(event) => keyDown(index, event)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      {error ? (
        <p id="otp-error" role="alert" className={fieldStyles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
