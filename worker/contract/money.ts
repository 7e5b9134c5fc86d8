/** All money is whole New Taiwan dollars. */
export const currency = "TWD";
export const setPriceTwd = 100;
export const maxLineQuantity = 100_000;
/** What a sum can be at all; how much can be paid at once is the gateway's to say. */
export const maxSumTwd = 199_999_999;

export interface PayableTwd {
  min: number;
  max: number;
}

export const isPayableSum = (sum: number, { min, max }: PayableTwd) => sum >= min && sum <= max;
