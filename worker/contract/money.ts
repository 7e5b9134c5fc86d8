/** Money is whole New Taiwan dollars, everywhere. */
export const currency = "TWD";
/** The price of one sample set, whatever it holds. */
export const setPriceTwd = 100;
export const maxLineQuantity = 100_000;
export const maxOrderTotalTwd = 199_999_999;
