import { t } from "../../i18n/translate.ts";
import fold from "../../ui/fold.module.css";
import styles from "./checkout.module.css";

/** ECPay's published test data (developers.ecpay.com.tw, page 2856). */
const testCards = ["4311-9522-2222-2222", "4311-9511-1111-1111"];
const merchant = {
  console: "https://vendor-stage.ecpay.com.tw",
  login: "stagetest3 / test1234",
  taxId: "00000000",
};

export default function TestCardHelp({ isStage }: { isStage: boolean }) {
  return (
    <details className={`${fold.fold} ${fold.line} ${styles.testCards}`}>
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
        <dt>{t("shop.checkout.test.merchant")}</dt>
        {isStage ? (
          <dd>
            <a href={merchant.console} target="_blank" rel="noreferrer">
              {new URL(merchant.console).host}
            </a>{" "}
            {merchant.login} · {merchant.taxId}
          </dd>
        ) : (
          <dd>
            <a href="/local/ecpay/" target="_blank" rel="noreferrer">
              {t("shop.checkout.test.merchant_local")}
            </a>
          </dd>
        )}
      </dl>
    </details>
  );
}
