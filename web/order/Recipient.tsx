import type { Order } from "#contract/order";
import { useI18n } from "../i18n/translate.ts";
import styles from "./recipient.module.css";

export function Recipient({ order }: { order: Order }) {
  const { t } = useI18n();
  return (
    <p className={styles.recipient}>
      {t("shop.orders.recipient", { name: order.customer_name, email: order.customer_email })}
      <span className={styles.phone}>{order.customer_phone}</span>
      <span className={styles.soft}>{order.customer_address}</span>
      {order.customer_note === undefined ? null : (
        <span className={styles.soft}>{t("shop.orders.note", { note: order.customer_note })}</span>
      )}
    </p>
  );
}
