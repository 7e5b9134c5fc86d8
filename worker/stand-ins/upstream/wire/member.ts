/** Members and their addresses (account 3, 5 and 7). */
import * as z from "zod/mini";
import { dialCode, email, phone, taiwanTaxIdPattern, taxId, text } from "./fields.ts";
import { locales } from "./locales.ts";

interface DocumentedMember {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  country: string;
  country_code: string;
  address: string;
  is_business: boolean;
  company_name: string | null;
  tax_id: string | null;
  language_code: string;
  time_zone: string | null;
  avatar_url: string | null;
}
/** Beyond the fields of the `me` call; the navbar of the shop document shows it. */
interface MemberAdditions {
  full_name: string;
}
export type Member = DocumentedMember & MemberAdditions;

const countries = "TW JP CN HK MO SG KR MY TH ID PH VN US CA GB FR DE IT ES AU NZ IN".split(" ");

const name = text(50, 1);
const address = text(200, 1);
const companyName = text(128);

export const registration = z
  .strictObject({
    first_name: name,
    last_name: name,
    email,
    country: z.enum(countries),
    country_code: dialCode,
    phone,
    address,
    is_business: z.boolean(),
    company_name: z.nullish(companyName),
    tax_id: z.nullish(taxId),
    language_code: z.enum(locales),
  })
  .check(
    z.refine(
      ({ is_business, country, tax_id }) =>
        !is_business || country !== "TW" || !tax_id || taiwanTaxIdPattern.test(tax_id),
      { path: ["tax_id"] },
    ),
  );
export type Registration = z.infer<typeof registration>;

/** The country is read-only on the profile. */
export const memberChange = z.strictObject({
  first_name: z.optional(name),
  last_name: z.optional(name),
  phone: z.optional(phone),
  country_code: z.optional(dialCode),
  address: z.optional(text(200)),
  company_name: z.nullish(companyName),
  tax_id: z.nullish(taxId),
  avatar_url: z.nullish(z.string().check(z.maxLength(500), z.regex(/^(https:\/\/\S+)?$/))),
  language_code: z.optional(z.enum(locales)),
  time_zone: z.optional(z.string().check(z.maxLength(50), z.regex(/^[A-Za-z0-9_+\-/]*$/))),
});
export type MemberChange = z.infer<typeof memberChange>;

export const shippingAddressBody = z.strictObject({ address });
