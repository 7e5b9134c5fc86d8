import { useState } from "react";
import { payableUntil } from "#contract/order";
import { FailureNotice } from "../feedback/FailureNotice.tsx";
import { formatDateTime } from "../i18n/dates.ts";
import { useI18n } from "../i18n/translate.ts";
import { usePayNow } from "../payment/pay.ts";
import { ProductNames } from "../scent/ProductNames.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import CancelOrderDialog, { type CancelOrderDialogProps } from "./CancelOrderDialog.tsx";
import { Declined } from "./Unpaid.tsx";
import styles from "./UnpaidOrderDialog.module.css";

interface UnpaidOrderDialogProps extends CancelOrderDialogProps {
  closeLabel: string;
  /** Why it is in the way: it holds a sample set, or the same lines. */
  holds?: "sample" | "lines";
}

/** Stands in the way of a second sample set, or of a second order of the same lines: it can be paid here, or cancelled. */
export function UnpaidOrderDialog(props: UnpaidOrderDialogProps) {
  const [isCancelling, setCancelling] = useState(false);
  if (isCancelling) return <CancelOrderDialog {...props} onClose={() => setCancelling(false)} />;
  return <WaitingDialog {...props} onCancel={() => setCancelling(true)} />;
}

const textsOf = {
  sample: {
    text: "shop.orders.unpaid.text",
    text_until: "shop.orders.unpaid.text_until",
    choice: "shop.orders.unpaid.choice",
  },
  lines: {
    text: "shop.orders.unpaid.lines_text",
    text_until: "shop.orders.unpaid.lines_text_until",
    choice: "shop.orders.unpaid.lines_choice",
  },
} as const;

function WaitingDialog({
  order,
  closeLabel,
  holds = "sample",
  onClose,
  onCancel,
}: UnpaidOrderDialogProps & { onCancel: () => void }) {
  const { locale, t } = useI18n();
  const paying = usePayNow(order.id);
  const number = order.order_id;
  const until = payableUntil(order);
  const texts = textsOf[holds];
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
      {order.was_declined ? <Declined /> : null}
      <p>
        {until === null
          ? t(texts.text, { number })
          : t(texts.text_until, { number, until: formatDateTime(locale, until.toISOString()) })}
      </p>
      <ul className={styles.scents}>
        {order.order_items.map(({ id, product_ids, product_number }) => (
          <li key={id}>
            <ProductNames ids={[...new Set(product_ids)]} label={product_number || number} />
          </li>
        ))}
      </ul>
      <p>{t(texts.choice)}</p>
      {paying.failure === null ? null : <FailureNotice error={paying.failure} />}
    </Dialog>
  );
}
