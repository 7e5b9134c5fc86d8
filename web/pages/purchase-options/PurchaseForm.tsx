import { useCallback, useState } from "react";
import type { ShopConfig } from "#contract/config";
import type { FinishedKind } from "#contract/item-kind";
import * as pricing from "#contract/pricing";
import type { AddonCategory, PricingTier } from "#contract/product";
import { formatMoney, formatNumber, plural, t } from "../../i18n/translate.ts";
import { useProductNotes } from "../../api/products.ts";
import { formatList } from "../../i18n/dates.ts";
import { NotePyramid } from "../../scent/NotePyramid.tsx";
import { classNames } from "../../ui/class-names.ts";
import { Notice } from "../../ui/Notice.tsx";
import { OptionTabs, useLeadingOn } from "./OptionTabs.tsx";
import styles from "./purchase.module.css";
import { PriceBreakdown } from "../../purchase/PriceBreakdown.tsx";
import { QuantityStepper } from "../../purchase/QuantityStepper.tsx";
import { Showcase } from "./Showcase.tsx";
import { FailureOutcome, Outcome } from "../../feedback/FailureNotice.tsx";
import { Button } from "../../ui/Button.tsx";
import { ImportantNotices } from "../../purchase/ImportantNotices.tsx";
import { isBuyable, priceSoFar } from "../../purchase/price.ts";
import { nextToChoose, takeLabelText, useSelection } from "./selection.ts";
import { usePurchase } from "../../purchase/use-purchase.ts";
import { labelTextMaxWeight } from "#contract/limits";
import { TextField } from "../../ui/TextField.tsx";

function LabelTextField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  // Text that an input method is still composing must not be cut.
  const [composed, setComposed] = useState<string | null>(null);
  const weight = pricing.labelWeight(value);
  const isNearlyFull = weight > labelTextMaxWeight * 0.8;
  return (
    <div className={styles.labelText}>
      <TextField
        label={t("shop.purchase.label_text")}
        name="label_text"
        hint={t("shop.purchase.label_hint")}
        autoComplete="off"
        value={composed ?? value}
        onChange={(event) =>
          composed === null
            ? onChange(takeLabelText(value, event.target.value))
            : setComposed(event.target.value)
        }
        onCompositionStart={() => setComposed(value)}
        onCompositionEnd={(event: { currentTarget: { value: string } }) => {
          setComposed(null);
          onChange(takeLabelText(value, event.currentTarget.value));
        }}
      />
      <p className={classNames("soft", isNearlyFull && styles.nearlyFull)}>
        {t("shop.purchase.label_weight", { weight, max: labelTextMaxWeight })}
      </p>
    </div>
  );
}

export interface Purchase {
  productId: string | null;
  productNumber: string;
  /** Its own or, without one, its number. */
  name: string;
  kind: FinishedKind;
  options: pricing.Options;
  tiers: PricingTier[];
  config: ShopConfig;
}

export function PurchaseForm(props: Purchase) {
  const { productId, productNumber, kind, options, tiers, config } = props;
  const { selection, dropped, chooseItem, change } = useSelection(options, kind);
  const { data: notes } = useProductNotes(productId);
  const [openTab, setOpenTab] = useState<string | null>(null);
  const [isTotalSeen, watchTotal] = useSight();
  const leading = useLeadingOn(setOpenTab);
  const { itemIds, quantity } = selection;
  const { label_category_id: labels } = config;
  const hasLabelText = pricing.takesLabelText(options.categories, labels, itemIds);
  const labelText = hasLabelText ? selection.labelText : "";
  const shown = pricing.visibleOptions(options, itemIds);
  const category = shown.find(({ id }) => id === openTab) ?? shown[0];
  const next = nextToChoose(options, itemIds, category?.id ?? "");
  const asksForWords = hasLabelText && category?.id === labels;
  const mostTwd = config.payable_twd.max;
  const wish = { ...options, kind, quantity, tiers, addonItemIds: itemIds, mostTwd };

  const price = priceSoFar(wish);
  const sum = typeof price === "string" ? "" : formatMoney(price.totalTwd);
  const total = next === undefined ? sum : t("shop.purchase.from", { price: sum });

  return (
    <div className={styles.form}>
      <div className={styles.columns}>
        <div className={styles.showcase}>
          <Showcase {...props} {...{ notes, itemIds, labelText }} isClose={asksForWords} />
        </div>
        <div className={styles.choices}>
          {category ? (
            <OptionTabs {...props} {...{ category, itemIds, leading, notes }} onChoose={chooseItem}>
              {asksForWords ? (
                <LabelTextField
                  value={selection.labelText}
                  onChange={(text) => change({ labelText: text })}
                />
              ) : null}
            </OptionTabs>
          ) : null}
          <Dropped options={options} itemIds={dropped} />
        </div>
      </div>
      <div className={styles.sums}>
        <QuantityStepper
          kind={kind}
          quantity={quantity}
          way="page"
          onChange={(wanted) => change({ quantity: wanted })}
        />
        <section className={`stack ${styles.price}`}>
          <PriceBreakdown wish={wish} total={total} />
          <span ref={watchTotal} className={styles.end} />
        </section>
        {notes === undefined ? null : (
          <section aria-label={t("shop.purchase.scent")}>
            <NotePyramid notes={notes} />
          </section>
        )}
      </div>
      <BuyBox
        wish={wish}
        total={total}
        isTotalSeen={isTotalSeen}
        productId={productId ?? productNumber}
        labelText={labelText}
        next={next}
        onNext={(categoryId) => leading.leadTo(categoryId, 0)}
      />
    </div>
  );
}

