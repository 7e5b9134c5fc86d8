import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import fieldStyles from "./Field.module.css";
import styles from "./Stepper.module.css";

interface StepperProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The number in what was typed; NaN if there is none. */
  parse: (typed: string) => number;
  fit: (wanted: number) => number;
  onChange: (fitted: number) => void;
  decreaseLabel: string;
  increaseLabel: string;
  unit: string;
}

/** A number with two buttons. A typed number is fitted when the field is left. */
export function Stepper(props: StepperProps) {
  const { label, value, min, max, step, parse, fit, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const settled = () => {
    if (typed === null) return value;
    const wanted = parse(typed);
    setTyped(null);
    return fit(Number.isNaN(wanted) ? min : wanted);
  };
  const changeTo = (next: number) => {
    if (next !== value) onChange(next);
  };
  const move = (by: number) => changeTo(fit(settled() + by));
  return (
    <div className={styles.stepper}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <HoldButton
          label={props.decreaseLabel}
          isDisabled={value <= min}
          onStep={() => move(-step)}
          sign="−"
        />
        <input
          id={id}
          className={styles.input}
          inputMode="numeric"
          value={typed ?? value}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => changeTo(settled())}
          onKeyDown={(event) => {
            const by = { ArrowUp: step, ArrowDown: -step }[event.key];
            if (event.key === "Enter") changeTo(settled());
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
        />
        <HoldButton
          label={props.increaseLabel}
          isDisabled={value >= max}
          onStep={() => move(step)}
          sign="+"
        />
        <span className={styles.unit}>{props.unit}</span>
      </div>
    </div>
  );
}

const repeatMs = 150;
const holdMs = 400;

interface HoldButtonProps {
  label: string;
  sign: string;
  isDisabled: boolean;
  onStep: () => void;
}

/** Held for a while, it repeats. */
function HoldButton({ label, sign, isDisabled, onStep }: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const hasRepeated = useRef(false);
  // A disabled button gets no pointerup.
  if (isHeld && isDisabled) setHeld(false);
  const repeat = useEffectEvent(() => {
    hasRepeated.current = true;
    onStep();
  });
  useEffect(() => {
    if (!isHeld) return;
    hasRepeated.current = false;
    let timer = window.setTimeout(() => {
      repeat();
      timer = window.setInterval(() => repeat(), repeatMs);
    }, holdMs);
    return () => window.clearTimeout(timer);
  }, [isHeld]);
  const letGo = () => setHeld(false);
  return (
    <button
      type="button"
      className={styles.button}
      aria-label={label}
      disabled={isDisabled}
      onClick={() => {
        if (!hasRepeated.current) onStep();
        hasRepeated.current = false;
      }}
      onPointerDown={(event) => setHeld(event.button === 0)}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
