import { useState } from "react";
import type { Order } from "#contract/order";
import { cancelOrder } from "../api/order-changes.ts";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { useI18n } from "../i18n/translate.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";

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
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function cancel() {
    setBusy(true);
    setFailure(null);
    try {
      await cancelOrder(order.id);
      await onCancelled();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("shop.orders.unpaid.confirm_title", { number: order.order_id })}
      closeLabel={t("shop.orders.unpaid.keep")}
      actions={
        <>
          <Button onClick={onClose}>{t("shop.orders.unpaid.keep")}</Button>
          <Button variant="danger" busy={isBusy} onClick={() => void cancel()}>
            {t("shop.orders.unpaid.confirm")}
          </Button>
        </>
      }
    >
      <p>{t("shop.orders.unpaid.confirm_text")}</p>
      <p>{consequence}</p>
      {failure === null ? null : <FailureNotice error={failure} />}
    </Dialog>
  );
}
