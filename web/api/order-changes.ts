/** Apart from `orders.ts`, which more screens read: the contract of a checkout is large. */
import { checkoutAnswer, type CheckoutBody, type PayOrderBody } from "#contract/checkout-body";
import { api } from "./client.ts";

const askToPay = (path: string, json: CheckoutBody | PayOrderBody, idempotencyKey: string) =>
  api.send("POST", path, {
    json,
    schema: checkoutAnswer,
    headers: { "Idempotency-Key": idempotencyKey },
  });

export const placeOrder = (body: CheckoutBody, idempotencyKey: string) =>
  askToPay("/cart/checkout", body, idempotencyKey);

export const payOrder = (id: string, idempotencyKey: string, body: PayOrderBody = {}) =>
  askToPay(`/orders/${id}/pay`, body, idempotencyKey);

export function cancelOrder(id: string): Promise<void> {
  return api.send("POST", `/orders/${id}/cancel`, { json: {} });
}
