import { dialCodes, type CountryCode } from "#contract/countries";
import type { FieldErrorCode } from "#contract/errors";
import { emailPattern, phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import type { Locale } from "#contract/locales";
import { type Registration, memberLimits } from "#contract/member";
import { fieldErrorText } from "../../api/errors.ts";
import type { Translate } from "../../i18n/translate.ts";

/** In the order of the page. */
export const registrationFields = [
  "last_name",
  "first_name",
  "company_name",
  "email",
  "country",
  "country_code",
  "phone",
  "address",
  "tax_id",
  "agreed",
] as const;
type Field = (typeof registrationFields)[number];
export type RegistrationForm = Record<Exclude<Field, "agreed">, string> & { agreed: boolean };

export const emptyRegistration = {
  ...Object.fromEntries(registrationFields.map((name) => [name, ""])),
  agreed: false,
} as RegistrationForm;

export function isListedCountry(country: string): country is CountryCode {
  return Object.hasOwn(dialCodes, country);
}

export function dialCodeOf(country: string): string {
  return isListedCountry(country) ? dialCodes[country] : "";
}

export function needsTaxId(isBusiness: boolean, country: string): boolean {
  return isBusiness && country === "TW";
}

const folded = (value: string) => value.normalize("NFKC").trim();

export function registrationOf(
  form: RegistrationForm,
  isBusiness: boolean,
  locale: Locale,
): Registration | null {
  if (!isListedCountry(form.country)) return null;
  return {
    first_name: form.first_name.trim(),
    last_name: form.last_name.trim(),
    email: folded(form.email),
    country: form.country,
    country_code: dialCodeOf(form.country),
    phone: folded(form.phone),
    address: form.address.trim(),
    is_business: isBusiness,
    company_name: isBusiness ? form.company_name.trim() : null,
    tax_id: isBusiness ? folded(form.tax_id) || null : null,
    language_code: locale,
  };
}

export type TextFieldName = Exclude<keyof RegistrationForm, "agreed" | "country" | "country_code">;

type Check = (text: string) => FieldErrorCode | null;
const atMost =
  (length: number): Check =>
  (text) =>
    [...text].length <= length ? null : "too_long";
const like =
  (pattern: RegExp, otherwise: FieldErrorCode): Check =>
  (text) =>
    pattern.test(text.normalize("NFKC").trim()) ? null : otherwise;

const checks: Record<TextFieldName | "tax_id_abroad", Check> = {
  last_name: atMost(memberLimits.last_name),
  first_name: atMost(memberLimits.first_name),
  company_name: atMost(memberLimits.company_name),
  email: like(emailPattern, "invalid_email"),
  phone: like(phonePattern, "invalid_phone"),
  address: atMost(memberLimits.address),
  tax_id: like(taiwanTaxIdPattern, "invalid_tax_id"),
  tax_id_abroad: atMost(memberLimits.tax_id),
};

/** In the order of the page. */
export function mistakesIn(
  t: Translate,
  form: RegistrationForm,
  isBusiness: boolean,
): Partial<Record<Field, string>> {
  const text = (name: TextFieldName): string | null => {
    if (!isBusiness && (name === "company_name" || name === "tax_id")) return null;
    const isAbroad = name === "tax_id" && !needsTaxId(isBusiness, form.country);
    const value = form[name].trim();
    const isMissing = value === "" && !isAbroad;
    const wrong = isMissing ? "required" : checks[isAbroad ? "tax_id_abroad" : name](value);
    return wrong === null ? null : fieldErrorText(t, wrong);
  };
  const country = () => {
    if (isListedCountry(form.country)) return null;
    return form.country === ""
      ? fieldErrorText(t, "required")
      : t("auth.register.country_unlisted");
  };
  const mistakes = registrationFields.flatMap((name) => {
    if (name === "country_code") return [];
    if (name === "agreed") return form.agreed ? [] : [[name, t("auth.register.terms_required")]];
    const mistake = name === "country" ? country() : text(name);
    return mistake === null ? [] : [[name, mistake]];
  });
  return Object.fromEntries(mistakes);
}
