import { useState } from "react";
import type { FinishedKind } from "#contract/item-kind";
import { takesLabelText, visibleOptions, type Options } from "#contract/pricing";
import type { PricingTier } from "#contract/product";
import { useProductNotes } from "../../api/products.ts";
import { formatList } from "../../i18n/dates.ts";
import { useI18n } from "../../i18n/translate.ts";
import { BottlePreview } from "../../scent/BottlePreview.tsx";
import { LazyPortrait } from "../../scent/ProductPortrait.tsx";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { hasNotes } from "../../scent/painted-notes.ts";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/Notice.tsx";
import { lookOf, sizesOf, type PictureKnowledge } from "../../purchase/appearance.ts";
import { BuyBox } from "./BuyBox.tsx";
import { LabelTextField } from "./LabelTextField.tsx";
import { OptionTabs } from "./OptionTabs.tsx";
import styles from "./purchase.module.css";
import { PriceBreakdown } from "../../purchase/PriceBreakdown.tsx";
import { QuantityStepper } from "../../purchase/QuantityStepper.tsx";
import { SizeRow } from "./SizeRow.tsx";
import { useSelection } from "./use-selection.ts";

interface PurchaseFormProps {
  /** Null when the URL has only the number. */
  productId: string | null;
  productNumber: string;
  kind: FinishedKind;
  options: Options;
  tiers: PricingTier[];
  pictures: PictureKnowledge;
  mostTwd: number;
}

export function PurchaseForm({
  productId,
  productNumber,
  kind,
  options,
  tiers,
  pictures,
  mostTwd,
}: PurchaseFormProps) {
  const { t } = useI18n();
  const { selection, dropped, chooseItem, change } = useSelection(options, kind);
  const { data: notes } = useProductNotes(productId);
  const [openTab, setOpenTab] = useState<string | null>(null);
  const { itemIds, quantity } = selection;
  const hasLabelText = takesLabelText(options.categories, pictures.labelCategoryId, itemIds);
  const labelText = hasLabelText ? selection.labelText : "";
  const shown = visibleOptions(options, itemIds);
  const category = shown.find(({ id }) => id === openTab) ?? shown[0];
  const look = lookOf(options, pictures, itemIds);
  const wish = { ...options, kind, quantity, tiers, addonItemIds: itemIds, mostTwd };

  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        <div className={styles.showcase}>
          <div className={styles.preview}>
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
            <SizeRow
              sizes={sizesOf(options, pictures.bottleItems)}
              itemIds={itemIds}
              strength={look.strength}
              notes={notes}
            />
          </div>
          {notes === undefined ? null : (
            <section className={styles.scent} aria-label={t("shop.purchase.scent")}>
              <NotePyramid notes={notes} />
            </section>
          )}
        </div>
        <div className={styles.choices}>
          {category ? (
            <OptionTabs
              options={options}
              category={category}
              itemIds={itemIds}
              onOpen={setOpenTab}
              onChoose={chooseItem}
              pictures={pictures}
              notes={notes}
            >
              {hasLabelText && category.id === pictures.labelCategoryId ? (
                <LabelTextField
                  value={selection.labelText}
                  onChange={(text) => change({ labelText: text })}
                />
              ) : null}
            </OptionTabs>
          ) : null}
          <Dropped options={options} itemIds={dropped} />
          <QuantityStepper
            kind={kind}
            way="page"
            quantity={quantity}
            onChange={(next) => change({ quantity: next })}
          />
          <section className={styles.price}>
            <PriceBreakdown wish={wish} />
          </section>
          <BuyBox wish={wish} productId={productId ?? productNumber} labelText={labelText} />
        </div>
      </div>
    </div>
  );
}

/** Names what the last choice removed. The live region stays, so that a screen reader reads every change. */
function Dropped({ options, itemIds }: { options: Options; itemIds: readonly string[] }) {
  const { locale, t } = useI18n();
  const items = options.categories.flatMap((category) => category.items);
  const names = items.filter(({ id }) => itemIds.includes(id)).map(({ name }) => name);
  return (
    <div role="status" className={styles.dropped}>
      {itemIds.length > 0 ? (
        <Notice tone="info">
          {t("shop.purchase.dropped", { names: formatList(locale, names) })}
        </Notice>
      ) : null}
    </div>
  );
}
