import { isPayableSum } from "#contract/money";
import { useShopConfig } from "../api/config.ts";

/** While nobody knows the bounds, the Worker refuses. */
export function useIsPayable(sum: number): boolean {
  const { data: config } = useShopConfig();
  return config === undefined || isPayableSum(sum, config.payable_twd);
}
