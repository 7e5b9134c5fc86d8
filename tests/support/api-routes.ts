/** Every route of `/api` with who may call it. The route matrix fails when the shop knows a route that is not here. */
import { checkoutForm } from "./checkout-form.ts";

/** `guest or member`: without a token the guest's own, with one the member's. */
type Caller = "anyone" | "guest or member" | "member" | "second step" | "refresh cookie";

/** Things of one member that another must not reach. */
export type Belonging = "address" | "answers" | "order" | "cart line" | "device";

export interface ApiRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/api/${string}`;
  who: Caller;
  /** What would be taken if the caller were the right one. */
  json?: object;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** Whose thing the path names: anybody else is told that there is none. */
  of?: Belonging;
  /** A member who still owes a new password may call it. */
  beforePasswordChange?: true;
  /** A message that ECPay sends through the shopper's browser or by itself: its proof is in its content. */
  fromEcpay?: true;
  /** Browsers send it by themselves, without a page's mark; it changes nothing. */
  fromBrowser?: true;
}

const code = { code: "000000" };
const passwords = { old_password: "a", new_password: "b", confirm_password: "b" };
const credentials = { username: "nobody@example.test", password: "Perfume#2026" };
const confirmation = { password: "Perfume#2026" };
const address = { address: "1 Test Road" };
const set = {
  productIds: ["hinoki-rain"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "response-1",
};
const key = { "Idempotency-Key": "route-matrix-1" };
const order = checkoutForm({ items: [{ id: "some-line" }], totalPrice: 100 });
const reason = {
  response_id: "response-1",
  product_id: "hinoki-rain",
  recommendation_reason: "Rain",
  recommendation_order: 1,
  ai_response: "Rain",
};

export const apiRoutes: readonly ApiRoute[] = [
  { method: "GET", path: "/api/health", who: "anyone" },
  { method: "GET", path: "/api/v1/config", who: "anyone" },
  { method: "GET", path: "/api/v1/info-pages/{context}", who: "anyone" },
  { method: "GET", path: "/api/v1/scents/{id}", who: "anyone" },
  { method: "POST", path: "/api/v1/csp-reports", who: "anyone", json: {}, fromBrowser: true },

  { method: "POST", path: "/api/v1/auth/login/access-token", who: "anyone", form: credentials },
  { method: "POST", path: "/api/v1/auth/login/password-verify", who: "anyone", form: credentials },
  {
    method: "POST",
    path: "/api/v1/auth/login/request-otp",
    who: "second step",
    json: { language_code: "en" },
  },
  { method: "POST", path: "/api/v1/auth/login/verify-otp", who: "second step", json: code },
  { method: "POST", path: "/api/v1/auth/refresh", who: "refresh cookie" },
  { method: "POST", path: "/api/v1/auth/logout", who: "anyone" },
  {
    method: "POST",
    path: "/api/v1/auth/change-password",
    who: "member",
    json: passwords,
    beforePasswordChange: true,
  },
  { method: "POST", path: "/api/v1/auth/register", who: "anyone", json: {} },
  { method: "POST", path: "/api/v1/auth/forgot-password", who: "anyone", json: {} },
  { method: "GET", path: "/api/v1/auth/password-policy", who: "anyone" },
  { method: "GET", path: "/api/v1/auth/second-step", who: "member" },
  { method: "POST", path: "/api/v1/auth/second-step", who: "member", json: confirmation },
  { method: "POST", path: "/api/v1/auth/second-step/confirm", who: "member", json: code },
  {
    method: "POST",
    path: "/api/v1/auth/second-step/recovery-codes",
    who: "member",
    json: confirmation,
  },
  { method: "POST", path: "/api/v1/auth/second-step/off", who: "member", json: confirmation },
  { method: "GET", path: "/api/v1/auth/sessions", who: "member" },
  { method: "DELETE", path: "/api/v1/auth/sessions", who: "member", json: confirmation },
  {
    method: "DELETE",
    path: "/api/v1/auth/sessions/{id}",
    who: "member",
    json: confirmation,
    of: "device",
  },

  { method: "POST", path: "/api/v1/members/login/access-token", who: "anyone", form: credentials },
  { method: "POST", path: "/api/v1/members/login/test-token", who: "member" },
  { method: "POST", path: "/api/v1/members/register", who: "anyone", json: {} },
  { method: "GET", path: "/api/v1/members/me", who: "member", beforePasswordChange: true },
  { method: "PATCH", path: "/api/v1/members/me", who: "member", json: { first_name: "Noor" } },

  { method: "GET", path: "/api/v1/members/me/refusals", who: "member" },
  {
    method: "PUT",
    path: "/api/v1/members/me/refusals",
    who: "member",
    json: { refusals: ["family:citrus"] },
  },

  { method: "GET", path: "/api/v1/shipping-addresses", who: "member" },
  { method: "POST", path: "/api/v1/shipping-addresses", who: "member", json: address },
  {
    method: "PUT",
    path: "/api/v1/shipping-addresses/{id}",
    who: "member",
    json: address,
    of: "address",
  },
  { method: "DELETE", path: "/api/v1/shipping-addresses/{id}", who: "member", of: "address" },

  { method: "GET", path: "/api/v1/surveys/{id}/full", who: "anyone" },
  { method: "POST", path: "/api/v1/surveys/{id}/start", who: "member", json: {} },
  {
    method: "POST",
    path: "/api/v1/surveys/{id}/submit",
    who: "member",
    json: { form_id: "some-survey", answers: [] },
  },
  { method: "GET", path: "/api/v1/surveys/responses/{id}/full", who: "member", of: "answers" },
  {
    method: "POST",
    path: "/api/v1/surveys/responses/{id}/recommendations",
    who: "member",
    json: reason,
    of: "answers",
  },
  {
    method: "POST",
    path: "/api/v1/raw-materials/chat",
    who: "member",
    json: { content: "Rain", top_k: 3 },
  },

  { method: "GET", path: "/api/v1/perfume-note/by_product/{productId}", who: "anyone" },
  { method: "GET", path: "/api/v1/products/{id}", who: "anyone" },
  { method: "GET", path: "/api/v1/product-addons/all", who: "anyone" },
  { method: "GET", path: "/api/v1/product-addons/dependency-rules/all", who: "anyone" },
  { method: "GET", path: "/api/v1/reorder-settings", who: "anyone" },
  { method: "GET", path: "/api/v1/product-pricing/{id}", who: "anyone" },
  { method: "GET", path: "/api/v1/custom-texts", who: "anyone" },

  { method: "GET", path: "/api/v1/cart", who: "guest or member" },
  { method: "POST", path: "/api/v1/cart/items", who: "guest or member", json: set },
  {
    method: "PUT",
    path: "/api/v1/cart/items/{id}",
    who: "guest or member",
    json: { amount: 1 },
    of: "cart line",
  },
  { method: "DELETE", path: "/api/v1/cart/items/{id}", who: "guest or member", of: "cart line" },
  { method: "DELETE", path: "/api/v1/cart/clear", who: "guest or member" },
  {
    method: "POST",
    path: "/api/v1/cart/restore",
    who: "guest or member",
    json: { ids: ["some-line"] },
  },

  { method: "POST", path: "/api/v1/cart/checkout", who: "member", json: order, headers: key },
  {
    method: "POST",
    path: "/api/v1/orders/{id}/pay",
    who: "member",
    json: {},
    headers: key,
    of: "order",
  },
  {
    method: "POST",
    path: "/api/v1/orders/{id}/cancel",
    who: "member",
    json: {},
    of: "order",
  },
  { method: "GET", path: "/api/v1/orders/my-orders", who: "member" },
  { method: "GET", path: "/api/v1/orders/{id}", who: "member", of: "order" },
  { method: "GET", path: "/api/v1/orders/{id}/survey-recommendations", who: "member", of: "order" },

  {
    method: "POST",
    path: "/api/v1/payments/ecpay/notify",
    who: "anyone",
    form: { MerchantTradeNo: "made-up" },
    fromEcpay: true,
  },
  {
    method: "POST",
    path: "/api/v1/payments/ecpay/return",
    who: "anyone",
    form: { MerchantTradeNo: "made-up" },
    fromEcpay: true,
  },
  { method: "GET", path: "/api/v1/payments/result", who: "anyone" },
];
