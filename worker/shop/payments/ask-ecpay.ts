/** One QueryTradeInfo question. It never throws for what ECPay does: the schedule asks again. */
import { queryForm, readQueryAnswer, type TradeAnswer } from "#ecpay/query";
import { hosts, queryPath } from "#ecpay/vocabulary";
import type { Deps } from "../../deps.ts";
import { decodeUtf8, readBytes } from "../../platform/bytes.ts";
import { ecpayAccount } from "./ecpay-account.ts";

const timeoutMs = 15_000;
const maxAnswerBytes = 64 * 1024;

/** `too_fast` is ECPay's 403: whoever asks again within half an hour stays locked out. */
export async function askEcpay(deps: Deps, merchantTradeNo: string): Promise<TradeAnswer | "too_fast" | "no_answer"> {
  try {
    const response = await send(deps, merchantTradeNo);
    if (response.status === 403) return "too_fast";
    const bytes = await readBytes(response, maxAnswerBytes);
    if (response.status !== 200 || bytes === null) return noAnswer(deps, merchantTradeNo, `status ${response.status}`);
    const answer = await readQueryAnswer(decodeUtf8(bytes), ecpayAccount(deps).keys);
    if (!answer.ok) return noAnswer(deps, merchantTradeNo, answer.error);
    return answer.value.merchantTradeNo === merchantTradeNo ? answer.value : noAnswer(deps, merchantTradeNo, "other_trade");
  } catch (error) {
    deps.log.warn("ECPay was not reached", { merchantTradeNo, error });
    return "no_answer";
  }
}

function noAnswer(deps: Deps, merchantTradeNo: string, reason: string): "no_answer" {
  deps.log.warn("ECPay gave no usable answer", { merchantTradeNo, reason });
  return "no_answer";
}

async function send(deps: Deps, merchantTradeNo: string): Promise<Response> {
  const { keys, merchantId } = ecpayAccount(deps);
  const body = new URLSearchParams(await queryForm(merchantId, merchantTradeNo, deps.now(), keys)).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const init: RequestInit = { method: "POST", headers, body, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) };
  const { ECPAY_ENVIRONMENT: environment } = deps.config;
  if (environment !== "stand-in") return fetch(`${hosts[environment]}${queryPath}`, init);
  if (deps.bindings.CASHIER === undefined) throw new Error("the stand-in cashier is not bound");
  return deps.bindings.CASHIER.fetch(`http://cashier.internal/local/ecpay${queryPath}`, init);
}
