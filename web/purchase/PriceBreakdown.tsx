import type { FinishedKind } from "#contract/item-kind";
import type { FinishedProduct } from "#contract/pricing";
import type { PricingTier } from "#contract/product";
import { formatMoney, formatNumber } from "../i18n/format.ts";
import { useI18n } from "../i18n/translate.ts";
import TooMuch from "../payment/TooMuch.tsx";
import { moreForBetterPrice, priceSoFar } from "./price.ts";
import styles from "./PriceBreakdown.module.css";

export function PriceBreakdown({ wish }: { wish: FinishedProduct }) {
  const { locale, t, plural } = useI18n();
  const price = priceSoFar(wish);
  if (price === "too_much") return <TooMuch />;
  if (typeof price === "string") return null;
  const unit = plural(`shop.purchase.units.${wish.kind}`, wish.quantity);
  return (
    <>
      <h2 className="lesser">{t("shop.purchase.price_title")}</h2>
      <dl className={styles.price}>
        <Line
          name={t("shop.purchase.base_price")}
          value={formatMoney(locale, price.tier.unit_price)}
        />
        <Line
          name={t("shop.purchase.addons", { unit: plural(`shop.purchase.units.${wish.kind}`, 1) })}
          value={formatMoney(locale, price.addonsTwd)}
        />
        <Line
          name={t("shop.purchase.quantity")}
          value={`× ${formatNumber(locale, wish.quantity)} ${unit}`}
        />
        <Line name={t("shop.purchase.total")} value={formatMoney(locale, price.totalTwd)} isTotal />
      </dl>
      <BetterPrice tiers={wish.tiers} quantity={wish.quantity} kind={wish.kind} />
    </>
  );
}

function Line({
  name,
  value,
  isTotal = false,
}: {
  name: string;
  value: string;
  isTotal?: boolean;
}) {
  return (
    <div className={isTotal ? `spread ${styles.total}` : "spread"}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface BetterPriceProps {
  tiers: readonly PricingTier[];
  quantity: number;
  kind: FinishedKind;
}

export function BetterPrice({ tiers, quantity, kind }: BetterPriceProps) {
  const { locale, t, plural } = useI18n();
  const more = moreForBetterPrice(tiers, quantity);
  if (more === null) return null;
  const params = {
    count: formatNumber(locale, more),
    unit: plural(`shop.purchase.units.${kind}`, more),
  };
  return <p className={styles.hint}>{t("shop.purchase.buy_more", params)}</p>;
}
