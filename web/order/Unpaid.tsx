import { lazy, Suspense, useState } from "react";
import { useSWRConfig } from "swr";
import { payableUntil, type Order } from "#contract/order";
import { isOrdersKey } from "../api/orders.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { formatDateTime } from "../i18n/dates.ts";
import { useI18n } from "../i18n/translate.ts";
import { usePayNow } from "../payment/pay.ts";
import { showToast } from "../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { Notice } from "../ui/Notice.tsx";
import { classNames } from "../ui/class-names.ts";
import styles from "./unpaid.module.css";

/** A declined card stays on the gateway's page: here is where the shopper reads of it again. */
export function Declined() {
  const { t } = useI18n();
  return <Notice tone="warning">{t("shop.orders.unpaid.declined")}</Notice>;
}

const CancelOrderDialog = lazy(() => import("./CancelOrderDialog.tsx"));

/** What can be done with an order that waits for payment, and until when. */
export function Unpaid({ order }: { order: Order }) {
  const { locale, t } = useI18n();
  const { mutate } = useSWRConfig();
  const paying = usePayNow(order.id);
  const [isCancelling, setCancelling] = useState(false);
  const until = payableUntil(order);
  const cancelled = async () => {
    await mutate(isOrdersKey);
    showToast(t("shop.orders.unpaid.cancelled", { number: order.order_id }));
  };
  return (
    <div className={classNames("unprinted", styles.unpaid)}>
      {order.was_declined ? <Declined /> : null}
      {until === null ? null : (
        <p className={styles.kept}>
          {t("shop.orders.unpaid.until", { until: formatDateTime(locale, until.toISOString()) })}
        </p>
      )}
      <div className={styles.ways}>
        <Button variant="primary" busy={paying.isBusy} onClick={paying.pay}>
          {t("shop.orders.pay_now")}
        </Button>
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {t("shop.orders.unpaid.cancel")}
        </Button>
      </div>
      {paying.failure === null ? null : <FailureNotice error={paying.failure} />}
      {isCancelling ? (
        <Suspense>
          <CancelOrderDialog
            order={order}
            consequence={t("shop.orders.unpaid.cart_stays")}
            onClose={() => setCancelling(false)}
            onCancelled={cancelled}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
