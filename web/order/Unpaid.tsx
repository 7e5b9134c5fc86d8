import { useState } from "react";
import { useSWRConfig } from "swr";
import { payableUntil, type Order } from "#contract/order";
import { t } from "../i18n/translate.ts";
import { cancelOrder } from "../api/order-changes.ts";
import { isOrdersKey } from "../api/orders.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { TaskDialog } from "../feedback/TaskDialog.tsx";
import { formatDateTime } from "../i18n/dates.ts";
import { linesOfOrder } from "../line/line.ts";
import { usePayNow } from "../payment/pay.tsx";
import { showToast } from "../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { late } from "../ui/late.tsx";
import { Notice } from "../ui/Notice.tsx";
import styles from "./OrderSheet.module.css";

/** The quiz, which this may stand before, has no other line. */
const Lines = late(async () => ({ default: (await import("../line/Line.tsx")).Lines }));

/** What can be done with an order that waits for payment, and until when. */
export function Unpaid({ order }: { order: Order }) {
  const { mutate } = useSWRConfig();
  const paying = usePayNow(order.id);
  const [isCancelling, setCancelling] = useState(false);
  const until = payableUntil(order);
  const cancelled = async () => {
    await mutate(isOrdersKey);
    showToast(t("shop.orders.unpaid.cancelled", { number: order.order_id }));
  };
  return (
    <div className="unprinted stack">
      {order.was_declined ? <Declined /> : null}
      {until === null ? null : (
        <p className="soft">
          {t("shop.orders.unpaid.until", { until: formatDateTime(until.toISOString()) })}
        </p>
      )}
      <div className={`cluster ${styles.ways}`}>
        <Button variant="primary" busy={paying.isBusy} onClick={paying.pay}>
          {t("shop.orders.pay_now")}
        </Button>
        <Button variant="quiet" onClick={() => setCancelling(true)}>
          {t("shop.orders.unpaid.cancel")}
        </Button>
      </div>
      <FailureNotice error={paying.failure} />
      {isCancelling ? (
        <CancelOrderDialog
          order={order}
          consequence={t("shop.orders.unpaid.cart_stays")}
          onClose={() => setCancelling(false)}
          onCancelled={cancelled}
        />
      ) : null}
    </div>
  );
}

/** A declined card stays on the gateway's page: the shopper reads of it here again. */
function Declined() {
  return <Notice tone="warning">{t("shop.orders.unpaid.declined")}</Notice>;
}

interface CancelOrderDialogProps {
  order: Order;
  /** What becomes of the cart when the order is cancelled. */
  consequence: string;
  onClose: () => void;
  /** The order is cancelled; the dialog stays until what follows is done. */
  onCancelled: () => Promise<void>;
}

/** Asks once more, since a cancelled order does not come back. */
function CancelOrderDialog({ order, consequence, onClose, onCancelled }: CancelOrderDialogProps) {
  return (
    <TaskDialog
      title={t("shop.orders.unpaid.confirm_title", { number: order.order_id })}
      cancel={t("shop.orders.unpaid.keep")}
      action={t("shop.orders.unpaid.confirm")}
      variant="danger"
      onClose={onClose}
      onDo={async () => {
        await cancelOrder(order.id);
        await onCancelled();
      }}
    >
      <p>{t("shop.orders.unpaid.confirm_text")}</p>
      <p>{consequence}</p>
    </TaskDialog>
  );
}

interface UnpaidOrderDialogProps extends CancelOrderDialogProps {
  closeLabel: string;
  /** It is in the way because it holds the same lines, not because it holds a sample set. */
  holdsLines?: boolean;
}

/** Stands in the way of a second order: it can be paid here, or cancelled. */
export function UnpaidOrderDialog(props: UnpaidOrderDialogProps) {
  const { order, closeLabel, holdsLines = false, onClose } = props;
  const paying = usePayNow(order.id);
  const [isCancelling, setCancelling] = useState(false);
  const number = order.order_id;
  const until = payableUntil(order);
  const which = holdsLines ? "lines_" : "";
  if (isCancelling) return <CancelOrderDialog {...props} onClose={() => setCancelling(false)} />;
  return (
    <Dialog
      onClose={onClose}
      title={t("shop.orders.unpaid.title")}
      closeLabel={closeLabel}
      actions={
        <>
          <Button onClick={onClose}>{closeLabel}</Button>
          <Button onClick={() => setCancelling(true)}>{t("shop.orders.unpaid.cancel")}</Button>
          <Button variant="primary" busy={paying.isBusy} onClick={paying.pay}>
            {t("shop.orders.pay_now")}
          </Button>
        </>
      }
    >
      {order.was_declined ? <Declined /> : null}
      <p>
        {until === null
          ? t(`shop.orders.unpaid.${which}text`, { number })
          : t(`shop.orders.unpaid.${which}text_until`, {
              number,
              until: formatDateTime(until.toISOString()),
            })}
      </p>
      <Lines of={linesOfOrder(order)} />
      <p>{t(`shop.orders.unpaid.${which}choice`)}</p>
      <FailureNotice error={paying.failure} />
    </Dialog>
  );
}
