import styles from "./EmptyState.module.css";
import { classNames } from "./class-names.ts";

export interface EmptyStateProps {
  title: React.ReactNode;
  actions?: React.ReactNode;
  /** Decoration, which may arrive later: its place is kept. */
  picture?: React.ReactNode;
  className?: string | undefined;
  children?: React.ReactNode;
}

export function EmptyState(props: EmptyStateProps) {
  const { title, actions, picture, className, children } = props;
  return (
    <section className={classNames("stack", styles.empty, className)}>
      {picture ? (
        <div className={styles.picture} aria-hidden="true">
          {picture}
        </div>
      ) : null}
      <h2>{title}</h2>
      {children ? <p className={styles.text}>{children}</p> : null}
      {actions ? <div className="cluster">{actions}</div> : null}
    </section>
  );
}
