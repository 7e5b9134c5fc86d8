import type { MiddlewareHandler } from "hono";
import type { App } from "./app.ts";

/** `shop` is the one other origin that the page may post to. */
export function contentPolicy(shop = ""): string {
  return `default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self' ${shop}; base-uri 'none'; frame-ancestors 'none'`;
}

export const securityHeaders: MiddlewareHandler<App> = async (c, next) => {
  await next();
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  // With `no-referrer` the post to the shop would carry the Origin `null`, unlike ECPay's.
  c.header("Referrer-Policy", "strict-origin-when-cross-origin");
  c.header("X-Frame-Options", "DENY");
  if (!c.res.headers.has("Content-Security-Policy"))
    c.header("Content-Security-Policy", contentPolicy());
};
