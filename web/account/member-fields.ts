/** What both registration and profile ask of a member. */
import { emailPattern, phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { memberLimits } from "#contract/member";
import { fieldErrorKey } from "../api/errors.ts";
import { t, type MessageKey } from "../i18n/translate.ts";
import type { TextFieldProps } from "../ui/TextField.tsx";

type MemberField = keyof typeof memberLimits | "email";

export const folded = (value: string) => value.normalize("NFKC").trim();

const patterns: Partial<Record<MemberField, [pattern: RegExp, wrong: MessageKey]>> = {
  email: [emailPattern, fieldErrorKey("invalid_email")],
  tax_id: [taiwanTaxIdPattern, fieldErrorKey("invalid_tax_id")],
  country_code: [/^\+\d{1,4}$/, fieldErrorKey("invalid")],
  phone: [phonePattern, fieldErrorKey("invalid_phone")],
  avatar_url: [/^https:\/\/\S+$/, "auth.profile.avatar_invalid"],
};

export function mistakeIn(
  name: MemberField,
  value: string,
  { isRequired, isAbroad }: { isRequired: boolean; isAbroad: boolean },
): MessageKey | null {
  const text = folded(value);
  if (text === "") return isRequired ? fieldErrorKey("required") : null;
  const most = name === "email" ? Infinity : memberLimits[name];
  if ([...value.trim()].length > most) return fieldErrorKey("too_long");
  const [pattern, wrong] = (name === "tax_id" && isAbroad ? null : patterns[name]) ?? [];
  return wrong !== undefined && pattern?.test(text) === false ? wrong : null;
}

const forBrowsers: Partial<
  Record<MemberField, Pick<TextFieldProps, "autoComplete" | "type" | "inputMode">>
> = {
  last_name: { autoComplete: "family-name" },
  first_name: { autoComplete: "given-name" },
  company_name: { autoComplete: "organization" },
  tax_id: { autoComplete: "off", inputMode: "numeric" },
  country_code: { autoComplete: "tel-country-code", inputMode: "tel" },
  phone: { autoComplete: "tel-national", inputMode: "tel", type: "tel" },
  address: { autoComplete: "street-address" },
};

export const asked = (name: MemberField, isAbroad: boolean) => ({
  enterKeyHint: "next" as const,
  ...forBrowsers[name],
  label: t(`auth.fields.${name}`),
  ...(name === "tax_id" && isAbroad
    ? { label: t("auth.fields.tax_id_abroad"), inputMode: "text" as const }
    : {}),
});
