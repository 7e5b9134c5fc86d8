import type { Deps } from "../deps.ts";
import { messagesPath } from "../payments/method.ts";
import { adapters } from "../payments/methods.ts";

/** Exact string match against the shop's own origin and the configured list; an empty list allows nobody else. */
export function isAllowedOrigin(deps: Deps, origin: string): boolean {
  return origin === deps.publicOrigin || deps.config.ALLOWED_ORIGINS.includes(origin);
}

/** What browsers report by themselves: no page puts its mark on it, and nothing is changed by it. */
export function isBrowserReport(method: string, path: string): boolean {
  return method === "POST" && path === "/api/v1/csp-reports";
}

const paymentMessages = Object.values(adapters)
  .flatMap(({ messages }) => [messages.notice, messages.shopperReturn])
  .map((path) => `${messagesPath}${path}`);

/** What reaches us through a gateway; it is proven by the gateway's signature, not by an origin. */
export function isPaymentMessage(method: string, path: string): boolean {
  return method === "POST" && paymentMessages.includes(path);
}
