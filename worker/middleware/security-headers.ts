import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { addConstantHeaders } from "../platform/constant-headers.ts";

const lacksCharset = /^(application\/json|text\/[a-z]+)$/i;

/** Outermost, so that failures carry them too. A document's own policy is kept. */
export const securityHeaders: MiddlewareHandler<App> = async (c, next) => {
  await next();
  const { headers } = c.res;
  addConstantHeaders(headers);
  const type = headers.get("Content-Type");
  if (type !== null && lacksCharset.test(type))
    headers.set("Content-Type", `${type}; charset=utf-8`);
};
