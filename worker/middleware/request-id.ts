import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

/** An id sent by the client is ignored, so that it cannot forge log lines. */
export const requestId: MiddlewareHandler<App> = async (c, next) => {
  const id = crypto.randomUUID();
  c.set("requestId", id);
  await next();
  // The API, where it is another Worker, has logged under an id of its own.
  if (!c.res.headers.has("X-Request-Id")) c.res.headers.set("X-Request-Id", id);
};
