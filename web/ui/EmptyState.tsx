import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";
import { classNames } from "./class-names.ts";

export interface EmptyStateProps {
  title: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
  children?: ReactNode;
}

export function EmptyState({ title, actions, className, children }: EmptyStateProps) {
  return (
    <section className={classNames(styles.empty, className)}>
      <svg className={styles.trace} viewBox="0 0 120 48" aria-hidden="true" focusable="false">
        <path d="M4 40c18 0 22-30 40-30s12 22 30 22 18-24 42-26" />
      </svg>
      <h2 className={styles.title}>{title}</h2>
      {children ? <p className={styles.text}>{children}</p> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </section>
  );
}
