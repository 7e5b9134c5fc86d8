/**
 * The brand is this folder: names, mark, colours, company and addresses; another brand replaces the
 * values here and runs `npm run images`. The addresses are of a reserved domain and the company is
 * an example: the law asks for the real `company_…` facts, without which production is not deployed.
 */
import type { Locale } from "#contract/locales";
import values from "./brand.json";

export const brand: Readonly<Record<keyof typeof values, string>> = values;
const facts = new Map(Object.entries(brand));

/** The text may be JSON: publishing checks that the facts hold nothing that JSON would escape. */
export function withBrandFacts(text: string, locale: Locale): string {
  return text.replace(
    /(?<!\{)\{(\w+)\}(?!\})/g,
    (placeholder, name: string) => facts.get(name) ?? facts.get(`${name}_${locale}`) ?? placeholder,
  );
}
