import type { FieldErrorCode } from "#contract/errors";
import { emailPattern, phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { memberLimits } from "#contract/member";
import { fieldErrorText } from "../../api/errors.ts";
import type { Translate } from "../../i18n/translate.ts";
import { isListedCountry, type RegistrationForm } from "./registration.ts";

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

/** `validate` functions for react-hook-form: true, or the message. */
export const registrationRules = (t: Translate) => ({
  text: (name: keyof typeof checks) => (value: string) => {
    const text = value.trim();
    const isMissing = text === "" && name !== "tax_id_abroad";
    const wrong = isMissing ? "required" : checks[name](text);
    return wrong === null || fieldErrorText(t, wrong);
  },
  country: (value: string) =>
    isListedCountry(value) ||
    (value === "" ? fieldErrorText(t, "required") : t("auth.register.country_unlisted")),
  agreed: (value: boolean) => value || t("auth.register.terms_required"),
});
