import { useEffect, useId, useRef, useState } from "react";
import styles from "./Stepper.module.css";
import { classNames } from "./class-names.ts";

export interface StepperProps {
  label: string;
  value: number;
  min: number;
  max?: number;
  step: number;
  /** Already inside `min`, `max` and on a step. */
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
  onChange,
  decreaseLabel,
  increaseLabel,
  unit,
  className,
}: StepperProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const fit = (wanted: number) => Math.min(max, Math.max(min, Math.round(wanted / step) * step));
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
    const wanted = Number(typed.normalize("NFKC"));
    setTyped(null);
    onChange(fit(Number.isFinite(wanted) && typed.trim() !== "" ? wanted : min));
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
            if (event.key === "Enter") settle();
            if (event.key === "ArrowUp") move(step);
            if (event.key === "ArrowDown") move(-step);
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
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  const stop = () => window.clearInterval(timer.current);
  useEffect(() => () => window.clearInterval(timer.current), []);
  const start = () => {
    stop();
    timer.current = window.setTimeout(() => {
      timer.current = window.setInterval(() => step.current(), repeatMilliseconds);
    }, holdMilliseconds);
  };
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      disabled={isDisabled}
      onClick={onStep}
      onPointerDown={start}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
