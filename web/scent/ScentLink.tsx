import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../paths.ts";
import styles from "./scent.module.css";

export function ScentLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link href={paths.scent({ id })} className={styles.link}>
      {children}
    </Link>
  );
}
