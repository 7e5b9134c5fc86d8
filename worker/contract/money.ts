/** All money is whole New Taiwan dollars. */
export const currency = "TWD";
/** The price of one sample set, whatever its size. */
export const setPriceTwd = 100;
export const maxLineQuantity = 100_000;
export const maxOrderTotalTwd = 199_999_999;

/** What a cart or an order costs: the only place that says so, for the page that shows it and the Worker that charges it. */
export function cartTotal(lines: readonly { price: number }[]): number {
  return lines.reduce((sum, { price }) => sum + price, 0);
}
