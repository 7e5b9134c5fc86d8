import styles from "./Notice.module.css";
import { classNames } from "./class-names.ts";

export interface SkeletonProps {
  lines?: number;
  block?: "control" | "card";
  label?: string;
  className?: string | undefined;
}

export function Skeleton({ lines = 3, block, label, className }: SkeletonProps) {
  return (
    <div
      className={classNames(styles.skeleton, className)}
      role={label ? "status" : undefined}
      aria-hidden={label ? undefined : true}
    >
      {label ? <span className="visually-hidden">{label}</span> : null}
      {block ? (
        <span className={classNames(styles.block, styles[block])} />
      ) : (
        Array.from({ length: lines }, (_, line) => <span key={line} className={styles.line} />)
      )}
    </div>
  );
}
