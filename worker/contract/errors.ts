/**
 * The closed list of refusals. The wire carries `{ code, requestId, detail?, fields? }`; each code has a status in
 * `errors/statuses.ts` and the text `errors.<code>` in every language.
 */
export const errorCodes = [
  // the request itself
  "malformed_request",
  "validation_failed",
  "unsupported_media_type",
  "payload_too_large",
  "request_timeout",
  "not_found",
  "method_not_allowed",
  "origin_refused",
  "request_not_from_page",
  "too_many_requests",
  "internal",
  // who is asking
  "unauthenticated",
  "password_change_required",
  "wrong_credentials",
  "invalid_credentials",
  "account_disabled",
  "account_waitlisted",
  "account_locked",
  "token_invalid",
  "token_revoked",
  "refresh_token_missing",
  "otp_wrong",
  "otp_expired",
  "otp_exhausted",
  "second_step_on",
  "second_step_off",
  // account data
  "registration_failed",
  "email_taken",
  "phone_taken",
  "member_not_found",
  "wrong_old_password",
  "password_mismatch",
  "password_policy",
  "password_guessable",
  "company_name_required",
  "tax_id_required",
  // the upstream
  "upstream_refused",
  "upstream_failed",
  "upstream_unavailable",
  "upstream_maintenance",
  "upstream_timeout",
  "upstream_garbled",
  // cart, checkout, payment
  "cart_item_not_found",
  "cart_full",
  "cart_conflict",
  "business_only",
  "options_required",
  "cart_empty",
  "price_changed",
  "amount_not_payable",
  "too_many_samples",
  "active_sample_order",
  "order_unreadable",
  "lines_already_ordered",
  "sample_in_cart",
  "idempotency_mismatch",
  "idempotency_in_progress",
  "order_not_found",
  "order_not_payable",
  "order_not_cancellable",
  "result_invalid",
  // the quiz
  "survey_response_not_found",
] as const;
export type ErrorCode = (typeof errorCodes)[number];

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

/** Failures that the page meets without an answer of the Worker; their texts have the same `errors.` prefix. */
export const clientErrorCodes = [
  "network_error",
  "timeout",
  "connection_refused",
  "operation_failed",
  "generic_error",
  "unknown_error",
] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];
