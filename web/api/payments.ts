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

/** The last verified result, for a reload; null when there is none or it has expired. */
export function keptPaymentResult(now: number): PaymentOutcome | null {
  const kept = storage.getItem(storageKeys.paymentResult);
  if (kept === null) return null;
  try {
    const parsed = paymentResult.safeParse(JSON.parse(kept));
    return parsed.success && parsed.data.expiry > now ? parsed.data.value : null;
  } catch (error) {
    // The key was written by something else.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
