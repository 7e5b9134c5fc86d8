/**
 * The brand's own facts, in one file, so that another brand replaces them in a minute. Published texts name them in single
 * braces, `{service_email}`; the addresses are of a reserved domain and the company is an example until a brand puts in its own.
 * The law asks for the `company_…` facts: a shop must not open with the example ones.
 */
import facts from "./brand.json";

export type BrandFact = keyof typeof facts;
export const brand: Record<BrandFact, string> = facts;

/** `json` is a serialised text: the facts hold nothing that JSON would escape, which the publishing command checks. */
export function withBrandFacts(json: string): string {
  return json.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(brand, name) ? brand[name as BrandFact] : placeholder,
  );
}
