import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../paths.ts";
import { classNames } from "../ui/class-names.ts";
import styles from "./scent.module.css";

interface ScentLinkProps {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to a fragrance's own page. */
export function ScentLink({ id, className, children }: ScentLinkProps) {
  return (
    <Link href={paths.scent({ id })} className={classNames(styles.link, className)}>
      {children}
    </Link>
  );
}
