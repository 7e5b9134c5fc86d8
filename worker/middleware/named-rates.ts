import type { RateName } from "../shop/limits/enforce-rate.ts";

/** By method and pattern of the route. `api` counts the others. */
export const namedRates: Readonly<Record<string, RateName>> = {
  "POST /api/v1/raw-materials/chat": "chat",
  "POST /api/v1/surveys/:id/start": "survey-start",
  "POST /api/v1/surveys/:id/submit": "survey-submit",
  "GET /api/v1/cart": "cart-read",
  "POST /api/v1/cart/items": "cart-write",
  "PUT /api/v1/cart/items/:id": "cart-write",
  "DELETE /api/v1/cart/items/:id": "cart-write",
  "DELETE /api/v1/cart/clear": "cart-write",
  "POST /api/v1/cart/restore": "cart-write",
  "POST /api/v1/cart/checkout": "checkout",
  "POST /api/v1/orders/:id/pay": "checkout",
  "POST /api/v1/orders/:id/cancel": "checkout",
};
