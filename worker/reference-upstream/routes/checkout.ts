import { Hono } from "hono";
import type * as z from "zod/mini";
import type { App } from "../app.ts";
import { upstreamCheckoutBody } from "../../upstream/wire.ts";
import { findProduct } from "../catalogue.ts";
import { requireMember } from "../http/actor.ts";
import { readJson } from "../http/body.ts";
import { idempotencyKeyOf } from "../http/idempotency.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import { stagedFailure } from "../http/sentinels.ts";
import { sha256 } from "../identity/digest.ts";
import { placeOrder } from "../store/place-order.ts";

export const checkout = new Hono<App>({ strict: false });

type Checkout = z.infer<typeof upstreamCheckoutBody>;

checkout.post("/checkout", requireMember, async (c) => {
  const { db, now } = c.get("deps");
  const idempotencyKey = idempotencyKeyOf(c);
  const form = await readJson(c, upstreamCheckoutBody);
  const staged = await stagedFailure(form.customer_address);
  if (staged) return staged;
  refuseWrongLines(form);
  const bodyHash = await sha256(JSON.stringify(form));
  const order = await placeOrder(db, { memberId: c.get("actor").member.id, idempotencyKey, bodyHash, checkout: form, now });
  if (!order) throw new Refusal(409, "您已有進行中的試香訂單");
  if (order.bodyHash !== bodyHash) throw invalid("此 Idempotency-Key 已用於不同的內容");
  return c.json(
    {
      id: order.id,
      order_id: order.number,
      status: order.status,
      created_at: new Date(order.createdAt).toISOString(),
      order_total_price: order.totalPrice,
    },
    201,
  );
});

/** The prices are the shop's; that they add up and that the products exist is for this side to check. */
function refuseWrongLines(form: Checkout): void {
  if (form.cart_items.length === 0) throw invalid("訂單沒有商品");
  if (form.cart_items.some((item) => item.amount < 1 || item.price < 0)) throw invalid("商品數量或金額不正確");
  const sum = form.cart_items.reduce((total, item) => total + item.price, 0);
  if (sum !== form.order_total_price || sum < 1) throw invalid("訂單金額與商品金額不符");
  const unknown = form.cart_items.flatMap((item) => item.product_ids).find((id) => findProduct(id, "zh") === null);
  if (unknown !== undefined || form.cart_items.some((item) => item.product_ids.length === 0))
    throw new Refusal(404, "找不到商品");
}
