/** Where the cashier is. */
import { hosts } from "./vocabulary.ts";

export interface Cashier {
  origin: string;
  /** What the paths of ECPay's interface are appended to. */
  url: string;
}

/** The stand-in answers under the other loopback name, so that the shopper's return is truly from another site. */
export function cashierOf(
  environment: keyof typeof hosts | "stand-in",
  publicOrigin: string,
): Cashier {
  const origin =
    environment === "stand-in" ? otherLoopbackOrigin(publicOrigin) : hosts[environment];
  return { origin, url: environment === "stand-in" ? `${origin}/local/ecpay` : origin };
}

/** The same machine under its other name, which a browser takes for another site; any other origin stays as it is. */
function otherLoopbackOrigin(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  else if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return url.origin;
}
