/** Turns every failure into `{ code, requestId, detail?, fields? }`. What the shopper's browser is told is never an exception's own text. */
import type { ErrorCode, FieldErrorCode } from "#contract/errors";
import type { ContentfulStatusCode } from "hono/utils/http-status";

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
  cart_empty: 409,
  price_changed: 409,
  too_many_samples: 409,
  active_sample_order: 409,
  idempotency_mismatch: 422,
  idempotency_in_progress: 409,
  order_not_found: 404,
  order_not_payable: 409,
  result_invalid: 400,
};

export function statusOf(code: ErrorCode): ContentfulStatusCode {
  return statuses[code];
}

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
}
