import type { ReactNode } from "react";
import type { ProductNotes } from "#contract/product";
import { bottleTiersOf, type ScentSizes } from "#contract/scent";
import { formatMoney, formatNumber, plural, t } from "../../i18n/translate.ts";
import { LinkButton } from "../../navigation/LinkButton.tsx";
import styles from "./scent-page.module.css";
import { BottleRow } from "../../scent/Bottle.tsx";
import { SampleSet } from "../../scent/SampleSet.tsx";
import { scaleOf } from "../../scent/vessel.ts";
import fold from "../../ui/fold.module.css";

interface SizesProps {
  name: string;
  notes: ProductNotes;
  sizes: ScentSizes | null;
  sample: string;
  /** Null for everybody who has to smell it first. */
  order: ReactNode;
}

export function Sizes({ name, notes, sizes, sample, order }: SizesProps) {
  return (
    <section className={styles.sizes}>
      <h2>{t("shop.scent_page.sizes.title")}</h2>
      <SampleSet
        of={[undefined, undefined, notes, undefined, undefined]}
        action={
          <LinkButton variant="primary" href={sample}>
            {t("shop.scent_page.sizes.set")}
          </LinkButton>
        }
      />
      {sizes === null ? null : (
        <>
          <Bottles scent={name} notes={notes} sizes={sizes} />
          {order ?? <p className="soft">{t("shop.scent_page.sizes.after_sample")}</p>}
          <Conditions sizes={sizes} />
        </>
      )}
    </section>
  );
}

type BottlesProps = { scent: string; notes: ProductNotes; sizes: ScentSizes };

function Bottles({ scent, notes, sizes }: BottlesProps) {
  const [first] = bottleTiersOf(sizes);
  if (first === undefined) return null;
  return (
    <ul className={styles.shelf}>
      {sizes.bottles.map(({ name, extra_twd: extra, ...size }) => (
        <li key={name}>
          <BottleRow
            of={[{ ...size, notes, name: scent }]}
            scale={scaleOf(sizes.bottles)}
            className={styles.drawing}
          />
          <h3>{name}</h3>
          <p>
            {t("shop.scent_page.sizes.least", {
              count: formatNumber(first.mini_buy_amount),
              total: formatMoney((first.unit_price + extra) * first.mini_buy_amount),
            })}
          </p>
          <p className="soft">
            {t("shop.scent_page.sizes.each", { price: formatMoney(first.unit_price + extra) })}
          </p>
        </li>
      ))}
    </ul>
  );
}

function Conditions({ sizes }: { sizes: ScentSizes }) {
  return (
    <details className={`${fold.fold} ${fold.line}`}>
      <summary>{t("shop.scent_page.sizes.more")}</summary>
      <p className={`soft ${styles.hint}`}>{t("shop.scent_page.sizes.rule")}</p>
      <dl className={styles.prices}>
        {sizes.prices.map(({ kind, tiers }) => (
          <div key={kind}>
            <dt>{t(`shop.scent_page.sizes.kind.${kind}`)}</dt>
            {tiers.map(({ mini_buy_amount: amount, unit_price: price }) => (
              <dd key={amount} className="spread">
                <span>
                  {t("shop.purchase.tier_from", {
                    count: formatNumber(amount),
                    unit: plural(`shop.purchase.units.${kind}`, amount),
                  })}
                </span>
                <span>{formatMoney(price)}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
