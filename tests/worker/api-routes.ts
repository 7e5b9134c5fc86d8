/** Every route of `/api` by who may call it. The route matrix fails when the shop knows a route that is not here. */
import { checkoutForm } from "../support/checkout-form.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

/** `guest or member`: without a token the guest's own, with one the member's. */
type Caller = "anyone" | "guest or member" | "member" | "second step" | "refresh cookie";

/** Things of one member that another must not reach. */
export type Belonging = "address" | "answers" | "order" | "cart line" | "device";

interface Facts {
  /** What would be taken if the caller were the right one. */
  json?: object;
  form?: Record<string, string>;
  /** How many kibibytes of it are read at most; 8 of a form and 32 of JSON unless named. */
  mostKib?: number;
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

export interface ApiRoute extends Facts {
  method: Method;
  path: `/api/${string}`;
  who: Caller;
}

const small = (json: object) => ({ json, mostKib: 8 });
const code = { code: "000000" };
const passwords = { old_password: "a", new_password: "b", confirm_password: "b" };
const credentials = { form: { username: "nobody@example.test", password: "Perfume#2026" } };
const confirmation = small({ password: "Perfume#2026" });
const address = { json: { address: "1 Test Road" } };
const set = {
  productIds: ["hinoki-rain"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "r1",
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
const message = { form: { MerchantTradeNo: "made-up" }, fromEcpay: true } as const;

type Call = `${Method} ${string}`;
const callsOf: Record<Caller, Record<Call, Facts>> = {
  anyone: {
    "GET /health": {},
    "GET /v1/config": {},
    "GET /v1/info-pages/{context}": {},
    "GET /v1/scents/{id}": {},
    "POST /v1/csp-reports": { ...small({}), fromBrowser: true },
    "POST /v1/auth/login/access-token": credentials,
    "POST /v1/auth/login/password-verify": credentials,
    "POST /v1/auth/logout": {},
    "POST /v1/auth/register": small({}),
    "POST /v1/auth/forgot-password": small({}),
    "GET /v1/auth/password-policy": {},
    "POST /v1/members/login/access-token": credentials,
    "POST /v1/members/register": small({}),
    "GET /v1/surveys/{id}/full": {},
    "GET /v1/perfume-note/by_product/{productId}": {},
    "GET /v1/products/{id}": {},
    "GET /v1/product-addons/all": {},
    "GET /v1/product-addons/dependency-rules/all": {},
    "GET /v1/reorder-settings": {},
    "GET /v1/product-pricing/{id}": {},
    "GET /v1/custom-texts": {},
    "POST /v1/payments/ecpay/notify": message,
    "POST /v1/payments/ecpay/return": message,
    "GET /v1/payments/result": {},
  },
  "second step": {
    "POST /v1/auth/login/request-otp": small({ language_code: "en" }),
    "POST /v1/auth/login/verify-otp": small(code),
  },
  "refresh cookie": { "POST /v1/auth/refresh": {} },
  "guest or member": {
    "GET /v1/cart": {},
    "POST /v1/cart/items": { json: set },
    "PUT /v1/cart/items/{id}": { json: { amount: 1 }, of: "cart line" },
    "DELETE /v1/cart/items/{id}": { of: "cart line" },
    "DELETE /v1/cart/clear": {},
    "POST /v1/cart/restore": { json: { ids: ["some-line"] } },
  },
  member: {
    "POST /v1/auth/change-password": { ...small(passwords), beforePasswordChange: true },
    "GET /v1/auth/second-step": {},
    "POST /v1/auth/second-step": confirmation,
    "POST /v1/auth/second-step/confirm": small(code),
    "POST /v1/auth/second-step/recovery-codes": confirmation,
    "POST /v1/auth/second-step/off": confirmation,
    "GET /v1/auth/sessions": {},
    "DELETE /v1/auth/sessions": confirmation,
    "DELETE /v1/auth/sessions/{id}": { ...confirmation, of: "device" },
    "POST /v1/members/login/test-token": {},
    "GET /v1/members/me": { beforePasswordChange: true },
    "PATCH /v1/members/me": { json: { first_name: "Noor" } },
    "GET /v1/members/me/refusals": {},
    "PUT /v1/members/me/refusals": { json: { refusals: ["family:citrus"] } },
    "GET /v1/shipping-addresses": {},
    "POST /v1/shipping-addresses": address,
    "PUT /v1/shipping-addresses/{id}": { ...address, of: "address" },
    "DELETE /v1/shipping-addresses/{id}": { of: "address" },
    "POST /v1/surveys/{id}/start": { json: {} },
    "POST /v1/surveys/{id}/submit": { json: { form_id: "some-survey", answers: [] }, mostKib: 64 },
    "GET /v1/surveys/responses/{id}/full": { of: "answers" },
    "POST /v1/surveys/responses/{id}/recommendations": { json: reason, of: "answers" },
    "POST /v1/raw-materials/chat": { json: { content: "Rain", top_k: 3 } },
    "POST /v1/cart/checkout": { json: order, headers: key },
    "POST /v1/orders/{id}/pay": { json: {}, headers: key, of: "order" },
    "POST /v1/orders/{id}/cancel": { json: {}, of: "order" },
    "GET /v1/orders/my-orders": {},
    "GET /v1/orders/{id}": { of: "order" },
    "GET /v1/orders/{id}/survey-recommendations": { of: "order" },
  },
};

function routesOf(who: Caller): ApiRoute[] {
  return Object.entries(callsOf[who]).map(([call, facts]) => {
    const [verb = "", path = ""] = call.split(" ");
    const method = methods.find((one) => one === verb) ?? "GET";
    return { who, method, path: `/api/${path.slice(1)}`, ...facts };
  });
}

const callers: Caller[] = ["anyone", "second step", "refresh cookie", "guest or member", "member"];
export const apiRoutes: readonly ApiRoute[] = callers.flatMap(routesOf);
