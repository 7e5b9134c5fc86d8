import { shopConfig } from "#contract/config";
import { isPayableSum } from "#contract/money";
import { once, useRead } from "./client.ts";

export const useShopConfig = () => useRead("/config", shopConfig, once);

/** While nobody knows the bounds, the Worker refuses. */
export function useIsPayable(sum: number): boolean {
  const { data: config } = useShopConfig();
  return config === undefined || isPayableSum(sum, config.payable_twd);
}
