/** Each code has the text `errors.<code>` in every language. */
export const errorStatuses = {
  malformed_request: 400,
  validation_failed: 400,
  unsupported_media_type: 415,
  payload_too_large: 413,
  request_timeout: 408,
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
  second_step_on: 409,
  second_step_off: 409,
  registration_failed: 400,
  email_taken: 409,
  phone_taken: 409,
  member_not_found: 404,
  wrong_old_password: 400,
  password_mismatch: 400,
  password_policy: 400,
  password_guessable: 400,
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
  business_only: 403,
  options_required: 400,
  cart_empty: 409,
  shop_closed: 409,
  price_changed: 409,
  amount_not_payable: 409,
  too_many_samples: 409,
  active_sample_order: 409,
  order_unreadable: 409,
  lines_already_ordered: 409,
  sample_in_cart: 409,
  idempotency_mismatch: 422,
  idempotency_in_progress: 409,
  order_not_found: 404,
  order_not_payable: 409,
  order_not_cancellable: 409,
  result_invalid: 400,
  survey_response_not_found: 404,
} as const;
export type ErrorCode = keyof typeof errorStatuses;
export const errorCodes = Object.keys(errorStatuses);

/** The text is `errors.field.<code>`. */
export const fieldErrorCodes = [
  "required",
  "invalid",
  "hidden_characters",
  "too_short",
  "too_long",
  "out_of_range",
  "unknown_field",
  "invalid_email",
  "invalid_phone",
  "invalid_tax_id",
  "invalid_choice",
  "donation_code_required",
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

export interface ErrorAnswer {
  code: ErrorCode;
  requestId: string;
  /** The upstream's own words, unchanged, or what the code documents (for example `{ total }`). */
  detail?: unknown;
  fields?: Record<string, FieldErrorCode>;
}

/** Failures without an answer of the Worker; their texts have the same `errors.` prefix. */
export const clientErrorCodes = [
  "network_error",
  "timeout",
  "connection_refused",
  "operation_failed",
  "generic_error",
  "unknown_error",
] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];
