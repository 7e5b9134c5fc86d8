import type { Deps } from "../deps.ts";
import { messagesPath } from "../payments/method.ts";
import { adapters } from "../payments/methods.ts";

export function isAllowedOrigin(deps: Deps, origin: string): boolean {
  return origin === deps.publicOrigin || deps.pageConfig.ALLOWED_ORIGINS.includes(origin);
}

/** Browsers send these by themselves, without our header; nothing is changed by them. */
export function isBrowserReport(method: string, path: string): boolean {
  return method === "POST" && path === "/api/v1/csp-reports";
}

const paymentMessages = Object.values(adapters)
  .flatMap(({ messages }) => [messages.notice, messages.shopperReturn])
  .map((path) => `${messagesPath}${path}`);

/** Sent through a gateway, whose signature authenticates them, not an origin. */
export function isPaymentMessage(method: string, path: string): boolean {
  return method === "POST" && paymentMessages.includes(path);
}
