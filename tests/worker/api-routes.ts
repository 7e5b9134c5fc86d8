/** Every route of `/api` with its policy, as the Worker mounts it, and what the right caller would send. */
import type { Hono } from "hono";
import { policyOf, type Policy } from "../../worker/middleware/policy.ts";
import { checkoutForm } from "../support/checkouts.ts";

// Not by name: Node's program lacks the Workers' types.
const { default: shop }: { default: Hono } = await import(`../../worker/${"index"}.ts`);

/** Things of one member that another must not reach. */
export type Belonging = "address" | "answers" | "order" | "cart line" | "device";

export interface ApiRoute extends Policy {
  name: string;
  method: string;
  path: string;
  /** Undefined where no body is read. */
  sample?: object;
  headers: Record<string, string>;
  maxKib: number;
  /** Whose thing the path names: anybody else is told that there is none. */
  of?: Belonging;
}

const credentials = { username: "nobody@example.test", password: "Perfume#2026" };
const address = { address: "1 Test Road" };
/** What is taken of the right caller; `{}` where nothing is named. */
const samples: Record<string, object> = {
  "POST /auth/login/access-token": credentials,
  "POST /auth/login/password-verify": credentials,
  "POST /members/login/access-token": credentials,
  "POST /payments/ecpay/notify": { MerchantTradeNo: "made-up" },
  "POST /payments/ecpay/return": { MerchantTradeNo: "made-up" },
  "POST /auth/login/request-otp": { language_code: "en" },
  "POST /auth/login/verify-otp": { code: "000000" },
  "PUT /cart/items/:id": { amount: 1 },
  "DELETE /auth/sessions/:id": { password: "Perfume#2026" },
  "PATCH /members/me": { first_name: "Noor" },
  "POST /shipping-addresses": address,
  "PUT /shipping-addresses/:id": address,
  "POST /surveys/:id/submit": { form_id: "some-survey", answers: [] },
  "POST /surveys/responses/:id/recommendations": {
    response_id: "response-1",
    product_id: "hinoki-rain",
    recommendation_reason: "Rain",
    recommendation_order: 1,
    ai_response: "Rain",
  },
  "POST /raw-materials/chat": { content: "Rain", top_k: 3 },
  "POST /cart/checkout": checkoutForm({ items: [{ id: "some-line" }], totalPrice: 100 }),
};
const belongings: Record<string, Belonging> = {
  "/shipping-addresses/:id": "address",
  "/surveys/responses/:id": "answers",
  "/orders/:id": "order",
  "/cart/items/:id": "cart line",
  "/auth/sessions/:id": "device",
};

/** Declared for one method below `/api`; a handler stands behind its row at the same path. */
const declared = shop.routes.filter(
  ({ method, path }) => method !== "ALL" && path.startsWith("/api/"),
);
const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace("/api/v1", "")}`;
export const declaredNames = [...new Set(declared.map(nameOf))];

export const apiRoutes: readonly ApiRoute[] = declared.flatMap((route) => {
  const policy = policyOf(route.handler);
  if (policy === undefined) return [];
  const name = nameOf(route);
  const [, of] = Object.entries(belongings).find(([prefix]) => name.includes(` ${prefix}`)) ?? [];
  return {
    ...policy,
    name,
    method: route.method,
    path: route.path,
    ...((policy.json ?? policy.form ?? policy.text) && { sample: samples[name] ?? {} }),
    headers: policy.rate === "checkout" ? { "Idempotency-Key": "route-matrix-1" } : {},
    maxKib: policy.maxKib ?? (policy.json ? 32 : 8),
    ...(of && { of }),
  };
});
