import type { MiddlewareHandler } from "hono";
import { fallbackLocale, localeOfAcceptLanguage } from "#contract/locales";
import { createDeps, type App } from "../context.ts";

/** Hands the routes their ports; nobody is signed in until a route's own guard says so. */
export const requestContext: MiddlewareHandler<App> = async (c, next) => {
  const deps = createDeps(c.env, {
    requestId: c.get("requestId"),
    locale: localeOfAcceptLanguage(c.req.header("Accept-Language") ?? "") ?? fallbackLocale,
    requestOrigin: new URL(c.req.url).origin,
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  });
  c.set("deps", deps);
  c.set("actor", null);
  await next();
};
