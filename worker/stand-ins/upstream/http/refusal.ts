/** Refusals in the upstream's form: `{"detail": "中文訊息"}`, or an object for a locked account. */
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { upstreamMessages } from "../wire.ts";

export type RefusalCode = keyof typeof upstreamMessages;

const statuses: Record<RefusalCode, ContentfulStatusCode> = {
  email_taken: 409,
  phone_taken: 409,
  wrong_credentials: 400,
  account_disabled: 403,
  account_waitlisted: 403,
  account_locked: 403,
  too_many_requests: 429,
  invalid_credentials: 401,
  member_not_found: 404,
  wrong_old_password: 400,
  password_mismatch: 400,
  password_policy: 400,
  company_name_required: 400,
  tax_id_required: 400,
  token_revoked: 401,
  token_invalid: 401,
  refresh_token_missing: 401,
  otp_wrong: 400,
  otp_expired: 400,
  otp_exhausted: 429,
};

/** Any 4xx; `app.onError` answers it. */
export class Refusal extends Error {
  constructor(
    readonly status: ContentfulStatusCode,
    readonly detail: string | Record<string, unknown>,
  ) {
    super(typeof detail === "string" ? detail : JSON.stringify(detail));
    this.name = "Refusal";
  }
}

export function refusal(code: RefusalCode): Refusal {
  return new Refusal(statuses[code], upstreamMessages[code]);
}

export function lockedRefusal(remainingSeconds: number): Refusal {
  return new Refusal(403, {
    message: upstreamMessages.account_locked,
    remaining_seconds: remainingSeconds,
  });
}

export const notFound = (what: string) => new Refusal(404, `找不到${what}`);
export const invalid = (why: string) => new Refusal(422, why);
