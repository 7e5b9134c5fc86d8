/** Apart from `orders.ts`, which more screens read: the contract of a checkout is large. */
import {
  checkoutAnswer,
  type CheckoutAnswer,
  type CheckoutBody,
  type PayOrderBody,
} from "#contract/checkout-body";
import { api } from "./client.ts";

export function placeOrder(body: CheckoutBody, idempotencyKey: string): Promise<CheckoutAnswer> {
  return api.send("POST", "/cart/checkout", {
    json: body,
    schema: checkoutAnswer,
    headers: { "Idempotency-Key": idempotencyKey },
  });
}

export function payOrder(
  id: string,
  idempotencyKey: string,
  json: PayOrderBody = {},
): Promise<CheckoutAnswer> {
  return api.send("POST", `/orders/${id}/pay`, {
    json,
    schema: checkoutAnswer,
    headers: { "Idempotency-Key": idempotencyKey },
  });
}

export function cancelOrder(id: string): Promise<void> {
  return api.send("POST", `/orders/${id}/cancel`, { json: {} });
}
