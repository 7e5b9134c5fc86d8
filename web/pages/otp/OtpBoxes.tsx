import { otpDigits } from "#contract/limits";
import styles from "./otp.module.css";
import { useDigitBoxes } from "./use-digit-boxes.ts";

interface OtpBoxesProps {
  legend: string;
  /** Names one box, counted from 1. */
  boxLabel: (number: number) => string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

const ignore = () => {};

export function OtpBoxes({ legend, boxLabel, value, onChange, error }: OtpBoxesProps) {
  const { boxes, input, keyDown, paste } = useDigitBoxes(value, onChange);
  return (
    <fieldset className={styles.code} aria-describedby={error ? "otp-error" : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.boxes} onPaste={paste}>
        {value.map((digit, index) => (
          <input
            key={index}
            ref={(element) => {
              boxes.current[index] = element;
            }}
            className={styles.box}
            value={digit}
            inputMode="numeric"
            enterKeyHint={index === otpDigits - 1 ? "done" : "next"}
            autoComplete={index === 0 ? "one-time-code" : "off"}
            aria-label={boxLabel(index + 1)}
            aria-invalid={error ? true : undefined}
            // React's change event does not fire when a digit is typed over itself.
            onInput={(event) => input(index, event.currentTarget.value)}
            onChange={ignore}
            onKeyDown={(event) => keyDown(index, event)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      {error ? (
        <p id="otp-error" role="alert" className={styles.error}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
