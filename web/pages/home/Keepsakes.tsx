import { setPriceTwd } from "#contract/money";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import styles from "./keepsakes.module.css";

const tips = ["citrus", "floral", "tea", "aquatic", "woody"] as const;

export function Keepsakes() {
  const { locale, t } = useI18n();
  return (
    <div className={styles.pair}>
      <article className={styles.one}>
        <svg viewBox="0 0 240 150" className={styles.drawing} aria-hidden="true" focusable="false">
          {tips.map((family, index) => (
            <g key={family} transform={`rotate(${(index - 2) * 7} 120 330)`}>
              <path d="M113 180V31q7-9 14 0v149z" className={styles.paper} />
              <path
                d="M113 70V31q7-9 14 0v34q-5 9-14 5z"
                fill={`var(--family-${family})`}
                opacity=".8"
              />
            </g>
          ))}
        </svg>
        <h3>{t("shop.home.keepsakes.sample.title")}</h3>
        <p>{t("shop.home.keepsakes.sample.text", { price: formatMoney(locale, setPriceTwd) })}</p>
      </article>
      <article className={styles.one}>
        <svg viewBox="0 0 240 150" className={styles.drawing} aria-hidden="true" focusable="false">
          <path d="M78 56q0-6 6-6h72q6 0 6 6v86q0 4-4 4H82q-4 0-4-4z" className={styles.paper} />
          <path
            d="M82 76q19-7 38 0t38 0v62q0 4-4 4H86q-4 0-4-4z"
            fill="var(--family-resinous)"
            opacity=".6"
          />
          <path d="M107 14h26v24h-26zM112 38h16v12h-16z" className={styles.cap} />
          <path d="M96 90h48v34H96z" className={styles.paper} />
          <path d="M104 103h32M104 112h20" className={styles.line} />
        </svg>
        <h3>{t("shop.home.keepsakes.bottle.title")}</h3>
        <p>{t("shop.home.keepsakes.bottle.text")}</p>
      </article>
    </div>
  );
}
