/** The one table of languages; every part asks it. */
export const locales = ["zh", "en", "ja"] as const;
export type Locale = (typeof locales)[number];
export const fallbackLocale: Locale = "zh";

export const namespaces = ["common", "auth", "shop"] as const;
export type Namespace = (typeof namespaces)[number];

export interface LocaleFacts {
  /** BCP 47 tag for `Intl`. */
  tag: string;
  htmlLang: string;
  /** Language and region as link previews name them. */
  ogLocale: string;
  nativeName: string;
  /** ECPay's `Language`; empty leaves the field out, which gives Traditional Chinese. */
  ecpayLanguage: "" | "ENG" | "JPN";
}

export const localeTable: Record<Locale, LocaleFacts> = {
  zh: { tag: "zh-Hant-TW", htmlLang: "zh-Hant-TW", ogLocale: "zh_TW", nativeName: "繁體中文", ecpayLanguage: "" },
  en: { tag: "en", htmlLang: "en", ogLocale: "en_US", nativeName: "English", ecpayLanguage: "ENG" },
  ja: { tag: "ja", htmlLang: "ja", ogLocale: "ja_JP", nativeName: "日本語", ecpayLanguage: "JPN" },
};

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && (locales as readonly string[]).includes(value);
}

/** The supported language of a BCP 47 tag such as `zh-TW` or `ja-JP`, or null. */
export function localeOfTag(tag: string): Locale | null {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
  return isLocale(primary) ? primary : null;
}

/** The first supported language of an `Accept-Language` header, by quality, or null. */
export function localeOfAcceptLanguage(header: string): Locale | null {
  const ranked = header
    .split(",", 32)
    .map((part) => {
      const [tag = "", quality] = part.split(";q=", 2);
      return { locale: localeOfTag(tag), quality: quality === undefined ? 1 : Number(quality) || 0 };
    })
    .filter((entry) => entry.locale !== null && entry.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.locale ?? null;
}

/** The name of the cookie and the local storage key that remember the choice. */
export const localeChoiceKey = "i18nextLng";
