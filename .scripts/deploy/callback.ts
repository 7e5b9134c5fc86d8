// Staging: whether ECPay's callbacks reach the shop, which believes those that are signed. They are about a trade that no order has.
import { messagesPath } from "../../worker/payments/method.ts";
import { probeAnswer, probeNotice } from "../../worker/payments/ecpay/probe.ts";
import type { Plan } from "./plan.ts";

export async function callbackFaults({ api: { vars } }: Plan, address: string): Promise<string[]> {
  const account = {
    merchantId: String(vars.ECPAY_MERCHANT_ID),
    keys: { hashKey: String(vars.ECPAY_HASH_KEY), hashIv: String(vars.ECPAY_HASH_IV) },
    previousKeys: null,
  };
  const signed = await probeNotice(account, Date.now());
  return [
    ...(await answerFault(address, signed.replace("TradeAmt=1", "TradeAmt=2"), "forged", "0|")),
    ...(await answerFault(address, signed, "signed", probeAnswer)),
  ];
}

async function answerFault(address: string, body: string, what: string, expected: string) {
  const answer = await fetch(new URL(`${messagesPath}/ecpay/notify`, address), {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body,
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  return text.startsWith(expected)
    ? []
    : [`a ${what} callback is answered with ${answer.status} ${text}`];
}
