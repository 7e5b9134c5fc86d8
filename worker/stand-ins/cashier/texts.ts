import texts from "./texts.json" with { type: "json" };

export { texts };

export type Language = "zh" | "en" | "ja";

/** ECPay's `Language` field. */
export function languageOf(field: string | undefined): Language {
  if (field === "ENG") return "en";
  return field === "JPN" ? "ja" : "zh";
}

export const htmlLang: Record<Language, string> = { zh: "zh-Hant-TW", en: "en", ja: "ja" };

export const outcomes = [
  "pay",
  "decline",
  "pay_lost",
  "pay_twice",
  "pay_late",
  "pay_new_field",
  "leave",
] as const;
export type Outcome = (typeof outcomes)[number];
