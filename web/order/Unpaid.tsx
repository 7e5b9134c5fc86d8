import { useState } from "react";
import { mutate } from "swr";
import { payableUntil, type Order } from "#contract/order";
import { t } from "../i18n/translate.ts";
import { cancelOrder } from "../api/order-changes.ts";
import { isOrdersKey } from "../api/orders.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { TaskDialog } from "../feedback/TaskDialog.tsx";
import { formatDateTime } from "../i18n/dates.ts";
import { LinkButton } from "../navigation/LinkButton.tsx";
import { paths } from "../paths.ts";
import { usePayNow } from "../payment/pay.tsx";
import { showToast } from "../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { late } from "../ui/late.tsx";
import { Notice } from "../ui/Notice.tsx";
import styles from "./OrderStatus.module.css";

/** The quiz, which this may stand before, has no other line. */
const OrderLines = late(async () => ({ default: (await import("../line/Line.tsx")).OrderLines }));

interface UnpaidProps {
  order: Order;
  consequence?: string;
  /** The order is cancelled; the question stays until what follows is done. */
  onCancelled?: () => Promise<void>;
}

export function Unpaid({ order, consequence, onCancelled }: UnpaidProps) {
  const { isBusy, failure, pay } = usePayNow(order.id);
  const [isCancelling, setCancelling] = useState(false);
  const until = payableUntil(order);
  const number = order.order_id;
  const cancelled = async () => {
    await mutate(isOrdersKey);
    showToast(t("shop.orders.unpaid.cancelled", { number }));
  };
  return (
    <div className="unprinted stack">
      {/* A declined card stays on the gateway's page: the shopper reads of it here again. */}
      {order.was_declined ? (
        <Notice tone="warning">{t("shop.orders.unpaid.declined")}</Notice>
      ) : null}
      {until === null ? null : (
        <p className="soft">
          {t("shop.orders.unpaid.until", { until: formatDateTime(until.toISOString()) })}
        </p>
      )}
      <div className={`cluster ${styles.ways}`}>
        <Button variant="primary" busy={isBusy} onClick={pay}>
          {t("shop.orders.pay_now")}
        </Button>
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {t("shop.orders.unpaid.cancel")}
        </Button>
      </div>
      <FailureNotice error={failure} />
      {isCancelling ? (
        <TaskDialog
          title={t("shop.orders.unpaid.confirm_title", { number })}
          cancel={t("shop.orders.unpaid.keep")}
          action={t("shop.orders.unpaid.confirm")}
          variant="danger"
          onClose={() => setCancelling(false)}
          onDo={async () => {
            await cancelOrder(order.id);
            await (onCancelled ?? cancelled)();
          }}
        >
          <p>{t("shop.orders.unpaid.confirm_text")}</p>
          <p>{consequence ?? t("shop.orders.unpaid.cart_stays")}</p>
        </TaskDialog>
      ) : null}
    </div>
  );
}

interface UnpaidOrderDialogProps extends UnpaidProps {
  closeLabel: string;
  onClose: () => void;
  /** It is in the way because it holds the same lines, not because it holds a sample set. */
  holdsLines?: boolean;
}

export function UnpaidOrderDialog(props: UnpaidOrderDialogProps) {
  const { closeLabel, holdsLines = false, onClose, ...unpaid } = props;
  const which = holdsLines ? "lines_" : "";
  return (
    <Dialog
      onClose={onClose}
      title={t("shop.orders.unpaid.title")}
      closeLabel={closeLabel}
      actions={
        <>
          <Button onClick={onClose}>{closeLabel}</Button>
          <LinkButton href={paths.orders()}>{t("shop.checkout.blocked.to_orders")}</LinkButton>
        </>
      }
    >
      <div className="stack">
        <p>{t(`shop.orders.unpaid.${which}text`, { number: unpaid.order.order_id })}</p>
        <OrderLines order={unpaid.order} />
        <p>{t(`shop.orders.unpaid.${which}choice`)}</p>
        <Unpaid {...unpaid} />
      </div>
    </Dialog>
  );
}
