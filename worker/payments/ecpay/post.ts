/** One call of the shop's own to ECPay. */
import type { Surroundings } from "../method.ts";
import { cashierOf } from "./vocabulary.ts";
import type { Fields } from "./check-mac-value.ts";

export async function postToEcpay(
  { config, cashier, publicOrigin }: Surroundings,
  path: string,
  fields: Fields,
  timeoutMs: number,
): Promise<Response> {
  const init: RequestInit = {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  };
  const url = `${cashierOf(config.ECPAY_ENVIRONMENT, publicOrigin).url}${path}`;
  if (config.ECPAY_ENVIRONMENT !== "stand-in") return fetch(url, init);
  if (cashier === undefined) throw new Error("the stand-in cashier is not bound");
  return cashier.fetch(url, init);
}
