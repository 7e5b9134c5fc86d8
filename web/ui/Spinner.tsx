import styles from "./Spinner.module.css";
import { classNames } from "./class-names.ts";

/** Three strokes of a trace that come and go: for waits without a shape of their own. */
export function Spinner({ label, className }: { label: string; className?: string | undefined }) {
  return (
    <output className={classNames(styles.spinner, className)}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.dot} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </output>
  );
}
