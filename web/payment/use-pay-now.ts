import { useState } from "react";
import { payOrder } from "../api/order-changes.ts";
import { newKey } from "./checkout-draft.ts";
import { postToCashier } from "./post-to-cashier.ts";
import { useBusyUntilBack } from "./use-busy-until-back.ts";

/** Leads to the cashier for an order that exists already, called by its key or its number. */
export function usePayNow(idOrNumber: string) {
  const [isBusy, setBusy] = useBusyUntilBack();
  const [failure, setFailure] = useState<unknown>(null);

  async function pay() {
    setBusy(true);
    setFailure(null);
    try {
      // The cashier refuses a trade number that it has seen, so every press is a new attempt.
      const answer = await payOrder(idOrNumber, newKey());
      postToCashier(answer.payment_url, answer.ecpay_form_data);
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  }
  return { isBusy, failure, pay: () => void pay() };
}
