import { priceFinishedProduct, tierOf, type FinishedProduct } from "#contract/pricing";
import type { PricingTier } from "#contract/product";

export function priceSoFar(wish: FinishedProduct) {
  const chosen = wish.categories.filter((category) =>
    category.items.some((item) => wish.addonItemIds.includes(item.id)),
  );
  return priceFinishedProduct({ ...wish, categories: chosen, rules: [] });
}

export const isBuyable = (wish: FinishedProduct) => typeof priceFinishedProduct(wish) !== "string";

export function moreForBetterPrice(tiers: readonly PricingTier[], quantity: number): number | null {
  const current = tierOf(tiers, quantity);
  const least = Math.max(quantity, current?.mini_buy_amount ?? 0);
  const next = tiers.map((tier) => tier.mini_buy_amount).filter((amount) => amount > least);
  return next.length === 0 ? null : Math.min(...next) - quantity;
}
