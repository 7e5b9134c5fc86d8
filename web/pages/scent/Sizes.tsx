import type { FinishedKind } from "#contract/item-kind";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import type { ProductNotes } from "#contract/product";
import type { ScentSizes } from "#contract/scent";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/translate.ts";
import { toOneScale } from "../../purchase/appearance.ts";
import { Bottle, Jars, Papers } from "./SizeDrawing.tsx";
import styles from "./scent-page.module.css";

interface SizesProps {
  notes: ProductNotes;
  sizes: ScentSizes | null;
}

/** What this scent is sold in, and for how much: samples first, which everybody can have. */
export function Sizes({ notes, sizes }: SizesProps) {
  const { locale, t } = useI18n();
  const price = formatMoney(locale, setPriceTwd);
  return (
    <section className={styles.sizes}>
      <h2>{t("shop.scent_page.sizes.title")}</h2>
      <ul className={styles.shelf}>
        <li>
          <Papers notes={notes} />
          <strong>
            {t("shop.scent_page.sizes.papers", { count: productsPerSet.SAMPLE_PAPER })}
          </strong>
          <span>{price}</span>
        </li>
        <li>
          <Jars notes={notes} />
          <strong>{t("shop.scent_page.sizes.jars", { count: productsPerSet.JAR })}</strong>
          <span>{price}</span>
        </li>
        {sizes === null ? null : <Bottles notes={notes} sizes={sizes} />}
      </ul>
      {sizes === null ? null : <Conditions sizes={sizes} />}
    </section>
  );
}

function Bottles({ notes, sizes }: { notes: ProductNotes; sizes: ScentSizes }) {
  const { locale, t } = useI18n();
  const [first] = tiersOf(sizes, "finished_bottle");
  if (first === undefined) return null;
  return toOneScale(sizes.bottles).map(({ name, closure, scale, extra_twd: extra }) => (
    <li key={name}>
      <Bottle notes={notes} closure={closure} scale={scale} />
      <strong>{name}</strong>
      <span>
        {t("shop.scent_page.sizes.each", {
          price: formatMoney(locale, first.unit_price + extra),
        })}
      </span>
    </li>
  ));
}

const tiersOf = (sizes: ScentSizes, kind: FinishedKind) =>
  sizes.prices.find((price) => price.kind === kind)?.tiers ?? [];

/** From how many, and what one costs then. */
function Conditions({ sizes }: { sizes: ScentSizes }) {
  const { locale, t, plural } = useI18n();
  return (
    <>
      <p className={styles.hint}>{t("shop.scent_page.sizes.rule")}</p>
      <dl className={styles.prices}>
        {sizes.prices.map(({ kind, tiers }) => (
          <div key={kind}>
            <dt>{t(`shop.scent_page.sizes.kind.${kind}`)}</dt>
            {tiers.map(({ mini_buy_amount: amount, unit_price: price }) => (
              <dd key={amount}>
                <span>
                  {t("shop.purchase.tier_from", {
                    count: formatNumber(locale, amount),
                    unit: plural(`shop.purchase.units.${kind}`, amount),
                  })}
                </span>
                <span>{formatMoney(locale, price)}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </>
  );
}
