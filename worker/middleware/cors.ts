/** Refused before any handler runs unless ALLOWED_ORIGINS lists the origin. No wildcard, no reflection. */
import type { Context, MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { isAllowedOrigin, isPaymentMessage } from "./origins.ts";

const allowedMethods = "GET, HEAD, POST, PUT, PATCH, DELETE";
const allowedHeaders =
  "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, X-Cart-Key, X-Requested-With";
const exposedHeaders = "ETag, Retry-After, X-Request-Id";
const preflightSeconds = "600";

export const crossOrigin: MiddlewareHandler<App> = async (c, next) => {
  const origin = c.req.header("Origin");
  if (origin === undefined || isPaymentMessage(c.req.method, c.req.path)) {
    await next();
    return vary(c);
  }
  if (!isAllowedOrigin(c.get("deps"), origin)) {
    c.header("Vary", "Origin");
    throw new ShopError("origin_refused");
  }
  if (c.req.method === "OPTIONS" && c.req.header("Access-Control-Request-Method") !== undefined)
    c.res = preflightAnswer();
  else await next();
  c.res.headers.set("Access-Control-Allow-Origin", origin);
  c.res.headers.set("Access-Control-Allow-Credentials", "true");
  c.res.headers.set("Access-Control-Expose-Headers", exposedHeaders);
  vary(c);
};

function vary(c: Context<App>) {
  c.res.headers.append("Vary", "Origin");
}

function preflightAnswer(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": allowedMethods,
      "Access-Control-Allow-Headers": allowedHeaders,
      "Access-Control-Max-Age": preflightSeconds,
    },
  });
}
