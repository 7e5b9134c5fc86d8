/**
 * The headers of every answer. `web/public/_headers` repeats them for what the static layer answers by itself;
 * `tests/worker/headers.test.ts` compares the two.
 */
const constant = {
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
};
const entries = Object.entries(constant);
/** No answer has it of its own, so one that has it has them all. */
const sign = "Reporting-Endpoints";

/** What the answer says by itself is kept. */
export function addConstantHeaders(headers: Headers): void {
  if (headers.has(sign)) return;
  for (const [name, value] of entries) if (!headers.has(name)) headers.set(name, value);
}

/** For an answer that is made once and given often: one copy of all its headers takes less than setting each of them. */
export function withConstantHeaders(own: Record<string, string>): Headers {
  return new Headers({ ...constant, ...own });
}
