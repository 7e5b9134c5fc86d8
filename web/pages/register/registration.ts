import { useState } from "react";
import { dialCodes, type CountryCode } from "#contract/countries";
import type { Locale } from "#contract/locales";
import type { Registration } from "#contract/member";
import { locale, type MessageKey } from "../../i18n/translate.ts";
import { api } from "../../api/client.ts";
import { asked, folded, mistakeIn } from "../../account/member-fields.ts";
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

export function mistakesIn(
  form: RegistrationForm,
  isBusiness: boolean,
): Partial<Record<Field, MessageKey>> {
  const mistakeOf = (name: Field): MessageKey | null => {
    if (name === "agreed") return form.agreed ? null : "auth.register.terms_required";
    if (name === "country" && form.country !== "")
      return isListedCountry(form.country) ? null : "auth.register.country_unlisted";
    if (!isBusiness && (name === "company_name" || name === "tax_id")) return null;
    const isAbroad = form.country !== "TW";
    return mistakeIn(name, form[name], { isAbroad, isRequired: name !== "tax_id" || !isAbroad });
  };
  const mistakes = registrationFields.map((name) => [name, mistakeOf(name)]);
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
  return {
    ...form,
    submit,
    isRegistered,
    text: (name: Exclude<Field, "agreed" | "country">) => ({
      ...form.field(name),
      ...asked(name, form.values.country !== "TW"),
      required: true,
    }),
  };
}

export type Registering = ReturnType<typeof useRegistration>;
