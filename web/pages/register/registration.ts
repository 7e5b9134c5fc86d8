import { useState } from "react";
import { dialCodes, type CountryCode } from "#contract/countries";
import type { FieldErrorCode } from "#contract/errors";
import { emailPattern, phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import type { Locale } from "#contract/locales";
import { type Registration, memberLimits } from "#contract/member";
import { t, type MessageKey } from "../../i18n/translate.ts";
import { locale } from "../../i18n/locale.ts";
import { api } from "../../api/client.ts";
import { fieldErrorKey } from "../../api/errors.ts";
import { useForm } from "../../feedback/use-form.ts";

/** In the order of the page. */
export const emptyRegistration = {
  last_name: "",
  first_name: "",
  company_name: "",
  email: "",
  country: "",
  phone: "",
  address: "",
  tax_id: "",
  agreed: false,
};
type RegistrationForm = typeof emptyRegistration;
type Field = keyof RegistrationForm;
export const registrationFields = Object.keys(emptyRegistration) as Field[];

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
  language: Locale,
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
    language_code: language,
  };
}

type TextFieldName = Exclude<Field, "agreed" | "country">;

type Check = (text: string) => FieldErrorCode | null;
const atMost =
  (length: number): Check =>
  (text) =>
    [...text].length <= length ? null : "too_long";
const like =
  (pattern: RegExp, otherwise: FieldErrorCode): Check =>
  (text) =>
    pattern.test(folded(text)) ? null : otherwise;

const checks: Record<TextFieldName, Check> = {
  last_name: atMost(memberLimits.last_name),
  first_name: atMost(memberLimits.first_name),
  company_name: atMost(memberLimits.company_name),
  email: like(emailPattern, "invalid_email"),
  phone: like(phonePattern, "invalid_phone"),
  address: atMost(memberLimits.address),
  tax_id: like(taiwanTaxIdPattern, "invalid_tax_id"),
};

/** In the order of the page. */
export function mistakesIn(
  form: RegistrationForm,
  isBusiness: boolean,
): Partial<Record<Field, MessageKey>> {
  const mistakeIn = (name: Field): MessageKey | null => {
    if (name === "agreed") return form.agreed ? null : "auth.register.terms_required";
    if (name === "country" && form.country !== "")
      return isListedCountry(form.country) ? null : "auth.register.country_unlisted";
    if (!isBusiness && (name === "company_name" || name === "tax_id")) return null;
    const isAbroad = name === "tax_id" && !needsTaxId(isBusiness, form.country);
    const value = form[name].trim();
    if (value === "") return isAbroad ? null : fieldErrorKey("required");
    const check = isAbroad ? atMost(memberLimits.tax_id) : checks[name as TextFieldName];
    const wrong = check(value);
    return wrong === null ? null : fieldErrorKey(wrong);
  };
  const mistakes = registrationFields.map((name) => [name, mistakeIn(name)]);
  return Object.fromEntries(mistakes.filter(([, mistake]) => mistake !== null));
}

/** The page holds this, so that what was typed outlives a change of the kind of member. */
export function useRegistration(isBusiness: boolean) {
  const [isRegistered, setRegistered] = useState(false);
  const form = useForm<RegistrationForm>(
    emptyRegistration,
    (values) => mistakesIn(values, isBusiness),
    {
      storedAs: "register",
      fieldOf: {
        email_taken: "email",
        phone_taken: "phone",
        company_name_required: "company_name",
        tax_id_required: "tax_id",
      },
    },
  );
  const submit = form.submit(async (values) => {
    await api.send("POST", "/auth/register", { json: registrationOf(values, isBusiness, locale) });
    setRegistered(true);
  });
  const { value: isAgreed, onChange: _, ...agreed } = form.field("agreed");
  return {
    ...form,
    submit,
    isRegistered,
    text: (name: TextFieldName) => ({
      ...form.field(name),
      label: t(`auth.fields.${name}`),
      required: true,
      enterKeyHint: "next" as const,
    }),
    agreedField: {
      ...agreed,
      checked: isAgreed,
      onChange: (event: { target: { checked: boolean } }) =>
        form.change({ agreed: event.target.checked }),
    },
  };
}

export type Registering = ReturnType<typeof useRegistration>;
