import type { PaymentOutcome } from "../../api/payments.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../layout/LinkButton.tsx";
import { Page } from "../../layout/Page.tsx";
import { paths } from "../../paths.ts";
import { Notice } from "../../ui/Notice.tsx";
import styles from "./payment-result.module.css";

export function PaymentFailed({ outcome }: { outcome: PaymentOutcome }) {
  const { locale, t } = useI18n();
  return (
    <Page title={t("shop.payment.failed_title")} intro={t("shop.payment.failed_text")} width="narrow">
      <Notice tone="warning">
        {t("shop.payment.still_payable", { amount: formatAmount(locale, outcome.amount, outcome.currency) })}
      </Notice>
      <div className={styles.actions}>
        <LinkButton variant="primary" href={paths.fragranceQuiz({ locale })}>
          {t("shop.payment.retry")}
        </LinkButton>
        <LinkButton variant="secondary" href={paths.orders({ locale })}>
          {t("shop.payment.view_orders")}
        </LinkButton>
        <LinkButton variant="quiet" href={paths.home({ locale })}>
          {t("shop.payment.home")}
        </LinkButton>
      </div>
      <p className={styles.help}>{t("shop.payment.help")}</p>
    </Page>
  );
}

/** The payload is missing, malformed, forged or expired. It says nothing about the payment itself. */
export function PaymentUnreadable() {
  const { locale, t } = useI18n();
  return (
    <Page title={t("shop.payment.error_title")} intro={t("shop.payment.error_text")} width="narrow">
      <div className={styles.actions}>
        <LinkButton variant="primary" href={paths.orders({ locale })}>
          {t("shop.payment.view_orders")}
        </LinkButton>
        <LinkButton variant="secondary" href={paths.home({ locale })}>
          {t("shop.payment.home")}
        </LinkButton>
      </div>
      <p className={styles.help}>{t("shop.payment.help")}</p>
    </Page>
  );
}
