import type { ReactNode } from "react";
import { Link } from "wouter";
import { useI18n } from "../i18n/translate.ts";
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
  const { locale } = useI18n();
  return (
    <Link href={paths.scent({ locale, id })} className={classNames(styles.link, className)}>
      {children}
    </Link>
  );
}
