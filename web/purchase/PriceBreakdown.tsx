import type { FinishedProduct } from "#contract/pricing";
import { formatMoney, formatNumber, plural, t } from "../i18n/translate.ts";
import { Amounts, type Row } from "../ui/Amounts.tsx";
import TooMuch from "../payment/TooMuch.tsx";
import { moreForBetterPrice, priceSoFar } from "./price.ts";
import styles from "./buying.module.css";

export function PriceBreakdown({ wish, total }: { wish: FinishedProduct; total: string }) {
  const price = priceSoFar(wish);
  if (price === "too_much") return <TooMuch />;
  if (typeof price === "string") return null;
  const quantity = `× ${plural(`shop.orders.amounts.${wish.kind}`, wish.quantity)}`;
  const unit = plural(`shop.purchase.units.${wish.kind}`, 1);
  const addons = price.chosen.map(({ name, price: extra }): Row => {
    return [name, extra === 0 ? t("shop.purchase.no_extra") : `+${formatMoney(extra)}`];
  });
  const noneYet: Row = [t("shop.purchase.addons", { unit }), t("shop.purchase.not_chosen")];
  return (
    <>
      <h2 className="lesser">{t("shop.purchase.price_title")}</h2>
      <Amounts
        rows={[
          [t("shop.purchase.base_price"), formatMoney(price.tier.unit_price)],
          ...(addons.length === 0 ? [noneYet] : addons),
          [t("shop.purchase.quantity"), quantity],
        ]}
        total={[t("shop.purchase.total"), total]}
      />
      <BetterPrice tiers={wish.tiers} quantity={wish.quantity} kind={wish.kind} />
    </>
  );
}

type BetterPriceProps = Pick<FinishedProduct, "tiers" | "quantity" | "kind">;

export function BetterPrice({ tiers, quantity, kind }: BetterPriceProps) {
  const more = moreForBetterPrice(tiers, quantity);
  if (more === null) return null;
  const params = {
    count: formatNumber(more),
    unit: plural(`shop.purchase.units.${kind}`, more),
  };
  return <p className={styles.hint}>{t("shop.purchase.buy_more", params)}</p>;
}
