import { FailureNotice } from "../../feedback/FailureNotice.tsx";
import { useI18n } from "../../i18n/translate.ts";
import { Page } from "../../layout/Page.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { PaymentFailed, PaymentUnreadable, ResultActions } from "./PaymentFailed.tsx";
import { PaymentSucceeded } from "./PaymentSucceeded.tsx";
import { useFollowedOrder } from "./use-followed-order.ts";
import { usePaymentResult } from "./use-payment-result.ts";

export default function PaymentResultPage() {
  const { t } = useI18n();
  const result = usePaymentResult();
  const isToFollow = result.name === "verified" && result.outcome.status !== "failed";
  const followed = useFollowedOrder(isToFollow ? result.outcome.orderId : null);

  if (result.name === "loading" || (isToFollow && followed.settlement === "loading")) {
    return (
      <Page key="loading" title={t("shop.payment.loading_title")} width="narrow">
        <Skeleton lines={6} label={t("common.loading")} />
      </Page>
    );
  }
  switch (result.name) {
    case "unchecked":
      return (
        <Page key="unchecked" title={t("shop.payment.loading_title")} width="narrow">
          <FailureNotice error={result.error} retry={result.retry} />
          <ResultActions ways={["orders", "home"]} />
        </Page>
      );
    case "unreadable":
      return <PaymentUnreadable />;
    case "verified":
      return isToFollow ? (
        <PaymentSucceeded outcome={result.outcome} {...followed} />
      ) : (
        <PaymentFailed outcome={result.outcome} />
      );
  }
}
