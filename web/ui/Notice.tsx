import styles from "./Notice.module.css";
import { classNames } from "./class-names.ts";

export interface NoticeProps {
  tone: "info" | "success" | "warning" | "danger";
  title?: React.ReactNode;
  actions?: React.ReactNode;
  className?: string | undefined;
  children?: React.ReactNode;
}

export function Notice({ tone, title, actions, className, children }: NoticeProps) {
  return (
    <div
      className={classNames(styles.notice, styles[tone], className)}
      role={tone === "danger" ? "alert" : "status"}
    >
      {title ? <p className={styles.title}>{title}</p> : null}
      {children ? <div className={styles.text}>{children}</div> : null}
      {actions ? <div className={`cluster ${styles.actions}`}>{actions}</div> : null}
    </div>
  );
}
