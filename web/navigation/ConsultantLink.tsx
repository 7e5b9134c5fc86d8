import { useI18n } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { LinkButton } from "./LinkButton.tsx";

export function ConsultantLink() {
  const { locale, t } = useI18n();
  return (
    <LinkButton href={paths.info({ locale, context: "ContactTheBrandConsultant" })}>
      {t("common.footer.pages.ContactTheBrandConsultant")}
    </LinkButton>
  );
}
