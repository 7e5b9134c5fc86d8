import * as z from "zod/mini";
import { countryCodes } from "./countries.ts";
import { email, line, phone, requiredLine, taiwanTaxIdPattern, taxId } from "./fields.ts";
import { locales } from "./locales.ts";

/** Maximum lengths of the profile, in code points. */
export const memberLimits = {
  first_name: 50,
  last_name: 50,
  phone: 20,
  country_code: 5,
  country: 100,
  address: 200,
  avatar_url: 500,
  language_code: 10,
  time_zone: 50,
  company_name: 128,
  tax_id: 50,
} as const;

const nullable = z.nullish(z.string());
const matching = (pattern: RegExp, max: number) =>
  z.string().check(z.maxLength(max, "too_long"), z.regex(pattern, "invalid"));
const dialCode = z.string().check(z.regex(/^\+\d{1,4}$/, "invalid"));

export const member = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  phone: nullable,
  country: nullable,
  country_code: nullable,
  address: nullable,
  /** Null where the upstream does not say. */
  is_business: z.nullable(z.boolean()),
  company_name: nullable,
  tax_id: nullable,
  language_code: nullable,
  time_zone: nullable,
  avatar_url: nullable,
});
export type Member = z.infer<typeof member>;

export const registration = z
  .strictObject({
    first_name: requiredLine(memberLimits.first_name),
    last_name: requiredLine(memberLimits.last_name),
    email,
    country: z.enum(countryCodes),
    country_code: dialCode,
    phone,
    address: requiredLine(memberLimits.address),
    is_business: z.boolean(),
    company_name: z.nullish(line(memberLimits.company_name)),
    tax_id: z.nullish(taxId(memberLimits.tax_id)),
    language_code: z.enum(locales),
  })
  .check(
    z.refine(
      ({ is_business, country, tax_id }) =>
        !is_business || country !== "TW" || !tax_id || taiwanTaxIdPattern.test(tax_id),
      { path: ["tax_id"], error: "invalid_tax_id" },
    ),
  );
export type Registration = z.infer<typeof registration>;

/** The country is read-only on the profile; whether a tax id fits it is checked beside it. */
export const memberChange = z.strictObject({
  first_name: z.optional(requiredLine(memberLimits.first_name)),
  last_name: z.optional(requiredLine(memberLimits.last_name)),
  phone: z.optional(phone),
  country_code: z.optional(dialCode),
  address: z.optional(line(memberLimits.address)),
  company_name: z.nullish(line(memberLimits.company_name)),
  tax_id: z.nullish(taxId(memberLimits.tax_id)),
  avatar_url: z.nullish(matching(/^(https:\/\/\S+)?$/, memberLimits.avatar_url)),
  language_code: z.optional(z.enum(locales)),
  time_zone: z.optional(matching(/^[A-Za-z0-9_+\-/]*$/, memberLimits.time_zone)),
});
export type MemberChange = z.infer<typeof memberChange>;

export const shippingAddress = z.object({ id: z.string(), address: z.string() });
export type ShippingAddress = z.infer<typeof shippingAddress>;
export const shippingAddressList = z.object({ data: z.array(shippingAddress) });
export const shippingAddressBody = z.strictObject({ address: requiredLine(memberLimits.address) });
