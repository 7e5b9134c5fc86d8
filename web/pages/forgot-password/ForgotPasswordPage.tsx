import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";

export default function ForgotPasswordPage() {
  const { t } = useI18n();
  return <Page title={t("common.brand")} />;
}
