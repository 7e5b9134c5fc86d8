import type { ReactNode } from "react";
import { Link } from "wouter";
import { useI18n } from "../i18n/translate.ts";
import { paths } from "../paths.ts";

interface ScentLinkProps {
  id: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Leads to a fragrance's own page. */
export function ScentLink({ id, className, children }: ScentLinkProps) {
  const { locale } = useI18n();
  return (
    <Link href={paths.scent({ locale, id })} className={className}>
      {children}
    </Link>
  );
}
