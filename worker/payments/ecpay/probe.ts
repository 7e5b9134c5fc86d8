/** The shop's own signed notice to itself, about a trade number that no order has. */
import { signed } from "./check-mac-value.ts";
import type { Account } from "./vocabulary.ts";

/** Orders have `SL` and no zero (`order-form.ts`). */
export const probeTradeNo = "PROBE000000000000000";
/** ECPay takes only `1|OK` for an answer, so that nothing of its own could be taken for this. */
export const probeAnswer = "1|PROBE";

/** What ECPay requires of a notice, and no more. */
export async function probeNotice({ merchantId, keys }: Account): Promise<string> {
  const fields = {
    MerchantID: merchantId,
    MerchantTradeNo: probeTradeNo,
    RtnCode: "1",
    TradeNo: probeTradeNo,
    TradeAmt: "1",
  };
  return new URLSearchParams(await signed(fields, keys)).toString();
}
