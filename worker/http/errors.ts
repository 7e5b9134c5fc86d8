/** Turns every failure into `{ code, requestId, detail?, fields? }`. What the shopper's browser is told is never an exception's own text. */
import type { ErrorAnswer, ErrorCode, FieldErrorCode } from "#contract/errors";
import type { Context } from "hono";
import { routePath } from "hono/route";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App } from "../context.ts";
import { failurePage } from "./failure-page.ts";
import { createLog } from "./log.ts";

const statuses: Record<ErrorCode, ContentfulStatusCode> = {
  malformed_request: 400,
  validation_failed: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  not_found: 404,
  method_not_allowed: 405,
  origin_refused: 403,
  request_not_from_page: 403,
  too_many_requests: 429,
  internal: 500,
  unauthenticated: 401,
  password_change_required: 403,
  wrong_credentials: 400,
  invalid_credentials: 401,
  account_disabled: 403,
  account_waitlisted: 403,
  account_locked: 403,
  token_invalid: 401,
  token_revoked: 401,
  refresh_token_missing: 401,
  otp_wrong: 400,
  otp_expired: 400,
  otp_exhausted: 429,
  registration_failed: 400,
  email_taken: 409,
  phone_taken: 409,
  member_not_found: 404,
  wrong_old_password: 400,
  password_mismatch: 400,
  password_policy: 400,
  company_name_required: 400,
  tax_id_required: 400,
  upstream_refused: 400,
  upstream_failed: 500,
  upstream_unavailable: 502,
  upstream_maintenance: 503,
  upstream_timeout: 504,
  upstream_garbled: 502,
  cart_item_not_found: 404,
  cart_full: 409,
  cart_conflict: 409,
  product_unknown: 404,
  options_required: 400,
  cart_empty: 409,
  price_changed: 409,
  too_many_samples: 409,
  active_sample_order: 409,
  order_unreadable: 409,
  sample_in_cart: 409,
  idempotency_mismatch: 422,
  idempotency_in_progress: 409,
  order_not_found: 404,
  order_not_payable: 409,
  result_invalid: 400,
  survey_response_not_found: 404,
};

interface ErrorFacts {
  detail?: unknown;
  fields?: Record<string, FieldErrorCode>;
  /** The upstream's own status, where it differs from the table's. */
  status?: ContentfulStatusCode;
  headers?: Record<string, string>;
}

/** A refusal that the shopper may see. */
export class ShopError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly facts: ErrorFacts = {},
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = "ShopError";
  }

  get status(): ContentfulStatusCode {
    return this.facts.status ?? statuses[this.code];
  }
}

/** Who meets these often is trying doors: tokens that are not ours, other sites' pages, things of somebody else. */
const telling = new Set<ErrorCode>([
  "token_invalid",
  "token_revoked",
  "origin_refused",
  "request_not_from_page",
  "password_change_required",
  "order_not_found",
  "cart_item_not_found",
  "survey_response_not_found",
]);

/** Where every failure of every route ends. What was not expected is logged whole and answered without a word of it. */
export function onError(error: Error, c: Context<App>): Response {
  const refusal = error instanceof ShopError ? error : new ShopError("internal", {}, { cause: error });
  const { status } = refusal;
  const log = createLog(c.get("requestId"));
  if (telling.has(refusal.code)) {
    const sessionId = c.get("actor")?.sessionId;
    log.info("request refused", { code: refusal.code, status, route: routePath(c), ...(sessionId && { sessionId }) });
  }
  if (status >= 500) {
    log[refusal.code === "internal" ? "error" : "warn"]("request failed", {
      code: refusal.code,
      status,
      route: routePath(c),
      error,
    });
    if (isPage(c)) return c.html(failurePage(c.get("requestId")), status, { "Cache-Control": "no-store" });
  }
  const { detail, fields } = refusal.facts;
  const answer: ErrorAnswer = {
    code: refusal.code,
    requestId: c.get("requestId"),
    ...(detail === undefined ? {} : { detail }),
    ...(fields === undefined ? {} : { fields }),
  };
  const wait = status === 503 ? { "Retry-After": "10" } : waitOf(detail);
  return c.json(answer, status, { "Cache-Control": "no-store", ...wait, ...refusal.facts.headers });
}

function isPage(c: Context<App>): boolean {
  return !/^\/(api|locales)(\/|$)/.test(c.req.path) && (c.req.header("Accept") ?? "").includes("text/html");
}

/** A refusal that says for how long it holds says so in the header too. */
function waitOf(detail: unknown): Record<string, string> {
  if (typeof detail !== "object" || detail === null) return {};
  const seconds = Reflect.get(detail, "retry_after_seconds") ?? Reflect.get(detail, "remaining_seconds");
  return Number.isInteger(seconds) && Number(seconds) > 0 ? { "Retry-After": String(seconds) } : {};
}
