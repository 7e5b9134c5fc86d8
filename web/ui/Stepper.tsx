import { useEffect, useId, useRef, useState } from "react";
import { readQuantity } from "#contract/pricing";
import styles from "./Stepper.module.css";
import { classNames } from "./class-names.ts";

export interface StepperProps {
  label: string;
  value: number;
  min: number;
  max?: number;
  step: number;
  /** What becomes of a wanted value; without it, it is put inside `min` and `max` and on a step. */
  fit?: (wanted: number) => number;
  /** Already fitting. */
  onChange: (value: number) => void;
  decreaseLabel: string;
  increaseLabel: string;
  unit?: string;
  className?: string | undefined;
}

const repeatMilliseconds = 150;
const holdMilliseconds = 400;

/** A number with two buttons; holding one repeats. A typed number snaps to the rules when the field is left. */
export function Stepper({
  label,
  value,
  min,
  max = Number.MAX_SAFE_INTEGER,
  step,
  fit = (wanted) => Math.min(max, Math.max(min, Math.round(wanted / step) * step)),
  onChange,
  decreaseLabel,
  increaseLabel,
  unit,
  className,
}: StepperProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  const move = (by: number) => {
    const next = fit(latest.current + by);
    if (next === latest.current) return;
    latest.current = next;
    onChange(next);
  };
  const settle = () => {
    if (typed === null) return;
    const wanted = readQuantity(typed);
    setTyped(null);
    latest.current = fit(Number.isNaN(wanted) ? min : wanted);
    onChange(latest.current);
  };
  return (
    <div className={classNames(styles.stepper, className)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <HoldButton label={decreaseLabel} isDisabled={value <= min} onStep={() => move(-step)} sign="−" />
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          value={typed ?? String(value)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            const by = { ArrowUp: step, ArrowDown: -step }[event.key];
            if (event.key === "Enter" || by !== undefined) settle();
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
        />
        <HoldButton label={increaseLabel} isDisabled={value >= max} onStep={() => move(step)} sign="+" />
        {unit ? <span className={styles.unit}>{unit}</span> : null}
      </div>
    </div>
  );
}

function HoldButton({
  label,
  sign,
  isDisabled,
  onStep,
}: {
  label: string;
  sign: string;
  isDisabled: boolean;
  onStep: () => void;
}) {
  const timer = useRef<number | undefined>(undefined);
  const hasRepeated = useRef(false);
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  const stop = () => window.clearInterval(timer.current);
  // A disabled button hears no release: at the end of the range the repeating ends by itself.
  useEffect(() => (isDisabled ? stop() : stop), [isDisabled]);
  const repeat = () => {
    hasRepeated.current = true;
    step.current();
  };
  const start = () => {
    stop();
    hasRepeated.current = false;
    timer.current = window.setTimeout(() => {
      repeat();
      timer.current = window.setInterval(repeat, repeatMilliseconds);
    }, holdMilliseconds);
  };
  /** The click that ends a held press has had its steps. */
  const click = () => {
    if (!hasRepeated.current) onStep();
    hasRepeated.current = false;
  };
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      disabled={isDisabled}
      onClick={click}
      onPointerDown={(event) => (event.button === 0 ? start() : undefined)}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
