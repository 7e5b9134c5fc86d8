import { useI18n } from "../i18n/translate.ts";
import styles from "./pay-securely.module.css";

/** Beside a button that leads to the cashier. */
export function PaySecurely() {
  const { t } = useI18n();
  return (
    <p className={styles.secure}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className={styles.lock}>
        <path d="M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5" />
      </svg>
      {t("shop.checkout.secure")}
    </p>
  );
}
