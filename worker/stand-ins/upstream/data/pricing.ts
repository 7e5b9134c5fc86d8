/** How each kind of buyer orders again, and what a kilogram, a bottle or a pack costs by quantity. */
import type { PricingTier, UserType } from "../wire.ts";

export interface ReorderSetting {
  id: string;
  userType: UserType;
  usesOptionsPage: boolean;
  tiers: readonly PricingTier[];
}

export const reorderSettings: readonly ReorderSetting[] = [
  {
    id: "reorder-enterprise",
    userType: "ENTERPRISE",
    usesOptionsPage: true,
    tiers: tiers([1, 12_800], [5, 12_000], [10, 11_200], [25, 10_400]),
  },
  {
    id: "reorder-jar",
    userType: "PERSONAL_JAR",
    usesOptionsPage: true,
    tiers: tiers([100, 380], [200, 360], [500, 330], [1_000, 300]),
  },
  {
    id: "reorder-paper",
    userType: "PERSONAL_PAPER",
    usesOptionsPage: false,
    tiers: tiers([5, 60], [20, 54], [50, 48]),
  },
];

function tiers(...steps: [amount: number, priceTwd: number][]): PricingTier[] {
  return steps.map(([amount, priceTwd]) => ({ mini_buy_amount: amount, unit_price: priceTwd }));
}
