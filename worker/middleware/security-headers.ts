/**
 * The headers of every answer. `web/public/_headers` repeats them for what the static layer answers by itself;
 * `tests/worker/headers.test.ts` compares the two.
 */
import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

const constantHeaders = Object.entries({
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

/** Outermost, so that failures carry them too. A document's own policy is kept. */
export const securityHeaders: MiddlewareHandler<App> = async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of constantHeaders) if (!headers.has(name)) headers.set(name, value);
  const type = headers.get("Content-Type");
  if (type !== null && lacksCharset.test(type))
    headers.set("Content-Type", `${type}; charset=utf-8`);
};
