import type { Context, Hono } from "hono";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { onError } from "./error-handler.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** 405 with `Allow` when other methods are declared for the path, else 404. Never redirects. */
export function refuseUnknown(app: Hono<App>) {
  return (c: Context<App>): Response | Promise<Response> => {
    const declared = methods.filter((method) => isDeclared(app, method, c.req.path));
    if (declared.length === 0) return onError(new ShopError("not_found"), c);
    const allow = declared
      .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
      .join(", ");
    return onError(new ShopError("method_not_allowed", { headers: { Allow: allow } }), c);
  };
}

/** Middleware matches all methods and documents match all paths, so only a handler of this exact route counts. */
function isDeclared(app: Hono<App>, method: string, path: string): boolean {
  return app.router
    .match(method, path)[0]
    .some(([[, route]]) => route.method === method && !route.path.endsWith("*"));
}
