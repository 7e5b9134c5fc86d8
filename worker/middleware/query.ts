import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import { queryOf, readsQuery, refuseDoubledQuery } from "./validate.ts";

// It reads the address alone, whatever the types of the app.
const nothing = queryOf(z.strictObject({})) as unknown as MiddlewareHandler<App>;

/** A route takes no query unless it declares one with `queryOf`, and none takes a key twice. */
export const refuseUndeclaredQuery: MiddlewareHandler<App> = (c, next) => {
  if (!c.req.url.includes("?")) return next();
  const handlers = matchedRoutes(c).filter(({ method }) => method !== "ALL");
  // What has no route is told so further on.
  if (handlers.length === 0) return next();
  refuseDoubledQuery(c);
  return handlers.some(({ handler }) => readsQuery(handler)) ? next() : nothing(c, next);
};
