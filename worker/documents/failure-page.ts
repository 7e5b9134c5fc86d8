import { html } from "hono/html";
import { brand } from "../brand/brand.ts";
import { inline, painted, policyOf, sheet } from "../brand/letterhead.ts";
import { fallbackLocale, locales, localeTable } from "#contract/locales";
import { shippedLocales } from "../content/shipped.ts";
import { textOf } from "./html.ts";

const style = painted(`
main { padding-block: 3rem; }
p[lang] { font: 400 1.375rem/1.5 var(--serif); }
small { color: var(--ink-soft); }
`);

/** For a document that could not be made: no texts from KV, no script, nothing to fetch. */
export function failurePage(requestId: string) {
  const { htmlLang } = localeTable[fallbackLocale];
  const lines = locales.map((locale) => {
    const sentence = textOf(shippedLocales[locale].common, "errors.internal");
    return html`<p lang="${localeTable[locale].htmlLang}">${sentence}</p>`;
  });
  return sheet(
    { lang: htmlLang, title: brand.brand, style: inline(style), home: "/" },
    html`${lines}
      <p>
        <small>代碼 · 参照番号 · Reference<br />${requestId}</small>
      </p>`,
  );
}

export const failurePolicy = () => policyOf(style);
