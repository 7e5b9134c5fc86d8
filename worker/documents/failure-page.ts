import { fallbackLocale, locales, localeTable, type Locale } from "#contract/locales";

/** What a person sees when a page itself could not be made. It needs nothing: no texts from the store, no script, no style. */
const sentences: Record<Locale, string> = {
  zh: "系統忙碌中，請稍後再試。",
  en: "The system is busy. Please try again later.",
  ja: "システムが混み合っています。しばらくしてからもう一度お試しください。",
};

export function failurePage(requestId: string): string {
  const lines = locales
    .map((locale) => `<p lang="${localeTable[locale].htmlLang}">${sentences[locale]}</p>`)
    .join("");
  return `<!doctype html><html lang="${localeTable[fallbackLocale].htmlLang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sillage 香跡</title>${lines}<p><small>${requestId}</small></p></html>`;
}
