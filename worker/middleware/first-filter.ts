/** Counts a request against the rate of its route before anything is done for it. */
import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import { networkOf } from "../shop/limits/client-address.ts";
import { enforceRate, type RateName } from "../shop/limits/enforce-rate.ts";
import { presentMember } from "./actor.ts";
import { clientAddress } from "./browser-facts.ts";
import { routeOf } from "./route-of.ts";

/** By method and pattern of the route. `api` counts the others. */
export const namedRates: Readonly<Record<string, RateName>> = {
  "POST /api/v1/raw-materials/chat": "chat",
  "POST /api/v1/surveys/:id/start": "survey-start",
  "POST /api/v1/surveys/:id/submit": "survey-submit",
  "GET /api/v1/cart": "cart-read",
  "POST /api/v1/cart/items": "cart-write",
  "PUT /api/v1/cart/items/:id": "cart-write",
  "DELETE /api/v1/cart/items/:id": "cart-write",
  "DELETE /api/v1/cart/clear": "cart-write",
  "POST /api/v1/cart/restore": "cart-write",
  "POST /api/v1/cart/checkout": "checkout",
  "POST /api/v1/orders/:id/pay": "checkout",
  "POST /api/v1/orders/:id/cancel": "checkout",
};

/** Exempt: gateways have few addresses, reports are sampled, health answers are kept. */
const isUncounted = (pattern: string) =>
  pattern.startsWith("/api/v1/payments/") ||
  pattern === "/api/v1/csp-reports" ||
  pattern === "/api/health";

export const firstFilter: MiddlewareHandler<App> = async (c, next) => {
  const route = routeOf(c);
  if (route === null || isUncounted(route.pattern)) return next();
  const deps = c.get("deps");
  const rate = namedRates[`${route.method} ${route.pattern}`] ?? "api";
  const known = (await presentMember(c))?.memberId ?? null;
  if (known === null) await countStranger(deps, rate, clientAddress(c));
  else await enforceRate(deps, rate, "member", known);
  await next();
};

async function countStranger(deps: Deps, rate: RateName, address: string): Promise<void> {
  const network = networkOf(address);
  await enforceRate(deps, rate, "address", address);
  if (network !== null) await enforceRate(deps, rate, "network", network);
}
