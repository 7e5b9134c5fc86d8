import { useI18n } from "../../i18n/translate.ts";
import { FailureNotice } from "../../layout/FailureNotice.tsx";
import { Page } from "../../layout/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PaymentFailed, PaymentUnreadable } from "./PaymentFailed.tsx";
import { PaymentSucceeded } from "./PaymentSucceeded.tsx";
import { ResultActions } from "./ResultActions.tsx";
import { useFollowedOrder } from "./use-followed-order.ts";
import { usePaymentResult } from "./use-payment-result.ts";

export default function PaymentResultPage() {
  const { t } = useI18n();
  const reading = usePaymentResult();
  const isPaid = reading.name === "read" && reading.outcome.status === "success";
  const followed = useFollowedOrder(isPaid ? reading.outcome.orderId : null);

  if (reading.name === "loading" || (isPaid && followed.settlement === "looking")) {
    return (
      <Page key="loading" title={t("shop.payment.loading_title")} width="narrow">
        <Skeleton lines={6} label={t("common.loading")} />
      </Page>
    );
  }
  switch (reading.name) {
    case "unchecked":
      return (
        <Page key="unchecked" title={t("shop.payment.loading_title")} width="narrow">
          <FailureNotice error={reading.error} retry={reading.retry} />
          <ResultActions ways={["orders", "home"]} />
        </Page>
      );
    case "unreadable":
      return <PaymentUnreadable />;
    case "read":
      return isPaid ? <PaymentSucceeded outcome={reading.outcome} {...followed} /> : <PaymentFailed outcome={reading.outcome} />;
  }
}
