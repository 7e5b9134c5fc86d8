/** Refusals: `{"detail": "中文訊息"}`, or an object for a locked account. */
import type { ErrorHandler, NotFoundHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App } from "../app.ts";

/** The documents name the messages (account 8); statuses and Chinese sentences are ours. */
const refusals = {
  email_taken: [409, "此電子郵件已被註冊"],
  phone_taken: [409, "此手機號碼已被註冊"],
  wrong_credentials: [400, "帳號或密碼錯誤"],
  account_disabled: [403, "帳號已停用"],
  account_waitlisted: [403, "您已在候補名單中，服務開放時將通知您"],
  too_many_requests: [429, "請求過於頻繁，請稍後再試"],
  invalid_credentials: [401, "無法驗證憑證"],
  member_not_found: [404, "找不到會員"],
  wrong_old_password: [400, "舊密碼錯誤"],
  password_mismatch: [400, "新密碼與確認密碼不一致"],
  password_policy: [400, "新密碼不符合密碼規則"],
  company_name_required: [400, "企業用戶必須提供公司名稱"],
  tax_id_required: [400, "台灣企業用戶必須提供統一編號"],
  token_revoked: [401, "令牌已被撤銷"],
  token_invalid: [401, "無效或過期的令牌"],
  refresh_token_missing: [401, "缺少刷新令牌"],
  otp_wrong: [400, "驗證碼錯誤"],
  otp_expired: [400, "驗證碼已過期"],
  otp_exhausted: [429, "驗證碼嘗試次數過多"],
} as const;

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

export function refusal(code: keyof typeof refusals): Refusal {
  const [status, message] = refusals[code];
  return new Refusal(status, message);
}

export const lockedRefusal = (remainingSeconds: number) =>
  new Refusal(403, {
    message: "登入失敗次數過多，帳號已鎖定30分鐘",
    remaining_seconds: remainingSeconds,
  });

export const notFound = (what: string) => new Refusal(404, `找不到${what}`);
export const invalid = (why: string) => new Refusal(422, why);

const noPath = "找不到此路徑";
export const answerNotFound: NotFoundHandler<App> = (c) => c.json({ detail: noPath }, 404);

export const answerFailure: ErrorHandler<App> = (error, c) => {
  if (error instanceof Refusal) {
    if (error.status === 401) c.header("WWW-Authenticate", "Bearer");
    return c.json({ detail: error.detail }, error.status);
  }
  const { method, path } = c.req;
  const { message, stack, cause } = error;
  const inner = cause instanceof Error ? cause.message : undefined;
  console.error(
    JSON.stringify({ event: "failed", method, path, error: message, cause: inner, stack }),
  );
  return c.json({ detail: "系統忙碌中，請稍後再試" }, 500);
};
