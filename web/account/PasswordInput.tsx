import { useI18n } from "../i18n/translate.ts";
import { PasswordField, type PasswordFieldProps } from "../ui/PasswordField.tsx";

type Texts = "showShort" | "hideShort" | "showLabel" | "hideLabel";

export function PasswordInput(field: Omit<PasswordFieldProps, Texts>) {
  const { t } = useI18n();
  return (
    <PasswordField
      {...field}
      required
      showShort={t("auth.password.show_short")}
      hideShort={t("auth.password.hide_short")}
      showLabel={t("auth.password.show")}
      hideLabel={t("auth.password.hide")}
    />
  );
}
