import { useEffect, useRef } from "react";
import type { Layers } from "#contract/product";
import { formatNumber, t } from "../../i18n/translate.ts";
import { lookOf, sizesOf } from "../../purchase/appearance.ts";
import bottle from "../../scent/bottle.module.css";
import { BottlePreview } from "../../scent/BottlePreview.tsx";
import { Flask } from "../../scent/Flask.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { cutOf } from "../../scent/vessel.ts";
import { classNames } from "../../ui/class-names.ts";
import type { Purchase } from "./PurchaseForm.tsx";
import styles from "./purchase.module.css";

interface ShowcaseProps extends Purchase {
  notes: Layers | undefined;
  itemIds: readonly string[];
  labelText: string;
}

/** On a phone it stays, and shrinks to a strip by as much as was scrolled under it. */
export function Showcase(props: ShowcaseProps) {
  const { productId, notes, options, config, itemIds, labelText } = props;
  const look = lookOf(options, config, itemIds);
  const sizes = sizesOf(options, config.bottle_items);
  const pinned = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const follow = () => {
      const above = -(top.current?.getBoundingClientRect().top ?? 0);
      pinned.current?.style.setProperty("--above", `${above}px`);
    };
    window.addEventListener("scroll", follow, { passive: true });
    return () => window.removeEventListener("scroll", follow);
  }, []);
  return (
    <>
      <span ref={top} className={styles.top} />
      <div ref={pinned} className={styles.pinned}>
        <div className={`sheet ${styles.preview}`}>
          <div className={classNames(styles.stage, !look.hasOwnFlask && styles.slab)}>
            {productId !== null && notes !== undefined && hasNotes(notes) ? (
              <LazyPortrait
                productId={productId}
                notes={notes}
                size="hero"
                className={styles.backdrop}
              />
            ) : null}
            <BottlePreview
              look={look}
              notes={notes}
              labelText={labelText}
              title={t("shop.purchase.preview")}
            />
          </div>
          {/* The tabs say the same to screen readers. */}
          <ul className={styles.sizes} aria-hidden="true">
            {sizes.map(({ id, name, vessel, scale, millilitres }) => (
              <li key={id} data-chosen={itemIds.includes(id) || undefined}>
                <svg viewBox={cutOf(vessel, scale)} className={bottle.bottle} focusable="false">
                  <Flask
                    {...{ vessel, scale, notes }}
                    strength={itemIds.includes(id) ? look.strength : 0}
                    isSmall
                  />
                </svg>
                {sizes.some((other) => other.id !== id && other.millilitres === millilitres)
                  ? name
                  : t("shop.purchase.millilitres", { count: formatNumber(millilitres) })}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  );
}
