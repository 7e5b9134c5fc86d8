import type { Deps } from "../deps.ts";
import type { Context, MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { routeOf } from "./policy.ts";

/** State-changing requests must come from our own page; a cookie alone is never enough. */
export const harmlessMethods = ["GET", "HEAD", "OPTIONS"];

export const refuseForgedRequests: MiddlewareHandler<App> = (c, next) => {
  if (!harmlessMethods.includes(c.req.method) && senderOf(c) === undefined) {
    // Other sites' forms cannot set this header, and their scripts fail at the preflight.
    if (c.req.header("X-Requested-With") !== "fetch") throw new ShopError("request_not_from_page");
    requireOrigin(c, (origin) => isAllowedOrigin(c.get("deps"), origin));
  }
  return next();
};

export function requireOrigin(c: Context<App>, isOurs: (origin: string) => boolean): void {
  const origin = c.req.header("Origin");
  const isFromUs =
    origin === undefined ? c.req.header("Sec-Fetch-Site") === "same-origin" : isOurs(origin);
  if (!isFromUs) throw new ShopError("origin_refused");
}

const preflight = {
  "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "Access-Control-Allow-Headers":
    "Accept-Language, Authorization, Content-Type, Idempotency-Key, If-Match, X-Requested-With",
  "Access-Control-Max-Age": "600",
};

export const crossOrigin: MiddlewareHandler<App> = async (c, next) => {
  const origin = c.req.header("Origin");
  if (origin === undefined || senderOf(c) === "gateway") {
    await next();
    c.res.headers.append("Vary", "Origin");
    return;
  }
  if (!isAllowedOrigin(c.get("deps"), origin)) {
    c.header("Vary", "Origin");
    throw new ShopError("origin_refused");
  }
  if (c.req.method === "OPTIONS" && c.req.header("Access-Control-Request-Method") !== undefined)
    c.res = new Response(null, { status: 204, headers: preflight });
  else await next();
  c.res.headers.set("Access-Control-Allow-Origin", origin);
  c.res.headers.set("Access-Control-Allow-Credentials", "true");
  c.res.headers.set("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id");
  c.res.headers.append("Vary", "Origin");
};

function isAllowedOrigin(deps: Deps, origin: string): boolean {
  return origin === deps.publicOrigin || deps.pageConfig.ALLOWED_ORIGINS.includes(origin);
}

function senderOf(c: Context<App>) {
  return routeOf(c)?.policy?.sender;
}
