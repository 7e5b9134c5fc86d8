import { payableUntil } from "#contract/order";
import type { PaymentOutcome } from "../../api/payments.ts";
import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { formatDateTime } from "../../i18n/dates.ts";
import { formatAmount } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { SplitPage } from "../../layout/SplitPage.tsx";
import { PaySecurely } from "../../payment/PaySecurely.tsx";
import { usePayNow } from "../../payment/use-pay-now.ts";
import { useAuth } from "../../stores/auth.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { ResultActions } from "./ResultActions.tsx";

/** The order stands: paying it again comes first, for whoever is signed in. */
export function PaymentFailed({ outcome }: { outcome: PaymentOutcome }) {
  const { locale, t } = useI18n();
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const paying = usePayNow(outcome.orderId);
  const until = payableUntil({ created_at: outcome.order_date });
  const amount = formatAmount(locale, outcome.amount, outcome.currency);
  return (
    <SplitPage title={t("shop.payment.failed_title")} intro={t("shop.payment.failed_text")}>
      <Notice tone="warning">
        {t(until === null ? "shop.payment.payable_again" : "shop.payment.still_payable", {
          number: outcome.orderId,
          amount,
          until: until === null ? "" : formatDateTime(locale, until.toISOString()),
        })}
      </Notice>
      {isAuthenticated ? (
        <ResultActions
          ways={["orders", "retry", "home"]}
          first={
            <Button variant="primary" busy={paying.isBusy} onClick={paying.pay}>
              {t("shop.payment.pay_again", { amount })}
            </Button>
          }
        >
          <PaySecurely />
          {paying.failure === null ? null : <FailureNotice error={paying.failure} />}
        </ResultActions>
      ) : (
        <ResultActions ways={["orders", "retry", "home"]} />
      )}
    </SplitPage>
  );
}

/** The signed result is missing, malformed, forged or expired, which says nothing about the payment. */
export function PaymentUnreadable() {
  const { t } = useI18n();
  return (
    <SplitPage title={t("shop.payment.error_title")} intro={t("shop.payment.error_text")}>
      <ResultActions ways={["orders", "home"]} />
    </SplitPage>
  );
}
