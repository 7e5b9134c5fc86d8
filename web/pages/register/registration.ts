import { dialCodes, type CountryCode } from "#contract/countries";
import type { Locale } from "#contract/locales";
import type { Registration } from "#contract/member";

export interface RegistrationForm {
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  country_code: string;
  phone: string;
  address: string;
  company_name: string;
  tax_id: string;
  agreed: boolean;
}

export const emptyRegistration: RegistrationForm = {
  first_name: "",
  last_name: "",
  email: "",
  country: "",
  country_code: "",
  phone: "",
  address: "",
  company_name: "",
  tax_id: "",
  agreed: false,
};

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
] as const satisfies readonly (keyof RegistrationForm)[];

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
