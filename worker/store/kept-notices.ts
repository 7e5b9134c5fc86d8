/** Without parameters, for the command line. @throws Error for what is no trade number. */
export function noticesOf(merchantTradeNo: string): string {
  if (!/^[A-Za-z0-9]{1,20}$/.test(merchantTradeNo)) throw new Error("That is no trade number");
  return `SELECT sealed, received_at AS receivedAt FROM payment_notices WHERE merchant_trade_no = '${merchantTradeNo}' ORDER BY received_at`;
}

export interface KeptNotice {
  sealed: string;
  /** Epoch milliseconds. */
  receivedAt: number;
}
