import { paymentResult, type PaymentResult } from "#contract/payment";
import { storage, storageKeys } from "../stores/storage.ts";
import { api } from "./client.ts";

export type PaymentOutcome = PaymentResult["value"];

/** @throws ApiError `result_invalid` when the signature or the expiry does not hold. */
export async function verifyPaymentResult(data: string, sig: string): Promise<PaymentOutcome> {
  const result = await api.get("/payments/result", paymentResult, { query: { data, sig } });
  storage.setItem(storageKeys.paymentResult, JSON.stringify(result));
  return result.value;
}

/** What was verified before, so that a reload shows it again; null when there is none or it is past its expiry. */
export function keptPaymentResult(now: number): PaymentOutcome | null {
  const kept = storage.getItem(storageKeys.paymentResult);
  if (kept === null) return null;
  try {
    const parsed = paymentResult.safeParse(JSON.parse(kept));
    return parsed.success && parsed.data.expiry > now ? parsed.data.value : null;
  } catch (error) {
    // Somebody else wrote this key; what they wrote is no result.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
