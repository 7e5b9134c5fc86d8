/**
 * The headers that every answer carries, set by hand once. `web/public/_headers` repeats the constant ones for what the
 * static layer answers by itself; `tests/worker/headers.test.ts` compares the two.
 */
import type { MiddlewareHandler } from "hono";
import type { App, Deps } from "../context.ts";
import { otherLoopbackOrigin } from "./loopback.ts";
import { isDevelopment } from "./build.ts";

const constantHeaders = {
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "X-Frame-Options": "DENY",
  "Reporting-Endpoints": 'csp="/api/v1/csp-reports"',
} as const;

/** Outermost, so that refusals and failures carry them too. A document brings its own policy, which stays. */
export const securityHeaders: MiddlewareHandler<App> = async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(constantHeaders)) if (!headers.has(name)) headers.set(name, value);
  const type = headers.get("Content-Type");
  if (type !== null && /^(application\/json|text\/[a-z]+)$/i.test(type)) headers.set("Content-Type", `${type}; charset=utf-8`);
};

/** What of a page's own may run and style within its HTML, as a policy names it. */
export interface Inline {
  /** Only for the inline script that the development server puts into the page. */
  nonce: string;
  script: string | null;
  style: string | null;
}

export function documentPolicy(deps: Deps, { nonce, script, style }: Inline): string {
  const sources = (hash: string | null) => (hash === null ? "'self'" : `'self' '${hash}'`);
  const scripts = isDevelopment ? `'self' 'nonce-${nonce}'` : sources(script);
  const styles = isDevelopment ? "'self' 'unsafe-inline'" : sources(style);
  const connections = isDevelopment ? "'self' ws:" : "'self'";
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    // Members name their picture by an address of their own choosing; the profile shows it.
    "img-src 'self' data: https:",
    "font-src 'self'",
    `connect-src ${connections}`,
    "manifest-src 'self'",
    `form-action 'self' ${cashierOrigin(deps)}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // The second for browsers that do not know the first.
    "report-to csp",
    "report-uri /api/v1/csp-reports",
  ].join("; ");
}

export async function hashForPolicy(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** The one place besides the shop that a page may post a form to. */
function cashierOrigin({ config, publicOrigin }: Deps): string {
  switch (config.ECPAY_ENVIRONMENT) {
    case "production":
      return "https://payment.ecpay.com.tw";
    case "stage":
      return "https://payment-stage.ecpay.com.tw";
    case "stand-in":
      return otherLoopbackOrigin(publicOrigin);
  }
}
