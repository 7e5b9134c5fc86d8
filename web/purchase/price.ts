import {
  priceFinishedProduct,
  tierOf,
  type FinishedPrice,
  type FinishedProduct,
  type PricingRefusal,
} from "#contract/pricing";
import type { PricingTier } from "#contract/product";

/** Leaves out categories that still wait for a choice. */
export function priceSoFar(wish: FinishedProduct): FinishedPrice | PricingRefusal {
  const chosen = wish.categories.filter((category) =>
    category.items.some((item) => wish.addonItemIds.includes(item.id)),
  );
  return priceFinishedProduct({ ...wish, categories: chosen, rules: [] });
}

export function isBuyable(wish: FinishedProduct, missing: number): boolean {
  return missing === 0 && typeof priceFinishedProduct(wish) !== "string";
}

/** Null when there is no next tier. */
export function moreForBetterPrice(tiers: readonly PricingTier[], quantity: number): number | null {
  const current = tierOf(tiers, quantity);
  if (current === null || tiers.length < 2) return null;
  const ordered = tiers.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount);
  const next = ordered.find(
    (tier) => tier.mini_buy_amount > Math.max(quantity, current.mini_buy_amount),
  );
  return next === undefined ? null : next.mini_buy_amount - quantity;
}
