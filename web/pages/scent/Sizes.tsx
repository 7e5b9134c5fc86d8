import type { FinishedKind } from "#contract/item-kind";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import type { ProductNotes } from "#contract/product";
import type { ScentSizes } from "#contract/scent";
import { plural, t } from "../../i18n/translate.ts";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import styles from "./scent-page.module.css";
import type { ReactNode } from "react";
import bottle from "../../scent/bottle.module.css";
import { Flask, tintOf } from "../../scent/Flask.tsx";
import { cutOf, jar, toOneScale } from "../../scent/vessel.ts";

/** What this scent is sold in, and for how much: samples first, which everybody can have. */
export function Sizes({ notes, sizes }: { notes: ProductNotes; sizes: ScentSizes | null }) {
  const price = formatMoney(setPriceTwd);
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
  const [first] = tiersOf(sizes, "finished_bottle");
  if (first === undefined) return null;
  return toOneScale(sizes.bottles).map(({ name, vessel, scale, extra_twd: extra }) => (
    <li key={name}>
      <Drawing viewBox={cutOf(vessel, scale)}>
        <Flask vessel={vessel} scale={scale} strength={0.6} notes={notes} />
      </Drawing>
      <strong>{name}</strong>
      <span>
        {t("shop.scent_page.sizes.each", {
          count: formatNumber(first.mini_buy_amount),
          total: formatMoney((first.unit_price + extra) * first.mini_buy_amount),
          price: formatMoney(first.unit_price + extra),
        })}
      </span>
    </li>
  ));
}

const tiersOf = (sizes: ScentSizes, kind: FinishedKind) =>
  sizes.prices.find((price) => price.kind === kind)?.tiers ?? [];

/** From how many, and what one costs then. */
function Conditions({ sizes }: { sizes: ScentSizes }) {
  return (
    <>
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
    </>
  );
}

/** As high as the bottles are, and to their scale. */
function Drawing({ viewBox, children }: { viewBox: string; children: ReactNode }) {
  return (
    <svg
      viewBox={viewBox}
      className={`${bottle.bottle} ${styles.drawing}`}
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

function Papers({ notes }: { notes: ProductNotes }) {
  return (
    <Drawing viewBox="0 0 240 320">
      {[-2, -1, 1, 2, 0].map((place) => (
        <g key={place} transform={`rotate(${place * 10} 120 350)`}>
          <path d="M109 303V52q11-9 22 0v251z" className={styles.paper} />
          {/* The first of the set is this scent. */}
          {place === 0 ? (
            <path d="M109 118V52q11-9 22 0v60q-10 9-22 6z" fill={tintOf(notes, 0.6, 0)} />
          ) : null}
        </g>
      ))}
    </Drawing>
  );
}

function Jars({ notes }: { notes: ProductNotes }) {
  return (
    <Drawing viewBox="0 0 240 320">
      {[-66, 66, 0].map((x) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <Flask vessel={jar} scale={2.3} strength={x === 0 ? 0.6 : 0} notes={notes} />
        </g>
      ))}
    </Drawing>
  );
}
