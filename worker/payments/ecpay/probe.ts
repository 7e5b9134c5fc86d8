/** The shop's own signed notice to itself, about a trade number that no order has. */
import { signed } from "./check-mac-value.ts";
import { taipeiTime, type Account } from "./vocabulary.ts";

/** Orders have `SL` and no zero (`order-form.ts`). */
export const probeTradeNo = "PROBE000000000000000";
/** ECPay takes only `1|OK` for an answer, so that nothing of its own could be taken for this. */
export const probeAnswer = "1|PROBE";

export async function probeNotice({ merchantId, keys }: Account, now: number): Promise<string> {
  const time = taipeiTime(now);
  const fields = {
    MerchantID: merchantId,
    MerchantTradeNo: probeTradeNo,
    StoreID: "",
    RtnCode: "1",
    RtnMsg: "probe",
    TradeNo: probeTradeNo,
    TradeAmt: "1",
    PaymentDate: time,
    PaymentType: "Credit_CreditCard",
    PaymentTypeChargeFee: "0",
    TradeDate: time,
    SimulatePaid: "0",
  };
  return new URLSearchParams(await signed(fields, keys)).toString();
}
