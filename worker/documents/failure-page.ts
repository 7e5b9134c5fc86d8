import { html } from "hono/html";
import { brand } from "../brand/brand.ts";
import { inline, painted, policyOf, sheet } from "../brand/letterhead.ts";
import { fallbackLocale, locales, localeTable, type Locale } from "#contract/locales";

const sentences: Record<Locale, string> = {
  zh: "系統忙碌中，請稍後再試。",
  en: "The system is busy. Please try again later.",
  ja: "システムが混み合っています。しばらくしてからもう一度お試しください。",
};

const style = painted(`
main { padding-block: 3rem; }
p[lang] { font: 400 1.375rem/1.5 var(--serif); }
small { color: var(--ink-soft); }
`);

/** For a document that could not be made: no texts from KV, no script, nothing to fetch. */
export function failurePage(requestId: string) {
  const { htmlLang } = localeTable[fallbackLocale];
  return sheet(
    { lang: htmlLang, title: brand.brand, style: inline(style), home: "/" },
    html`${locales.map(
        (locale) => html`<p lang="${localeTable[locale].htmlLang}">${sentences[locale]}</p>`,
      )}
      <p>
        <small>代碼 · 参照番号 · Reference<br />${requestId}</small>
      </p>`,
  );
}

export const failurePolicy = () => policyOf(style);
