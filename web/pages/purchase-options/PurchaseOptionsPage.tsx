import { useSearch } from "wouter";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/Notice.tsx";

export default function PurchaseOptionsPage() {
  const { locale, t } = useI18n();
  const productNumber = new URLSearchParams(useSearch()).get("productNumber");
  if (productNumber === null || productNumber.trim() === "") {
    return (
      <Page title={t("shop.purchase.error_title")} width="narrow">
        <Notice tone="danger">{t("shop.purchase.missing_number")}</Notice>
      </Page>
    );
  }
  return (
    <Page title={t("shop.purchase.title")} intro={t("shop.purchase.product", { number: productNumber })} width="narrow">
      <p>{t("shop.purchase.by_consultant")}</p>
      <LinkButton variant="primary" href={paths.info({ locale, context: "ContactTheBrandConsultant" })}>
        {t("shop.purchase.consultant")}
      </LinkButton>
    </Page>
  );
}
