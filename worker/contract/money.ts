/** All money is whole New Taiwan dollars. */
export const currency = "TWD";
export const setPriceTwd = 100;
export const maxLineQuantity = 100_000;
export const maxOrderTotalTwd = 199_999_999;

/** The one place that sums a cart or an order, for the page and the Worker. */
export function cartTotal(lines: readonly { price: number }[]): number {
  return lines.reduce((sum, { price }) => sum + price, 0);
}
