import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { countryCodes } from "#contract/countries";
import type { FieldErrorCode } from "#contract/errors";
import { emailPattern, phonePattern } from "#contract/fields";
import { memberLimits } from "#contract/member";
import { ApiError, api } from "../../api/client.ts";
import { fieldErrorText } from "../../api/errors.ts";
import { countryName } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import styles from "../../layout/form.module.css";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { PrivacyModal } from "./PrivacyModal.tsx";
import {
  dialCodeOf,
  emptyDraft,
  isListedCountry,
  needsTaxId,
  registrationOf,
  type RegistrationDraft,
} from "./registration-draft.ts";
import { RegisteredModal } from "./RegisteredModal.tsx";

/** The refusals of the server that belong to one field. */
const fieldOfRefusal: Partial<Record<string, keyof RegistrationDraft>> = {
  email_taken: "email",
  phone_taken: "phone",
  company_name_required: "company_name",
  tax_id_required: "tax_id",
};

export function RegisterForm({ isBusiness, onBack }: { isBusiness: boolean; onBack: () => void }) {
  const { locale, t } = useI18n();
  const [failure, setFailure] = useState<unknown>(null);
  const [isPolicyOpen, setPolicyOpen] = useState(false);
  const [isRegistered, setRegistered] = useState(false);
  const { register, handleSubmit, control, setError, formState } = useForm<RegistrationDraft>({
    mode: "onTouched",
    defaultValues: emptyDraft,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const country = useWatch({ control, name: "country" });
  const withTaxId = needsTaxId(isBusiness, country);

  const filled = (name: keyof typeof memberLimits) => ({
    validate: (value: unknown) => {
      const length = [...String(value).trim()].length;
      if (length === 0) return fieldErrorText(t, "required");
      return length <= memberLimits[name] || fieldErrorText(t, "too_long");
    },
  });
  const folded = (pattern: RegExp, code: FieldErrorCode, isRequired = true) => ({
    validate: (value: unknown) => {
      const text = String(value).normalize("NFKC").trim();
      if (text === "") return !isRequired || fieldErrorText(t, "required");
      return pattern.test(text) || fieldErrorText(t, code);
    },
  });

  const showRefusal = (error: unknown) => {
    const field = error instanceof ApiError ? fieldOfRefusal[error.code] : undefined;
    if (error instanceof ApiError && error.fields) {
      for (const [name, code] of Object.entries(error.fields)) {
        if (name in emptyDraft) setError(name as keyof RegistrationDraft, { message: fieldErrorText(t, code) });
      }
    }
    if (field !== undefined && error instanceof ApiError)
      setError(field, { message: t(`common.errors.${error.code}`) }, { shouldFocus: true });
    else setFailure(error);
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

  const countries = [
    { value: "", label: t("auth.register.choose_country") },
    ...countryCodes.map((code) => ({
      value: code,
      label: t("auth.register.country_option", { country: countryName(locale, code), code: dialCodeOf(code) }),
    })),
  ];
  return (
    <>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure === null ? null : <FailureNotice error={failure} />}
        <ErrorSummary key={submitCount} errors={errors} isShown={submitCount > 0} />
        <div className={styles.pair}>
          <TextField
            {...register("last_name", filled("last_name"))}
            id="last_name"
            label={t("auth.fields.last_name")}
            autoComplete="family-name"
            required
            error={errors.last_name?.message}
          />
          <TextField
            {...register("first_name", filled("first_name"))}
            id="first_name"
            label={t("auth.fields.first_name")}
            autoComplete="given-name"
            required
            error={errors.first_name?.message}
          />
        </div>
        {isBusiness ? (
          <TextField
            {...register("company_name", filled("company_name"))}
            id="company_name"
            label={t("auth.fields.company_name")}
            autoComplete="organization"
            required
            error={errors.company_name?.message}
          />
        ) : null}
        <TextField
          {...register("email", folded(emailPattern, "invalid_email"))}
          id="email"
          label={t("auth.fields.email")}
          hint={t("auth.register.email_hint")}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          error={errors.email?.message}
        />
        <SelectField
          {...register("country", {
            validate: (value) =>
              isListedCountry(value) || (value === "" ? fieldErrorText(t, "required") : t("auth.register.country_unlisted")),
          })}
          id="country"
          label={t("auth.fields.country")}
          options={countries}
          autoComplete="country"
          required
          error={errors.country?.message}
        />
        <div className={styles.pair}>
          <TextField
            name="dial_code"
            label={t("auth.fields.dial_code")}
            value={dialCodeOf(country)}
            placeholder="+"
            autoComplete="off"
            readOnly
          />
          <TextField
            {...register("phone", folded(phonePattern, "invalid_phone"))}
            id="phone"
            label={t("auth.fields.phone")}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            required
            error={errors.phone?.message}
          />
        </div>
        <TextField
          {...register("address", filled("address"))}
          id="address"
          label={t("auth.fields.address")}
          autoComplete="street-address"
          required
          error={errors.address?.message}
        />
        {withTaxId ? (
          <TextField
            {...register("tax_id", folded(/^\d{8}$/, "invalid_tax_id"))}
            id="tax_id"
            label={t("auth.fields.tax_id")}
            hint={t("auth.register.tax_id_hint")}
            inputMode="numeric"
            autoComplete="off"
            required
            error={errors.tax_id?.message}
          />
        ) : null}
        <div>
          <Checkbox
            {...register("agreed", { validate: (value) => value || t("auth.register.terms_required") })}
            id="agreed"
            label={t("auth.register.terms")}
            error={errors.agreed?.message}
          />
          <Button variant="quiet" onClick={() => setPolicyOpen(true)}>
            {t("auth.register.read_terms")}
          </Button>
        </div>
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {t("auth.register.submit")}
          </Button>
          <Button variant="quiet" onClick={onBack}>
            {t("common.back")}
          </Button>
        </div>
      </form>
      <PrivacyModal open={isPolicyOpen} onClose={() => setPolicyOpen(false)} />
      <RegisteredModal open={isRegistered} />
    </>
  );
}
