import { quotedTrade } from "./quoted.ts";

/** Without parameters, for the command line. @throws RangeError for what is no trade number. */
export function noticesOf(merchantTradeNo: string): string {
  return `SELECT sealed, received_at AS receivedAt FROM payment_notices WHERE merchant_trade_no = ${quotedTrade(merchantTradeNo)} ORDER BY received_at`;
}

export interface KeptNotice {
  sealed: string;
  /** Epoch milliseconds. */
  receivedAt: number;
}
