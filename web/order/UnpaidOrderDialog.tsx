import { useState } from "react";
import { payableUntil } from "#contract/order";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { formatDateTime } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import { usePayNow } from "../payment/use-pay-now.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import CancelOrderDialog, { type CancelOrderDialogProps } from "./CancelOrderDialog.tsx";

interface UnpaidOrderDialogProps extends CancelOrderDialogProps {
  closeLabel: string;
}

/** Stands in the way of a second sample set: the unpaid order can be paid here, or cancelled. */
export function UnpaidOrderDialog(props: UnpaidOrderDialogProps) {
  const [isCancelling, setCancelling] = useState(false);
  if (isCancelling) return <CancelOrderDialog {...props} onClose={() => setCancelling(false)} />;
  return <WaitingDialog {...props} onCancel={() => setCancelling(true)} />;
}

function WaitingDialog({
  order,
  closeLabel,
  onClose,
  onCancel,
}: UnpaidOrderDialogProps & { onCancel: () => void }) {
  const { locale, t } = useI18n();
  const paying = usePayNow(order.id);
  const number = order.order_id;
  const until = payableUntil(order);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("shop.orders.unpaid.title")}
      closeLabel={closeLabel}
      actions={
        <>
          <Button onClick={onClose}>{closeLabel}</Button>
          <Button onClick={onCancel}>{t("shop.orders.unpaid.cancel")}</Button>
          <Button variant="primary" busy={paying.isBusy} onClick={paying.pay}>
            {t("shop.orders.pay_now")}
          </Button>
        </>
      }
    >
      <p>
        {until === null
          ? t("shop.orders.unpaid.text", { number })
          : t("shop.orders.unpaid.text_until", {
              number,
              until: formatDateTime(locale, until.toISOString()),
            })}
      </p>
      <p>{t("shop.orders.unpaid.choice")}</p>
      {paying.failure === null ? null : <FailureNotice error={paying.failure} />}
    </Dialog>
  );
}
