/** Prices of finished products and their options: the page shows them, the Worker charges them. */
import type { FinishedKind } from "./item-kind.ts";
import type { AddonCategory, DependencyRule, PricingTier } from "./product.ts";
import { labelTextMaxWeight } from "./limits.ts";
import { maxLineQuantity } from "./money.ts";

/** Minimum and step of the quantity, in packs, bottles or kg. */
export const quantityRules: Record<FinishedKind, { min: number; step: number }> = {
  finished_kg: { min: 1, step: 1 },
  finished_paper: { min: 5, step: 5 },
  finished_bottle: { min: 100, step: 100 },
};

/** `page`: with options. `modal`: the reorder dialog, without. */
export type PurchaseWay = "page" | "modal";

export function maxQuantity(kind: FinishedKind): number {
  const { step } = quantityRules[kind];
  return Math.floor(maxLineQuantity / step) * step;
}

/** In the dialog jars are only raised to the minimum; all else is rounded to its step as well. */
export function fitQuantity(kind: FinishedKind, way: PurchaseWay, wanted: number): number {
  const { min, step } = quantityRules[kind];
  if (Number.isNaN(wanted)) return min;
  const isOnlyFloored = way === "modal" && kind === "finished_bottle";
  const fitting = isOnlyFloored ? Math.floor(wanted) : Math.round(wanted / step) * step;
  return Math.min(maxQuantity(kind), Math.max(min, fitting));
}

export function isQuantityAllowed(kind: FinishedKind, way: PurchaseWay, quantity: number): boolean {
  return fitQuantity(kind, way, quantity) === quantity;
}

export function readQuantity(typed: string): number {
  const text = typed.normalize("NFKC").replaceAll(/[,\s]/g, "");
  return text === "" ? Number.NaN : Number(text);
}

/** The tier with the greatest `mini_buy_amount` that the quantity reaches, else the first tier. */
export function tierOf(tiers: readonly PricingTier[], quantity: number): PricingTier | null {
  const ordered = [...tiers].sort((a, b) => a.mini_buy_amount - b.mini_buy_amount);
  return ordered.findLast((tier) => tier.mini_buy_amount <= quantity) ?? ordered[0] ?? null;
}

export interface Options {
  categories: readonly AddonCategory[];
  rules: readonly DependencyRule[];
}

/**
 * The categories and items available beside this choice. A `show` rule hides its target until the
 * trigger is chosen; a `hide` rule hides it once the trigger is chosen; hiding wins.
 */
export function visibleOptions({ categories, rules }: Options, chosenItemIds: readonly string[]) {
  const isChosen = (categoryId: string, itemId: string | null) =>
    categories.some(
      (category) =>
        category.id === categoryId &&
        category.items.some(
          (item) => (itemId === null || item.id === itemId) && chosenItemIds.includes(item.id),
        ),
    );
  const isVisible = (categoryId: string, itemId: string | null) => {
    const about = rules.filter(
      (rule) => rule.target_category_id === categoryId && rule.target_item_id === itemId,
    );
    const fired = about.filter((rule) => isChosen(rule.trigger_category_id, rule.trigger_item_id));
    if (fired.some((rule) => rule.is_visible === 0)) return false;
    return fired.length > 0 || about.every((rule) => rule.is_visible === 0);
  };
  return categories
    .filter((category) => isVisible(category.id, null))
    .map((category) => ({
      ...category,
      items: category.items.filter((item) => isVisible(category.id, item.id)),
    }))
    .filter((category) => category.items.length > 0);
}

/** Drops chosen items that the choice itself hides, until none is dropped any more. */
export function standingChoice(options: Options, chosenItemIds: readonly string[]): string[] {
  const shown = new Set(
    visibleOptions(options, chosenItemIds).flatMap((category) =>
      category.items.map((item) => item.id),
    ),
  );
  const standing = chosenItemIds.filter((id) => shown.has(id));
  return standing.length === chosenItemIds.length ? standing : standingChoice(options, standing);
}

export interface FinishedProduct extends Options {
  kind: FinishedKind;
  quantity: number;
  tiers: readonly PricingTier[];
  /** Empty without the options page, else one item of every visible category. */
  addonItemIds: readonly string[];
  mostTwd: number;
}

export function priceFinishedProduct(wish: FinishedProduct) {
  const way = wish.addonItemIds.length === 0 ? "modal" : "page";
  if (!isQuantityAllowed(wish.kind, way, wish.quantity)) return "quantity";
  if (!isWholeChoice(wish, wish.addonItemIds)) return "options";
  const tier = tierOf(wish.tiers, wish.quantity);
  if (tier === null) return "no_price";
  const chosen = wish.categories.flatMap((category) =>
    category.items.filter((item) => wish.addonItemIds.includes(item.id)),
  );
  const addonsTwd = chosen.reduce((sum, item) => sum + item.price, 0);
  const unitPriceTwd = tier.unit_price + addonsTwd;
  if (unitPriceTwd < 1) return "no_price";
  const totalTwd = unitPriceTwd * wish.quantity;
  return totalTwd > wish.mostTwd ? "too_much" : { tier, chosen, unitPriceTwd, totalTwd };
}

function isWholeChoice(options: Options, chosenItemIds: readonly string[]): boolean {
  if (chosenItemIds.length === 0) return true;
  if (standingChoice(options, chosenItemIds).length !== chosenItemIds.length) return false;
  const visible = visibleOptions(options, chosenItemIds);
  return (
    visible.length === chosenItemIds.length &&
    visible.every(
      (category) => category.items.filter((item) => chosenItemIds.includes(item.id)).length === 1,
    )
  );
}

export function takesLabelText(
  categories: readonly AddonCategory[],
  labelCategoryId: string,
  chosenItemIds: readonly string[],
): boolean {
  const labels = categories.find(({ id }) => id === labelCategoryId)?.items ?? [];
  return labels.some(({ id, image }) => chosenItemIds.includes(id) && Boolean(image));
}

/** Kanji and full-width kana, with their length and repetition marks, weigh 2; all else 1. */
const isWide =
  /^(?![\uFF61-\uFF9F])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30FC\u3006]$/u;

/** Counts code points after composition (NFC), so that page and Worker count alike. */
export function labelWeight(text: string): number {
  return [...text.normalize("NFC")].reduce(
    (weight, character) => weight + (isWide.test(character) ? 2 : 1),
    0,
  );
}

export function isLabelTextAllowed(text: string): boolean {
  return labelWeight(text) <= labelTextMaxWeight;
}
