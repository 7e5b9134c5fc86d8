import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

export const noStoreByDefault: MiddlewareHandler<App> = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
};
