import type { Order } from "#contract/order";
import { cancelOrder } from "../api/order-changes.ts";
import { TaskDialog } from "../feedback/TaskDialog.tsx";
import { useI18n } from "../i18n/translate.ts";

export interface CancelOrderDialogProps {
  order: Order;
  /** What becomes of the cart when the order is cancelled. */
  consequence: string;
  onClose: () => void;
  /** The order is cancelled; the dialog stays until what follows is done. */
  onCancelled: () => Promise<void>;
}

/** Asks once more, since a cancelled order does not come back. */
export default function CancelOrderDialog({
  order,
  consequence,
  onClose,
  onCancelled,
}: CancelOrderDialogProps) {
  const { t } = useI18n();
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
