import { Hono } from "hono";
import type { App } from "../app.ts";
import { checkoutBody, type Checkout } from "../wire.ts";
import { findProduct } from "../catalogue.ts";
import { requireMember } from "../http/actor.ts";
import { readJson, sentIdempotencyKey } from "../http/body.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import { stagedFailure } from "../http/faults.ts";
import { sha256 } from "../identity/digest.ts";
import { randomId } from "../identity/random.ts";
import { placeOrder, sumOf } from "../store/place-order.ts";

export const checkout = new Hono<App>({ strict: false });

checkout.post("/checkout", requireMember, async (c) => {
  const { db, now } = c.get("deps");
  // Without a key every call places an order of its own.
  const idempotencyKey = sentIdempotencyKey(c) ?? `unkeyed-${randomId()}`;
  const form = await readJson(c, checkoutBody);
  const staged = await stagedFailure(form.customer_address);
  if (staged) return staged;
  refuseWrongLines(form);
  const bodyHash = await sha256(JSON.stringify(form));
  const order = await placeOrder(db, {
    memberId: c.get("actor").member.id,
    idempotencyKey,
    bodyHash,
    checkout: form,
    now,
  });
  if (!order) throw new Refusal(409, "您已有進行中的試香訂單");
  if (order.bodyHash !== bodyHash) throw invalid("此 Idempotency-Key 已用於不同的內容");
  // Without the documented `ecpay_form_data` and `payment_url`: the shop takes the payment.
  return c.json(
    {
      order_id: order.number,
      id: order.id,
      status: order.status,
      created_at: new Date(order.createdAt).toISOString(),
      order_total_price: order.totalPrice,
    },
    201,
  );
});

/** Prices are the shop's; there must be something to pay, and the products must exist. */
function refuseWrongLines(form: Checkout): void {
  if (form.cart_items.length === 0) throw invalid("訂單沒有商品");
  if (sumOf(form) < 1) throw invalid("訂單金額不正確");
  const hasNone = form.cart_items.some(({ productIds }) => productIds.length === 0);
  const unknown = form.cart_items
    .flatMap(({ productIds }) => productIds)
    .find((id) => findProduct(id, "zh") === null);
  if (unknown !== undefined || hasNone) throw new Refusal(404, "找不到商品");
}
