import { emailPattern } from "#contract/fields";
import { useI18n, type Translate } from "../i18n/translate.ts";
import { TextField, type TextFieldProps } from "../ui/TextField.tsx";

export function EmailField(field: Omit<TextFieldProps, "label">) {
  const { t } = useI18n();
  return (
    <TextField
      {...field}
      label={t("auth.fields.email")}
      type="email"
      inputMode="email"
      autoComplete="username"
      required
    />
  );
}

export function emailRules(t: Translate) {
  return {
    required: t("auth.errors.email_required"),
    validate: (value: string) =>
      emailPattern.test(value.normalize("NFKC").trim()) || t("auth.errors.email_invalid"),
  };
}
