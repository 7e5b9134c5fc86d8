import { useState } from "react";
import { api } from "../../api/client.ts";
import { useForm } from "../../feedback/use-form.ts";
import { useI18n } from "../../i18n/translate.ts";
import {
  emptyRegistration,
  mistakesIn,
  registrationOf,
  type RegistrationForm,
  type TextFieldName,
} from "./registration.ts";

/** The page holds this, so that what was typed outlives a change of the kind of member. */
export function useRegistration(isBusiness: boolean) {
  const { locale, t } = useI18n();
  const [isRegistered, setRegistered] = useState(false);
  const form = useForm<RegistrationForm>(
    emptyRegistration,
    (values) => mistakesIn(t, values, isBusiness),
    {
      email_taken: "email",
      phone_taken: "phone",
      company_name_required: "company_name",
      tax_id_required: "tax_id",
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