/** Names what the last choice removed, in a live region that stays. */
function Dropped({ options, itemIds }: { options: pricing.Options; itemIds: string[] }) {
  const items = options.categories.flatMap((category) => category.items);
  const names = items.filter(({ id }) => itemIds.includes(id)).map(({ name }) => name);
  return (
    <div role="status" className={styles.dropped}>
      {itemIds.length > 0 ? (
        <Notice tone="info">{t("shop.purchase.dropped", { names: formatList(names) })}</Notice>
      ) : null}
    </div>
  );
}

/** Of the window, without the header, the picture pinned below it and the bar at its end. */
const whole = { rootMargin: "-170px 0px -72px", threshold: 1 };

function useSight() {
  const [isSeen, setSeen] = useState(false);
  const watch = useCallback((element: Element | null) => {
    if (element === null) return;
    const look = (all: IntersectionObserverEntry[]) => setSeen(all.at(-1)?.isIntersecting ?? false);
    const observer = new IntersectionObserver(look, whole);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isSeen, watch] as const;
}

interface BuyBoxProps {
  wish: pricing.FinishedProduct;
  total: string;
  isTotalSeen: boolean;
  productId: string;
  labelText: string;
  next: AddonCategory | undefined;
  onNext: (categoryId: string) => void;
}

function BuyBox({ wish, total, isTotalSeen, productId, labelText, next, onNext }: BuyBoxProps) {
  const [hasConsented, setConsented] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const purchase = usePurchase();
  const price = priceSoFar(wish);

  const buy = () => {
    setRefusals(hasConsented ? 0 : refusals + 1);
    if (hasConsented) purchase.buy({ ...wish, productId, labelText });
  };

  return (
    <>
      <div className={`stack ${styles.terms}`}>
        <ImportantNotices
          hasConsented={hasConsented}
          onConsent={(isTicked) => {
            setConsented(isTicked);
            if (isTicked) setRefusals(0);
          }}
        />
        {refusals > 0 ? (
          <Outcome key={refusals}>
            <Notice tone="danger">{t("shop.purchase.consent_first")}</Notice>
          </Outcome>
        ) : null}
        <FailureOutcome title={t("shop.purchase.buy_failed")} error={purchase.failure} />
      </div>
      <div className={styles.bar}>
        <p className={styles.sum} data-elsewhere={isTotalSeen || undefined}>
          {typeof price === "string" ? null : (
            <>
              <span className="visually-hidden">{t("shop.purchase.total")}</span>
              <strong className="figure lesser">{total}</strong>
              <span className="soft">
                {t("shop.purchase.each", {
                  count: formatNumber(wish.quantity),
                  unit: plural(`shop.purchase.units.${wish.kind}`, wish.quantity),
                  price: formatMoney(price.unitPriceTwd),
                })}
              </span>
            </>
          )}
        </p>
        {next === undefined ? (
          <Button
            variant="primary"
            busy={purchase.isBusy}
            disabled={!isBuyable(wish)}
            onClick={buy}
          >
            {t("shop.purchase.buy")}
          </Button>
        ) : (
          <Button variant="primary" onClick={() => onNext(next.id)}>
            {t("shop.purchase.next", { name: next.name })}
          </Button>
        )}
      </div>
    </>
  );
}
