import { emailPattern } from "#contract/fields";
import { t, type MessageKey } from "../i18n/translate.ts";
import { TextField, type TextFieldProps } from "../ui/TextField.tsx";

export function EmailField({ autoComplete = "username", ...field }: Omit<TextFieldProps, "label">) {
  return (
    <TextField
      {...field}
      label={t("auth.fields.email")}
      type="email"
      inputMode="email"
      autoComplete={autoComplete}
      required
    />
  );
}

export function mistakeInEmail(value: string): { email?: MessageKey } {
  if (value === "") return { email: "auth.errors.email_required" };
  const isRight = emailPattern.test(value.normalize("NFKC").trim());
  return isRight ? {} : { email: "auth.errors.email_invalid" };
}
