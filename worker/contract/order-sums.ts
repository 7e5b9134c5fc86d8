/** What an order comes to, for the page and the Worker: counted in no other place. */
import * as z from "zod/mini";

export type AdjustmentKind = "shipping";

export const orderSums = z.object({
  lines: z.int(),
  /** The kind stays a string: a page from before a deployment copes with one it does not know. */
  adjustments: z.array(z.object({ kind: z.string(), amount: z.int() })),
  total: z.int(),
});
export type OrderSums = z.infer<typeof orderSums>;

export const addsShipping = ({ adjustments }: OrderSums): boolean =>
  adjustments.some(({ kind }) => kind === "shipping");

/** Prices include it. */
const shippingTwd = 0;

export function orderSumsOf(items: readonly { price: number }[]): OrderSums {
  const lines = sumOf(items.map(({ price }) => price));
  const all: { kind: AdjustmentKind; amount: number }[] = [
    { kind: "shipping", amount: shippingTwd },
  ];
  const adjustments = all.filter(({ amount }) => amount !== 0);
  return { lines, adjustments, total: lines + sumOf(adjustments.map(({ amount }) => amount)) };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
