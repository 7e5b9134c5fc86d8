/** The three languages of the specification (account 9), and how a request asks for one. */
export const locales = ["zh", "en", "ja"] as const;
export type Locale = (typeof locales)[number];

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

export function localeOfAcceptLanguage(header: string): Locale | null {
  const ranked = header
    .split(",", 32)
    .flatMap((part) => {
      const [tag = "", quality] = part.split(";q=", 2);
      const primary = tag.trim().toLowerCase().split(/[-_]/)[0];
      return isLocale(primary)
        ? [{ locale: primary, quality: quality === undefined ? 1 : Number(quality) || 0 }]
        : [];
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return ranked[0]?.locale ?? null;
}
