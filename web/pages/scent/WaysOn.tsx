import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import type { Scent } from "#contract/scent";
import { formatMoney } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import { paths } from "../../paths.ts";
import { useOrderWay } from "./use-order-way.ts";
import styles from "./scent-page.module.css";

/** To a sample set that holds this scent, and to ordering it finished for members who may. */
export function WaysOn({ id, scent }: { id: string; scent: Scent }) {
  const { locale, t } = useI18n();
  const order = useOrderWay(id, scent);
  return (
    <div className={styles.ways}>
      <p className={styles.buttons}>
        <LinkButton variant="primary" href={paths.fragranceQuiz({ locale, selectedProduct: id })}>
          {t("shop.scent_page.sample")}
        </LinkButton>
        {order === null ? null : <LinkButton href={order}>{t("shop.scent_page.order")}</LinkButton>}
      </p>
      <p className={styles.hint}>
        {t("shop.scent_page.sample_hint", {
          papers: productsPerSet.SAMPLE_PAPER,
          jars: productsPerSet.JAR,
          price: formatMoney(locale, setPriceTwd),
        })}
      </p>
    </div>
  );
}
