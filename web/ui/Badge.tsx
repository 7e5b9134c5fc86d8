import type { ReactNode } from "react";
import styles from "./Badge.module.css";
import { classNames } from "./class-names.ts";

interface BadgeProps {
  tone?: "neutral" | "success" | "warning";
  children: ReactNode;
}

export function Badge({ tone = "neutral", children }: BadgeProps) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
