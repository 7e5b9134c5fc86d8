import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

/** Every request gets an id of our own making; one that the client sends is ignored, so that logs cannot be forged with it. */
export const requestId: MiddlewareHandler<App> = async (c, next) => {
  const id = crypto.randomUUID();
  c.set("requestId", id);
  await next();
  c.res.headers.set("X-Request-Id", id);
};
