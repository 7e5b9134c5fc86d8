/**
 * The definition of the upstream's `/api/v1`: the one module that both sides of the wire import.
 * Nouns that travel through unchanged have the shape of our own contract and are re-exported from there.
 */
import * as z from "zod/mini";

export * from "#contract/survey";
export * from "#contract/product";
export * from "#contract/order";
export * from "#contract/member";
export * from "#contract/errors";
export {
  changePasswordBody,
  forgotPasswordBody,
  message,
  passwordPolicy,
  requestOtpBody,
  signInForm,
  verifyOtpBody,
} from "#contract/auth";
export { countryCodes, dialCodes } from "#contract/countries";
export { isLocale, localeOfAcceptLanguage, locales, type Locale } from "#contract/locales";
export { currency, setPriceTwd } from "#contract/money";
export { concentrations, itemTypes, saleTypes } from "#contract/cart";
export { invoiceTypes } from "#contract/checkout";
export { id, idPattern, taiwanTaxIdPattern } from "#contract/fields";

/** What the upstream says in `detail`; the edge adds the code beside it and passes the words on unchanged. */
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
/** A detail that starts with this is a failed registration for some other reason. */
export const registrationFailedPrefix = "註冊失敗";

/** Both sign-in calls; the refresh token travels in a cookie named `refresh_token`. */
export const upstreamSignInAnswer = z.union([
  z.object({ temp_token: z.string(), requires_2fa: z.literal(true) }),
  z.object({ access_token: z.string(), token_type: z.string(), expires_in: z.int(), must_change_password: z.boolean() }),
]);
export const upstreamAccessAnswer = z.object({
  access_token: z.string(),
  token_type: z.string(),
  expires_in: z.int(),
  must_change_password: z.optional(z.boolean()),
});
export const upstreamOtpAnswer = z.object({ expires_at: z.string() });
export const refreshCookieName = "refresh_token";

/** POST /cart/checkout, as the edge sends it: the lines are priced and the sum is final. Needs an Idempotency-Key. */
export const upstreamCheckoutBody = z.strictObject({
  customer_name: z.string(),
  customer_address: z.string(),
  customer_phone: z.string(),
  customer_email: z.string(),
  customer_note: z.string(),
  pay_type: z.literal("ecpay"),
  country: z.literal("TW"),
  currency: z.literal("TWD"),
  invoice_type: z.enum(["B2C", "B2B", "DONATE"]),
  tax_id: z.string(),
  carrier_type: z.string(),
  carrier_num: z.string(),
  love_code: z.string(),
  order_total_price: z.int(),
  cart_items: z.array(
    z.strictObject({
      product_ids: z.array(z.string()),
      product_number: z.string(),
      type: z.enum(["SAMPLE", "FINISHED_PRODUCT"]),
      product_unit: z.enum(["JAR", "SAMPLE_PAPER", "BOTTLE", "LARGE_JAR_KG"]),
      amount: z.int(),
      concentration: z.nullable(z.string()),
      price: z.int(),
      survey_response_id: z.nullable(z.string()),
      addon_item_ids: z.array(z.string()),
      label_text: z.nullable(z.string()),
    }),
  ),
});
/** 201: the created order; the same key answers the same order again. */
export const upstreamCheckoutAnswer = z.object({
  id: z.string(),
  order_id: z.string(),
  status: z.string(),
  created_at: z.string(),
  order_total_price: z.int(),
});

/** What issuing the e-invoice of a paid order needs, as the shopper gave it at checkout. */
export const invoice = z.strictObject({
  invoice_type: z.enum(["B2C", "B2B", "DONATE"]),
  tax_id: z.string(),
  carrier_type: z.string(),
  carrier_num: z.string(),
  love_code: z.string(),
  customer_name: z.string(),
  customer_email: z.string(),
  customer_phone: z.string(),
  customer_address: z.string(),
  items: z.array(z.object({ product_number: z.string(), product_unit: z.string(), amount: z.int(), price: z.int() })),
});
export type Invoice = z.infer<typeof invoice>;

/**
 * POST /service/payment-events, with the service token and an Idempotency-Key. An order that can no longer be paid
 * (cancelled, or paid already by another trade) answers `needs_refund`.
 */
export const paymentEvent = z.strictObject({
  kind: z.enum(["order.paid", "order.needs_refund"]),
  order_id: z.string(),
  merchant_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  payment_type: z.string(),
  paid_at: z.string(),
  invoice: z.nullish(invoice),
});
export type PaymentEvent = z.infer<typeof paymentEvent>;
export const paymentEventAnswer = z.object({ outcome: z.enum(["accepted", "needs_refund"]) });

/** Ids that the configuration of the reference upstream and of the shop agree on. */
export const wellKnownIds = {
  survey: "scent-discovery",
  descriptionQuestion: "ideal-scent",
  labelCategory: "label",
} as const;
