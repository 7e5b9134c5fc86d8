import { useEffect, useRef } from "react";
import type { Layers } from "#contract/product";
import { t } from "../../i18n/translate.ts";
import { lookOf } from "../../purchase/appearance.ts";
import { hasNotes } from "../../scent/painted-notes.ts";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { classNames } from "../../ui/class-names.ts";
import { late } from "../../ui/late.tsx";
import type { Purchase } from "./PurchaseForm.tsx";
import styles from "./purchase.module.css";

/** It may come after the page, which can be used without it. */
export const BottlePreview = late(() => import("../../scent/BottlePreview.tsx"));

interface ShowcaseProps extends Purchase {
  notes: Layers | undefined;
  itemIds: readonly string[];
  labelText: string;
  /** While words are written on it. */
  isClose: boolean;
}

/** On a phone it stays, and shrinks to a strip by as much as was scrolled under it. */
export function Showcase(props: ShowcaseProps) {
  const { productId, name, notes, options, config, itemIds, labelText, isClose } = props;
  const look = lookOf(options, config, itemIds);
  const portrait = productId !== null && notes && hasNotes(notes) && { productId, notes };
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
        <div
          className={classNames("sheet", styles.stage, !look.hasOwnFlask && styles.slab)}
          data-close={isClose || undefined}
          data-wrapped={look.layers.some(({ takesWords }) => !takesWords) || undefined}
        >
          {portrait && (
            <LazyPortrait {...portrait} size="hero" tintsPage className={styles.backdrop} />
          )}
          <BottlePreview
            look={look}
            notes={notes}
            labelText={labelText}
            name={name}
            title={t("shop.purchase.preview")}
          />
        </div>
      </div>
    </>
  );
}
