export const locales = ["zh", "en", "ja"] as const;
export type Locale = (typeof locales)[number];
export const fallbackLocale = "zh" as const satisfies Locale;

export const namespaces = ["common", "auth", "shop"] as const;
export type Namespace = (typeof namespaces)[number];

export interface LocaleFacts {
  /** Language and region, without the script, which some browsers do not know. */
  formatTag: string;
  date: { month: "2-digit" | "short"; day: "2-digit" | "numeric" };
  /** Whether its texts leave a space between a number and its unit. */
  spacesUnits: boolean;
  /** BCP 47. */
  htmlLang: string;
  /** How the brand's Chinese characters are written. */
  hanLang: "zh-Hant" | "ja";
  /** Whether browsers end its lines within words, and no style can tell them where words end. */
  breaksWords: boolean;
  nativeName: string;
  /** Between the facts of one line, and between names of one kind. */
  separators: { fact: string; name: string };
}

export const localeTable: Record<Locale, LocaleFacts> = {
  zh: {
    formatTag: "zh-TW",
    date: { month: "2-digit", day: "2-digit" },
    spacesUnits: true,
    htmlLang: "zh-Hant-TW",
    hanLang: "zh-Hant",
    breaksWords: true,
    nativeName: "繁體中文",
    separators: { fact: "・", name: "、" },
  },
  en: {
    formatTag: "en-GB",
    date: { month: "short", day: "numeric" },
    spacesUnits: true,
    htmlLang: "en",
    hanLang: "zh-Hant",
    breaksWords: false,
    nativeName: "English",
    separators: { fact: " · ", name: ", " },
  },
  ja: {
    formatTag: "ja-JP",
    date: { month: "2-digit", day: "2-digit" },
    spacesUnits: false,
    htmlLang: "ja",
    hanLang: "ja",
    breaksWords: false,
    nativeName: "日本語",
    separators: { fact: "・", name: "、" },
  },
};

/** Without it ECPay speaks Traditional Chinese. */
export const ecpayLanguages: Readonly<Record<Locale, { Language?: string }>> = {
  zh: {},
  en: { Language: "ENG" },
  ja: { Language: "JPN" },
};

export function isLocale(value: unknown): value is Locale {
  return typeof value === "string" && (locales as readonly string[]).includes(value);
}

export function forEachLocale<Value>(valueOf: (locale: Locale, index: number) => Value) {
  const values = locales.map((locale, index) => [locale, valueOf(locale, index)]);
  // Its keys are all the languages.
  return Object.fromEntries(values) as Record<Locale, Value>;
}

export function localeOfTag(tag: string): Locale | null {
  const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
  return isLocale(primary) ? primary : null;
}

/** Name of the cookie and of the local storage key. */
export const localeChoiceKey = "i18nextLng";
