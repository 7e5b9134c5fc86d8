import type { FinishedKind } from "#contract/item-kind";
import { productsPerSet } from "#contract/limits";
import { setPriceTwd } from "#contract/money";
import type { ProductNotes } from "#contract/product";
import type { ScentSizes } from "#contract/scent";
import { plural, t } from "../../i18n/translate.ts";
import { formatMoney, formatNumber } from "../../i18n/format.ts";
import { toOneScale } from "../../purchase/appearance.ts";
import styles from "./scent-page.module.css";
import { useId, type ReactNode } from "react";
import { Flask, Liquid } from "../../scent/Flask.tsx";
import type { PortraitNotes } from "../../scent/portrait.ts";

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
  return toOneScale(sizes.bottles).map(({ name, closure, scale, extra_twd: extra }) => (
    <li key={name}>
      <Drawing notes={notes} viewBox="0 57 240 250">
        {() => <Flask closure={closure} strength={0.78} notes={notes} scale={scale} />}
      </Drawing>
      <strong>{name}</strong>
      <span>
        {t("shop.scent_page.sizes.each", {
          price: formatMoney(first.unit_price + extra),
          from: formatNumber(first.mini_buy_amount),
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

interface DrawingProps {
  notes: PortraitNotes;
  viewBox?: string;
  children: (liquid: string) => ReactNode;
}

/** In the scent's own colours. Bottles are drawn to one scale, by what they hold. */
function Drawing({ notes, viewBox = "0 15 120 125", children }: DrawingProps) {
  const id = useId();
  return (
    <svg viewBox={viewBox} className={styles.drawing} aria-hidden="true" focusable="false">
      <Liquid id={id} notes={notes} />
      {children(`url(#${id})`)}
    </svg>
  );
}

function Papers({ notes }: Pick<DrawingProps, "notes">) {
  return (
    <Drawing notes={notes}>
      {(liquid) =>
        [-2, -1, 0, 1, 2].map((place) => (
          <g key={place} transform={`rotate(${place * 9} 60 168)`}>
            <path d="M54 138V44q6-8 12 0v94z" className={styles.paper} />
            {/* The first of the set is this scent. */}
            <path
              d="M54 70V44q6-8 12 0v22q-4 8-12 4z"
              fill={place === 0 ? liquid : "none"}
              className={styles.tip}
            />
          </g>
        ))
      }
    </Drawing>
  );
}

function Jars({ notes }: Pick<DrawingProps, "notes">) {
  return (
    <Drawing notes={notes}>
      {(liquid) =>
        [14, 78, 46].map((x, index) => (
          <g key={x}>
            <rect x={x + 3} y="92" width="22" height="9" rx="1.5" className={styles.cap} />
            <rect x={x} y="101" width="28" height="37" rx="4" className={styles.glass} />
            <rect
              x={x + 2.5}
              y="112"
              width="23"
              height="23.5"
              rx="2.5"
              fill={index === 2 ? liquid : "none"}
              className={styles.liquid}
            />
          </g>
        ))
      }
    </Drawing>
  );
}
