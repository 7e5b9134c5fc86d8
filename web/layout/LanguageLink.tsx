import type { ReactNode } from "react";
import { localeTable, type Locale } from "#contract/locales";
import { rememberLanguage } from "../i18n/locale.ts";
import { locale } from "../i18n/translate.ts";

interface LanguageLinkProps {
  target: Locale;
  href: string;
  className: string | undefined;
  children?: ReactNode;
}

/** To another document: of one language there is one page at a time. */
export function LanguageLink({ target, href, className, children }: LanguageLinkProps) {
  const { htmlLang, nativeName } = localeTable[target];
  return (
    <a
      href={href}
      hrefLang={htmlLang}
      className={className}
      lang={htmlLang}
      aria-current={target === locale ? "true" : undefined}
      onClick={() => rememberLanguage(target)}
    >
      {nativeName}
      {children}
    </a>
  );
}
