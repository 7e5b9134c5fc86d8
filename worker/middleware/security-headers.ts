import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import { addConstantHeaders } from "../platform/constant-headers.ts";

/** For the development server only; first, since the source folder `api/` shadows the API. */
export const developmentSources: MiddlewareHandler<App> = async (c, next) => {
  const isSource = /^\/@|\.\w+$/.test(c.req.path) && !c.req.path.startsWith("/locales/");
  const answer = isSource ? await c.env.ASSETS.fetch(c.req.raw) : null;
  if (answer !== null && answer.status !== 404) return answer;
  await next();
};

export const noStoreByDefault: MiddlewareHandler<App> = async (c, next) => {
  await next();
  if (!c.res.headers.has("Cache-Control")) c.res.headers.set("Cache-Control", "no-store");
};

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
