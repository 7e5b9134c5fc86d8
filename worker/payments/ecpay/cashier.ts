import { hosts } from "./vocabulary.ts";

export interface Cashier {
  origin: string;
  /** Prefix of ECPay's paths. */
  url: string;
}

/** The stand-in answers under the other loopback name, so that the shopper's return is cross-site as with ECPay. */
export function cashierOf(
  environment: keyof typeof hosts | "stand-in",
  publicOrigin: string,
): Cashier {
  const origin =
    environment === "stand-in" ? otherLoopbackOrigin(publicOrigin) : hosts[environment];
  return { origin, url: environment === "stand-in" ? `${origin}/local/ecpay` : origin };
}

function otherLoopbackOrigin(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === "localhost") url.hostname = "127.0.0.1";
  else if (url.hostname === "127.0.0.1") url.hostname = "localhost";
  return url.origin;
}
