import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

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

/** As in `web/public/_headers`: `headers.test.ts` compares the two. */
const constant = Object.entries({
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "X-Frame-Options": "DENY",
  "Reporting-Endpoints": 'csp="/api/v1/csp-reports"',
});
const lacksCharset = /^(application\/json|text\/[a-z]+)$/i;

/** Outermost, so that failures carry them too. What an answer says by itself is kept. */
export const securityHeaders: MiddlewareHandler<App> = async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of constant) if (!headers.has(name)) headers.set(name, value);
  const type = headers.get("Content-Type");
  if (type !== null && lacksCharset.test(type))
    headers.set("Content-Type", `${type}; charset=utf-8`);
};
