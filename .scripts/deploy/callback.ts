// Staging: whether ECPay's callbacks reach the shop, which believes those that are signed. They are about a trade that no order has.
import { messagesPath } from "../../worker/payments/method.ts";
import { probeAnswer, probeNotice } from "../../worker/payments/ecpay/probe.ts";
import type { Plan } from "./plan.ts";
import { faultsAt } from "./smoke.ts";

export async function callbackFaults({ api: { vars } }: Plan, address: string): Promise<string[]> {
  const account = {
    merchantId: String(vars.ECPAY_MERCHANT_ID),
    keys: { hashKey: String(vars.ECPAY_HASH_KEY), hashIv: String(vars.ECPAY_HASH_IV) },
    previousKeys: null,
  };
  const signed = new URLSearchParams(await probeNotice(account, Date.now()));
  const forged = new URLSearchParams(signed);
  forged.set("TradeAmt", "2");
  const faults = (body: URLSearchParams, what: string, expected: string) =>
    faultsAt(address, `${messagesPath}/ecpay/notify`, body, async (answer) => {
      const text = await answer.text();
      if (text.startsWith(expected)) return [];
      return [`a ${what} callback is answered with ${answer.status} ${text}`];
    });
  return [
    ...(await faults(forged, "forged", "0|")),
    ...(await faults(signed, "signed", probeAnswer)),
  ];
}
