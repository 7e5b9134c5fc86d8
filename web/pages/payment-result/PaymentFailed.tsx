import type { PaymentOutcome } from "../../api/payments.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { ResultActions } from "./ResultActions.tsx";

export function PaymentFailed({ outcome }: { outcome: PaymentOutcome }) {
  const { locale, t } = useI18n();
  const amount = formatAmount(locale, outcome.amount, outcome.currency);
  return (
    <Page
      title={t("shop.payment.failed_title")}
      intro={t("shop.payment.failed_text")}
      width="narrow"
    >
      <Notice tone="warning">{t("shop.payment.still_payable", { amount })}</Notice>
      <ResultActions ways={["retry", "orders", "home"]} />
    </Page>
  );
}

/** The signed result is missing, malformed, forged or expired, which says nothing about the payment. */
export function PaymentUnreadable() {
  const { t } = useI18n();
  return (
    <Page title={t("shop.payment.error_title")} intro={t("shop.payment.error_text")} width="narrow">
      <ResultActions ways={["orders", "home"]} />
    </Page>
  );
}
