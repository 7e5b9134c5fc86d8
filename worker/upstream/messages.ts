/** The sentences of the documents' error catalogue, as the upstream sends them in `detail`, with our codes. */
export const upstreamMessages = {
  email_taken: "此電子郵件已被註冊",
  phone_taken: "此手機號碼已被註冊",
  wrong_credentials: "帳號或密碼錯誤",
  account_disabled: "帳號已停用",
  account_waitlisted: "您已在候補名單中，服務開放時將通知您",
  account_locked: "登入失敗次數過多，帳號已鎖定30分鐘",
  too_many_requests: "請求過於頻繁，請稍後再試",
  invalid_credentials: "無法驗證憑證",
  member_not_found: "找不到會員",
  wrong_old_password: "舊密碼錯誤",
  password_mismatch: "新密碼與確認密碼不一致",
  password_policy: "新密碼不符合密碼規則",
  company_name_required: "企業用戶必須提供公司名稱",
  tax_id_required: "台灣企業用戶必須提供統一編號",
  token_revoked: "令牌已被撤銷",
  token_invalid: "無效或過期的令牌",
  refresh_token_missing: "缺少刷新令牌",
  otp_wrong: "驗證碼錯誤",
  otp_expired: "驗證碼已過期",
  otp_exhausted: "驗證碼嘗試次數過多",
} as const satisfies Record<string, string>;
/** A `detail` with this prefix is a failed registration for another reason. */
export const registrationFailedPrefix = "註冊失敗";
