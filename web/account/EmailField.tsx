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

export function mistakeInEmail(t: Translate, value: string): { email?: string } {
  if (value === "") return { email: t("auth.errors.email_required") };
  const isRight = emailPattern.test(value.normalize("NFKC").trim());
  return isRight ? {} : { email: t("auth.errors.email_invalid") };
}
