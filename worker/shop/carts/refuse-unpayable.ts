import { isPayableSum } from "#contract/money";
import type { PaymentProvider } from "#contract/payment";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";

/** @throws ShopError `amount_not_payable` with `{ total, min, max }`: the gateway would end on an error page of its own. */
export function refuseUnpayable(deps: Deps, provider: PaymentProvider, total: number): void {
  const { payableTwd } = deps.payments[provider];
  if (!isPayableSum(total, payableTwd))
    throw new ShopError("amount_not_payable", { detail: { total, ...payableTwd } });
}
