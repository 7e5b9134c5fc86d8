/** Counts a request against the rate of its route before anything is done for it. */
import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { enforceRate } from "../shop/limits/enforce-rate.ts";
import { presentMember } from "./actor.ts";
import { clientAddress } from "./browser-facts.ts";
import { namedRates } from "./named-rates.ts";
import { routeOf } from "./route-of.ts";

/**
 * The gateway's messages come from few addresses, and a result is read by whoever has just paid; of a page's reports a sample is
 * enough, and none is refused.
 */
const isUncounted = (pattern: string) =>
  pattern.startsWith("/api/v1/payments/") || pattern === "/api/v1/csp-reports";

export const firstFilter: MiddlewareHandler<App> = async (c, next) => {
  const route = routeOf(c);
  if (route === null || isUncounted(route.pattern)) return next();
  const deps = c.get("deps");
  const rate = namedRates[`${route.method} ${route.pattern}`] ?? "api";
  // A sign-in counts as a member's once it has succeeded.
  const member = rate === "sign-in" ? null : await presentMember(c);
  if (member === null) await enforceRate(deps, rate, "address", clientAddress(c));
  else await enforceRate(deps, rate, "member", member.memberId);
  await next();
};
