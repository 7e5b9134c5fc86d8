import useSWR from "swr";
import { itemKinds, type FinishedKind } from "#contract/item-kind";
import type { Options } from "#contract/pricing";
import * as contract from "#contract/product";
import { api, noRetry, once, reader } from "./client.ts";

export function usePurchaseOptions(isWanted = true) {
  return useSWR(isWanted ? "purchase-options" : null, loadOptions, once);
}

async function loadOptions(): Promise<Options> {
  const [categories, rules] = await Promise.all([
    api.get("/product-addons/all/", contract.addonCategoryList),
    api.get("/product-addons/dependency-rules/all/", contract.dependencyRuleList),
  ]);
  return {
    categories: categories.data.toSorted((a, b) => a.display_order - b.display_order),
    rules: rules.data,
  };
}

export async function findReorderSetting(kind: FinishedKind) {
  const { data } = await api.get("/reorder-settings/", contract.reorderSettingList);
  return data.find(({ user_type }) => user_type === itemKinds[kind].userType);
}

/** Empty when nobody set a price for this kind of buyer. */
export function usePricing(kind: FinishedKind) {
  return useSWR(["pricing", kind], () => loadPricing(kind), once);
}

async function loadPricing(kind: FinishedKind): Promise<contract.PricingTier[]> {
  const setting = await findReorderSetting(kind);
  if (setting === undefined) return [];
  const id = encodeURIComponent(setting.id);
  const { data } = await api.get(`/product-pricing/${id}`, contract.pricingTierList);
  return data.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount);
}

async function readTexts(path: string): Promise<Partial<Record<string, string>>> {
  const { data } = await reader(contract.customTextList)(path);
  const written = data.filter(({ text }) => text.trim() !== "");
  return Object.fromEntries(written.map(({ type, text }) => [type, text]));
}

export const useCheckoutTexts = () =>
  useSWR("/custom-texts/?type_filter=checkout_", readTexts, noRetry);
