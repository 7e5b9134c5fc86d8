/** What an order comes to, for the page and the Worker: counted in no other place. */
import * as z from "zod/mini";

/** What is added to the lines, or taken off by an amount below zero. */
const adjustmentKinds = ["shipping"] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

export const orderSums = z.object({
  lines: z.int(),
  adjustments: z.array(z.object({ kind: z.enum(adjustmentKinds), amount: z.int() })),
  total: z.int(),
});
export type OrderSums = z.infer<typeof orderSums>;

export const addsShipping = ({ adjustments }: OrderSums): boolean =>
  adjustments.some(({ kind }) => kind === "shipping");

/** Prices include it. */
const shippingTwd = 0;

export function orderSumsOf(items: readonly { price: number }[]): OrderSums {
  const lines = sumOf(items.map(({ price }) => price));
  const all: OrderSums["adjustments"] = [{ kind: "shipping", amount: shippingTwd }];
  const adjustments = all.filter(({ amount }) => amount !== 0);
  return { lines, adjustments, total: lines + sumOf(adjustments.map(({ amount }) => amount)) };
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
