import { useI18n } from "../../i18n/translate.ts";
import styles from "./checkout.module.css";

/** ECPay's published test data; shown only where no real money moves. */
const testCards = ["4311-9522-2222-2222", "4311-9511-1111-1111"];

export function TestCardHelp() {
  const { t } = useI18n();
  return (
    <details className={styles.testCards}>
      <summary>{t("shop.checkout.test.title")}</summary>
      <p>{t("shop.checkout.test.text")}</p>
      <dl>
        <dt>{t("shop.checkout.test.card")}</dt>
        {testCards.map((card) => (
          <dd key={card}>{card}</dd>
        ))}
        <dt>{t("shop.checkout.test.expiry")}</dt>
        <dd>{t("shop.checkout.test.expiry_any")}</dd>
        <dt>{t("shop.checkout.test.code")}</dt>
        <dd>222 · 1234</dd>
      </dl>
    </details>
  );
}
