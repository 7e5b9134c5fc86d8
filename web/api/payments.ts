import * as z from "zod/mini";
import { paymentResult, type PaymentResult } from "#contract/payment";
import { dropOver } from "../session/clear-session.ts";
import { memberHere } from "../session/member-here.ts";
import { jsonIn, storage, storageKeys } from "../stores/storage.ts";
import { api } from "./client.ts";

export type PaymentOutcome = PaymentResult["value"];

/** The signed result itself: what is shown has always been checked by the Worker. */
const keptResult = z.object({
  data: z.string(),
  sig: z.string(),
  memberId: z.string(),
  /** Epoch milliseconds. */
  expiry: z.number(),
});
export type SignedResult = Pick<z.infer<typeof keptResult>, "data" | "sig">;

/** Keeps it for a reload by the same member while valid. @throws ApiError `result_invalid`. */
export async function verifyPaymentResult({ data, sig }: SignedResult): Promise<PaymentOutcome> {
  const query = { data, sig };
  const { value, expiry } = await api.get("/payments/result", paymentResult, { query });
  const kept: z.infer<typeof keptResult> = { ...query, memberId: memberHere(), expiry };
  storage.setItem(storageKeys.paymentResult, JSON.stringify(kept));
  dropOver();
  return value;
}

export function keptPaymentResult(): SignedResult | null {
  const { data } = z.safeParse(keptResult, jsonIn(storage.getItem(storageKeys.paymentResult)));
  return data !== undefined && data.memberId === memberHere() ? data : null;
}
