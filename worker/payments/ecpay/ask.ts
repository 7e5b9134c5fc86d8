import { environments } from "#contract/payment";
import { decodeUtf8, readBytes } from "../../platform/bytes.ts";
import type { Payment, Report, Surroundings } from "../method.ts";
import type { Fields } from "./check-mac-value.ts";
import { queryForm, readQueryAnswer } from "./query.ts";
import { cashierOf, queryPath, type Account, type Keys } from "./vocabulary.ts";

const questionMs = 15_000;
const maxAnswerBytes = 64 * 1024;

/** `too_fast` is ECPay's 403: another call within half an hour prolongs the block. */
export async function askEcpay(
  surroundings: Surroundings,
  account: Account,
  merchantTradeNo: string,
): Promise<Report | "too_fast" | "no_answer"> {
  const { log } = surroundings;
  const { merchantId, keys, previousKeys } = account;
  const noAnswer = (reason: string) => {
    log.warn("ECPay gave no usable answer", { merchantTradeNo, reason });
    return "no_answer" as const;
  };
  const askWith = async (signing: Keys): Promise<Payment | string> => {
    const question = await queryForm(merchantId, merchantTradeNo, surroundings.now(), signing);
    const { status, text } = await postToEcpay(surroundings, queryPath, question, questionMs);
    if (status === 403) return "too_fast";
    return text === null ? `status ${status}` : readQueryAnswer(text, signing);
  };
  try {
    let answer = await askWith(keys);
    // ECPay may not have the new keys yet.
    if (answer === "bad_mac" && previousKeys !== null) answer = await askWith(previousKeys);
    if (answer === "too_fast") return answer;
    if (typeof answer === "string") return noAnswer(answer);
    if (answer.merchantTradeNo !== merchantTradeNo) return noAnswer("other_trade");
    const { tradeNo: TradeNo, amountTwd } = answer;
    const fields = { MerchantTradeNo: merchantTradeNo, TradeNo, TradeAmt: String(amountTwd) };
    return { payment: answer, record: { merchantTradeNo, fields } };
  } catch (error) {
    log.warn("ECPay was not reached", { merchantTradeNo, error });
    return "no_answer";
  }
}

export async function postToEcpay(
  { config, bindings, publicOrigin }: Surroundings,
  path: string,
  fields: Fields,
  timeoutMs: number,
) {
  const init: RequestInit = {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  };
  const url = `${cashierOf(config.ECPAY_ENVIRONMENT, publicOrigin).url}${path}`;
  const { isLocal } = environments[config.ECPAY_ENVIRONMENT];
  const answer = await (isLocal ? bindings.CASHIER?.fetch(url, init) : fetch(url, init));
  if (answer === undefined) throw new Error("the stand-in cashier is not bound");
  const { status } = answer;
  const bytes = await readBytes(answer, maxAnswerBytes);
  return { status, text: status === 200 && bytes ? decodeUtf8(bytes) : null };
}
