import { useState } from "react";
import { useForm, useWatch, type UseFormReturn } from "react-hook-form";
import { showFieldRefusals } from "../../account/show-field-refusals.ts";
import { ApiError, api } from "../../api/client.ts";
import { useI18n } from "../../i18n/translate.ts";
import {
  emptyRegistration,
  needsTaxId,
  registrationFields,
  registrationOf,
  type RegistrationForm,
  registrationRules,
  type TextFieldName,
} from "./registration.ts";

type RegistrationField = keyof RegistrationForm;

const fieldOfCode: Partial<Record<string, RegistrationField>> = {
  email_taken: "email",
  phone_taken: "phone",
  company_name_required: "company_name",
  tax_id_required: "tax_id",
};

/** The page holds this, so that what was typed outlives a change of the kind of member. */
export function useRegistration(isBusiness: boolean) {
  const { t } = useI18n();
  const form = useForm<RegistrationForm>({ mode: "onTouched", defaultValues: emptyRegistration });
  const { register, control, formState } = form;
  const { errors, isSubmitting, submitCount } = formState;
  const sending = useSending(form, isBusiness);
  const rules = registrationRules(t);
  const country = useWatch({ control, name: "country" });
  const asksTaxId = needsTaxId(isBusiness, country);
  // In the order of the page, those that are not shown too: the first wrong field of this order gets the focus.
  const fields = {
    last_name: register("last_name", { validate: rules.text("last_name") }),
    first_name: register("first_name", { validate: rules.text("first_name") }),
    company_name: register("company_name", {
      validate: (value) => !isBusiness || rules.text("company_name")(value),
    }),
    email: register("email", { validate: rules.text("email") }),
    country: register("country", { validate: rules.country }),
    phone: register("phone", { validate: rules.text("phone") }),
    address: register("address", { validate: rules.text("address") }),
    tax_id: register("tax_id", {
      validate: (value) => !isBusiness || rules.text(asksTaxId ? "tax_id" : "tax_id_abroad")(value),
    }),
    agreed: register("agreed", { validate: rules.agreed }),
  };
  const named = (name: RegistrationField) => ({ id: name, error: errors[name]?.message });
  return {
    ...sending,
    errors,
    isSubmitting,
    submitCount,
    country,
    text: (name: TextFieldName) => ({
      ...fields[name],
      ...named(name),
      label: t(`auth.fields.${name}`),
      required: true,
      enterKeyHint: "next" as const,
    }),
    countryField: { ...fields.country, ...named("country") },
    agreedField: { ...fields.agreed, ...named("agreed") },
  };
}

export type Registering = ReturnType<typeof useRegistration>;

function useSending(
  { handleSubmit, setError, clearErrors }: UseFormReturn<RegistrationForm>,
  isBusiness: boolean,
) {
  const { locale, t } = useI18n();
  const [failure, setFailure] = useState<unknown>(null);
  const [isRegistered, setRegistered] = useState(false);

  const showFailure = (error: unknown) => {
    const isShown = showFieldRefusals(t, error, registrationFields, setError);
    const field = error instanceof ApiError ? fieldOfCode[error.code] : undefined;
    if (error instanceof ApiError && field !== undefined)
      setError(field, { message: t(`common.errors.${error.code}`) }, { shouldFocus: true });
    else if (!isShown) setFailure(error);
  };

  const submit = handleSubmit(async (form) => {
    setFailure(null);
    const body = registrationOf(form, isBusiness, locale);
    if (body === null)
      return setError(
        "country",
        { message: t("auth.register.country_unlisted") },
        { shouldFocus: true },
      );
    try {
      await api.send("POST", "/auth/register", { json: body });
      setRegistered(true);
    } catch (error) {
      showFailure(error);
    }
  });

  /** The other kind of member may not have the fields that were wrong. */
  const clearMistakes = () => {
    clearErrors();
    setFailure(null);
  };

  return { submit, failure, isRegistered, clearMistakes };
}
