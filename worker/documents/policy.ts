/** The content security policy of the shop's pages. */
import type { Deps } from "../deps.ts";
import { isDevelopment } from "../platform/build.ts";

/** What of a page's own may run and style within its HTML, as a policy names it. */
export interface Inline {
  /** Only for the inline script that the development server puts into the page. */
  nonce: string;
  script: string | null;
  style: string | null;
}

export function documentPolicy({ payments }: Deps, { nonce, script, style }: Inline): string {
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
    // The cashiers are the only places besides the shop that a page may post a form to.
    `form-action ${["'self'", ...Object.values(payments).map(({ formOrigin }) => formOrigin)].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    // The second for browsers that do not know the first.
    "report-to csp",
    "report-uri /api/v1/csp-reports",
  ].join("; ");
}
