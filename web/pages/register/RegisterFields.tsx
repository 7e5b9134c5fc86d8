import { countryCodes } from "#contract/countries";
import { countryName } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import styles from "../../ui/form.module.css";
import { SelectField } from "../../ui/SelectField.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { dialCodeOf, needsTaxId } from "./registration.ts";
import type { Registering } from "./use-registration.ts";

interface RegisterFieldsProps {
  form: Registering;
  isBusiness: boolean;
}

export function RegisterFields({
  form: { text, country, countryField },
  isBusiness,
}: RegisterFieldsProps) {
  const { locale, t } = useI18n();
  const asksTaxId = needsTaxId(isBusiness, country);
  const countries = [
    { value: "", label: t("auth.register.choose_country") },
    ...countryCodes.map((code) => ({
      value: code,
      label: t("auth.register.country_option", {
        country: countryName(locale, code),
        code: dialCodeOf(code),
      }),
    })),
  ];
  return (
    <>
      <div className={styles.pair}>
        <TextField {...text("last_name")} autoComplete="family-name" />
        <TextField {...text("first_name")} autoComplete="given-name" />
      </div>
      {isBusiness ? <TextField {...text("company_name")} autoComplete="organization" /> : null}
      <TextField
        {...text("email")}
        hint={t("auth.register.email_hint")}
        type="email"
        inputMode="email"
        autoComplete="email"
      />
      <SelectField
        {...countryField}
        label={t("auth.fields.country")}
        options={countries}
        autoComplete="country"
        required
      />
      <div className={styles.phone}>
        <TextField
          name="dial_code"
          label={t("auth.fields.dial_code")}
          value={dialCodeOf(country)}
          placeholder="+"
          autoComplete="off"
          readOnly
        />
        <TextField {...text("phone")} type="tel" inputMode="tel" autoComplete="tel-national" />
      </div>
      <TextField
        {...text("address")}
        enterKeyHint={isBusiness ? "next" : "done"}
        autoComplete="street-address"
      />
      {isBusiness ? (
        <TextField
          {...text("tax_id")}
          {...(asksTaxId
            ? { hint: t("auth.register.tax_id_hint"), inputMode: "numeric" }
            : { label: t("auth.fields.tax_id_abroad"), required: false, inputMode: "text" })}
          enterKeyHint="done"
          autoComplete="off"
        />
      ) : null}
    </>
  );
}
