/** Requests that change something must come from our own page; a cookie alone is never enough, whatever the content type. */
import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { isAllowedOrigin, isBrowserReport, isPaymentMessage } from "./origins.ts";

const harmlessMethods = ["GET", "HEAD", "OPTIONS"];

export const refuseForgedRequests: MiddlewareHandler<App> = (c, next) => {
  const { method, path } = c.req;
  if (
    !harmlessMethods.includes(method) &&
    !isPaymentMessage(method, path) &&
    !isBrowserReport(method, path)
  ) {
    // Other sites' forms and links cannot set this header, and their scripts fail at the preflight.
    if (c.req.header("X-Requested-With") !== "fetch") throw new ShopError("request_not_from_page");
    const origin = c.req.header("Origin");
    const isOurs =
      origin === undefined
        ? c.req.header("Sec-Fetch-Site") === "same-origin"
        : isAllowedOrigin(c.get("deps"), origin);
    if (!isOurs) throw new ShopError("origin_refused");
  }
  return next();
};
