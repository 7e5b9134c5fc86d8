import { html } from "hono/html";
import { brand } from "../brand/brand.ts";
import { fallbackLocale, locales, localeTable, type Locale } from "#contract/locales";

const sentences: Record<Locale, string> = {
  zh: "系統忙碌中，請稍後再試。",
  en: "The system is busy. Please try again later.",
  ja: "システムが混み合っています。しばらくしてからもう一度お試しください。",
};

/** For a document that could not be made: no texts from KV, no script, no style. */
export function failurePage(requestId: string) {
  return html`<!doctype html>
    <html lang="${localeTable[fallbackLocale].htmlLang}">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${brand.brand}</title>
      ${locales.map(
        (locale) => html`<p lang="${localeTable[locale].htmlLang}">${sentences[locale]}</p>`,
      )}
      <p><a href="/">${brand.brand}</a> · ${brand.service_email}</p>
      <p><small>代碼 · 参照番号 · Reference: ${requestId}</small></p>
    </html>`;
}
