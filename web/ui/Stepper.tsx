import { useEffect, useId, useRef, useState } from "react";
import fieldStyles from "./Field.module.css";
import styles from "./Stepper.module.css";
import { classNames } from "./class-names.ts";

export interface StepperProps {
  label: string;
  value: number;
  min: number;
  max?: number;
  step: number;
  /** The number in what was typed; NaN if there is none. */
  parse: (typed: string) => number;
  fit: (wanted: number) => number;
  onChange: (fitted: number) => void;
  decreaseLabel: string;
  increaseLabel: string;
  unit?: string;
  className?: string | undefined;
}

const repeatMilliseconds = 150;
const holdMilliseconds = 400;

/** A number with two buttons; holding one repeats. A typed number is fitted when the field is left. */
export function Stepper(props: StepperProps) {
  const {
    label,
    value,
    min,
    max = Number.MAX_SAFE_INTEGER,
    step,
    decreaseLabel,
    increaseLabel,
    unit,
    className,
  } = props;
  const id = useId();
  const { shown, type, move, settle } = useTypedNumber(props);
  return (
    <div className={classNames(styles.stepper, className)}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <HoldButton
          label={decreaseLabel}
          isDisabled={value <= min}
          onStep={() => move(-step)}
          sign="−"
        />
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          value={shown}
          onChange={(event) => type(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => {
            const by = { ArrowUp: step, ArrowDown: -step }[event.key];
            if (event.key === "Enter" || by !== undefined) settle();
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
        />
        <HoldButton
          label={increaseLabel}
          isDisabled={value >= max}
          onStep={() => move(step)}
          sign="+"
        />
        {unit ? <span className={styles.unit}>{unit}</span> : null}
      </div>
    </div>
  );
}

function useTypedNumber({ value, min, parse, fit, onChange }: StepperProps) {
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
    const wanted = parse(typed);
    setTyped(null);
    latest.current = fit(Number.isNaN(wanted) ? min : wanted);
    onChange(latest.current);
  };
  return { shown: typed ?? String(value), type: setTyped, move, settle };
}

interface HoldButtonProps {
  label: string;
  sign: string;
  isDisabled: boolean;
  onStep: () => void;
}

function HoldButton({ label, sign, isDisabled, onStep }: HoldButtonProps) {
  const { start, stop, click } = useRepeat(onStep, isDisabled);
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

function useRepeat(onStep: () => void, isDisabled: boolean) {
  const timer = useRef<number | undefined>(undefined);
  const hasRepeated = useRef(false);
  const step = useRef(onStep);
  useEffect(() => {
    step.current = onStep;
  });
  const stop = () => window.clearInterval(timer.current);
  // A disabled button gets no pointerup, so the repeating stops here.
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
  const click = () => {
    if (!hasRepeated.current) onStep();
    hasRepeated.current = false;
  };
  return { start, stop, click };
}
