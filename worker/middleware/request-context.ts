import type { MiddlewareHandler } from "hono";
import { fallbackLocale, localeOfAcceptLanguage } from "#contract/locales";
import { createDeps, type App } from "../context.ts";
import { clientAddressHeader } from "../shop/limits/client-address.ts";

/** Builds the ports of the request. Nobody is signed in until a route's guard has run. */
export const requestContext: MiddlewareHandler<App> = async (c, next) => {
  const deps = createDeps(c.env, {
    requestId: c.get("requestId"),
    locale: localeOfAcceptLanguage(c.req.header("Accept-Language") ?? "") ?? fallbackLocale,
    requestOrigin: new URL(c.req.url).origin,
    address: visitorAddress(c.req.header(clientAddressHeader)),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  });
  c.set("deps", deps);
  c.set("actor", null);
  await next();
};

function visitorAddress(header: string | undefined): string | null {
  return header !== undefined && /^[0-9a-f.:]{2,45}$/i.test(header) ? header : null;
}
