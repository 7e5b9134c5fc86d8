import styles from "./Progress.module.css";
import { classNames } from "./class-names.ts";

export interface ProgressProps {
  value: number;
  max: number;
  label: string;
  className?: string | undefined;
}

export function Progress({ value, max, label, className }: ProgressProps) {
  return (
    <progress
      className={classNames(styles.progress, className)}
      value={value}
      max={max}
      aria-label={label}
    />
  );
}
