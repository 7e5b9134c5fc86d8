import type { Deps } from "../deps.ts";
import { isDevelopment } from "../platform/build.ts";

/** Hashes of inline script and style. */
export interface Inline {
  /** For the development server's inline script only. */
  nonce: string;
  script: string | null;
  style: string | null;
}

export function documentPolicy(
  { formOrigins, pageConfig }: Deps,
  { nonce, script, style }: Inline,
): string {
  const sources = (hash: string | null) => (hash === null ? "'self'" : `'self' '${hash}'`);
  const scripts = isDevelopment ? `'self' 'nonce-${nonce}'` : sources(script);
  const styles = isDevelopment ? "'self' 'unsafe-inline'" : sources(style);
  const connections = isDevelopment ? "'self' ws:" : "'self'";
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    // Named one by one: a picture from anywhere could carry away what it is asked for with.
    `img-src ${["'self'", "data:", ...pageConfig.PICTURE_ORIGINS].join(" ")}`,
    "font-src 'self'",
    `connect-src ${connections}`,
    "manifest-src 'self'",
    `form-action ${["'self'", ...formOrigins].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // For browsers without report-to.
    "report-to csp",
    "report-uri /api/v1/csp-reports",
  ].join("; ");
}
