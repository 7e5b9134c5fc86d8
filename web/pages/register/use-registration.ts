import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { FieldErrorCode } from "#contract/errors";
import { emailPattern, phonePattern, taiwanTaxIdPattern } from "#contract/fields";
import { memberLimits } from "#contract/member";
import { ApiError, api } from "../../api/client.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { useI18n } from "../../i18n/translate.ts";
import { draftFields, emptyDraft, isListedCountry, registrationOf, type RegistrationDraft } from "./registration-draft.ts";

type DraftField = keyof RegistrationDraft;
type TextDraftField = Exclude<DraftField, "agreed" | "country" | "country_code">;

/** The refusals of the server that belong to one field. */
const fieldOfRefusal: Partial<Record<string, DraftField>> = {
  email_taken: "email",
  phone_taken: "phone",
  company_name_required: "company_name",
  tax_id_required: "tax_id",
};

type Check = (text: string) => FieldErrorCode | null;
const atMost =
  (length: number): Check =>
  (text) =>
    [...text].length <= length ? null : "too_long";
const like =
  (pattern: RegExp, otherwise: FieldErrorCode): Check =>
  (text) =>
    pattern.test(text.normalize("NFKC").trim()) ? null : otherwise;

const checks: Record<TextDraftField, Check> = {
  last_name: atMost(memberLimits.last_name),
  first_name: atMost(memberLimits.first_name),
  company_name: atMost(memberLimits.company_name),
  email: like(emailPattern, "invalid_email"),
  phone: like(phonePattern, "invalid_phone"),
  address: atMost(memberLimits.address),
  tax_id: like(taiwanTaxIdPattern, "invalid_tax_id"),
};

/** What a shopper writes to register, its rules, and sending it. Held by the page, so that it outlives a change of the kind. */
export function useRegistration(isBusiness: boolean) {
  const { locale, t } = useI18n();
  const [failure, setFailure] = useState<unknown>(null);
  const [isRegistered, setRegistered] = useState(false);
  const { register, handleSubmit, control, setError, clearErrors, formState } = useForm<RegistrationDraft>({
    mode: "onTouched",
    defaultValues: emptyDraft,
  });
  const { errors, isSubmitting, submitCount } = formState;

  const checkText = (name: TextDraftField, value: string) => {
    const text = value.trim();
    const wrong = text === "" ? "required" : checks[name](text);
    return wrong === null || fieldErrorText(t, wrong);
  };
  const checkCountry = (value: string) =>
    isListedCountry(value) || (value === "" ? fieldErrorText(t, "required") : t("auth.register.country_unlisted"));
  const named = (name: DraftField) => ({ id: name, error: errors[name]?.message });

  const showRefusal = (error: unknown) => {
    if (!(error instanceof ApiError)) return setFailure(error);
    const refused = draftFields.filter((name) => error.fields?.[name] !== undefined);
    for (const name of refused)
      setError(name, { message: fieldErrorText(t, error.fields?.[name] ?? "invalid") }, { shouldFocus: name === refused[0] });
    const field = fieldOfRefusal[error.code];
    if (field !== undefined) setError(field, { message: t(`common.errors.${error.code}`) }, { shouldFocus: true });
    // What is said beside a field is not said twice.
    else if (refused.length === 0) setFailure(error);
  };

  const submit = handleSubmit(async (draft) => {
    setFailure(null);
    const body = registrationOf(draft, isBusiness, locale);
    if (body === null) return setError("country", { message: t("auth.register.country_unlisted") }, { shouldFocus: true });
    try {
      await api.send("POST", "/auth/register", { json: body });
      setRegistered(true);
    } catch (error) {
      showRefusal(error);
    }
  });

  /** The other kind of member may not have the fields that were wrong. */
  const forgetMistakes = () => {
    clearErrors();
    setFailure(null);
  };

  return {
    country: useWatch({ control, name: "country" }),
    text: (name: TextDraftField) => ({
      ...register(name, { validate: (value) => checkText(name, value) }),
      ...named(name),
      label: t(`auth.fields.${name}`),
      required: true,
      enterKeyHint: "next" as const,
    }),
    countryField: { ...register("country", { validate: checkCountry }), ...named("country") },
    agreedField: {
      ...register("agreed", { validate: (value) => value || t("auth.register.terms_required") }),
      ...named("agreed"),
    },
    errors,
    failure,
    forgetMistakes,
    isRegistered,
    isSubmitting,
    submit,
    submitCount,
  };
}

export type Registering = ReturnType<typeof useRegistration>;
