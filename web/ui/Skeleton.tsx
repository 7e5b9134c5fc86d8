import type { CSSProperties } from "react";
import styles from "./Skeleton.module.css";
import { classNames } from "./class-names.ts";

export interface SkeletonProps {
  lines?: number;
  /** A CSS length: one block of that height instead of lines. */
  height?: string;
  /** What a screen reader hears meanwhile. */
  label?: string;
  className?: string | undefined;
}

export function Skeleton({ lines = 3, height, label, className }: SkeletonProps) {
  const block: CSSProperties = { blockSize: height };
  return (
    <div
      className={classNames(styles.skeleton, className)}
      role={label ? "status" : undefined}
      aria-hidden={label ? undefined : true}
    >
      {label ? <span className="visually-hidden">{label}</span> : null}
      {height ? (
        <span className={styles.block} style={block} />
      ) : (
        Array.from({ length: lines }, (_, line) => <span key={line} className={styles.line} />)
      )}
    </div>
  );
}
