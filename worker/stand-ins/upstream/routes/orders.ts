import { Hono } from "hono";
import { asc, and, eq } from "drizzle-orm";
import * as z from "zod/mini";
import type { App, Database } from "../app.ts";
import { checkoutBody, type Checkout, type Locale } from "../wire.ts";
import { findProduct, notesOf } from "../catalogue.ts";
import { requireMember } from "../http/actor.ts";
import { readJson, sentIdempotencyKey, idOf, readQuery } from "../http/body.ts";
import { invalid, Refusal, notFound } from "../http/refusal.ts";
import { stagedFailure } from "../http/faults.ts";
import { sha256, randomId } from "../identity/crypto.ts";
import { placeOrder, sumOf } from "../store/place-order.ts";
import { findOwnOrder, pageOrders, withItems } from "../store/orders.ts";
import { recommendations, surveyResponses } from "../store/schema.ts";

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

export const orders = new Hono<App>({ strict: false });
orders.use(requireMember);

const noun = "訂單";
const day = z.optional(z.string().check(z.regex(/^(\d{4}-\d{2}-\d{2})?$/)));
const digits = z.optional(z.string().check(z.regex(/^\d{1,9}$/)));
const pageQuery = z.object({ skip: digits, limit: digits, start_date: day, end_date: day });
const largestPage = 100;
const dayMilliseconds = 24 * 3600_000;

orders.get("/my-orders", async (c) => {
  const query = readQuery(c, pageQuery);
  const limit = Number(query.limit ?? "10");
  if (limit < 1 || limit > largestPage)
    throw invalid(`欄位驗證失敗：limit 必須介於 1 與 ${largestPage} 之間`);
  const period = {
    from: startOfDay(query.start_date),
    until: startOfDay(query.end_date, dayMilliseconds),
  };
  return c.json(
    await pageOrders(c.get("deps").db, c.get("actor").member.id, period, {
      skip: Number(query.skip ?? "0"),
      limit,
    }),
  );
});

/** In Taiwan's time zone. */
function startOfDay(date: string | undefined, later = 0): number | null {
  if (!date) return null;
  const start = Date.parse(`${date}T00:00:00+08:00`);
  // Date.parse reads 31 February as 3 March.
  if (Number.isNaN(start) || new Date(`${date}T00:00:00Z`).toISOString().slice(0, 10) !== date)
    throw invalid("欄位驗證失敗：日期不正確");
  return start + later;
}

orders.get("/:id", async (c) => {
  const { db } = c.get("deps");
  const row = await findOwnOrder(db, c.get("actor").member.id, idOf(c, "id", noun));
  if (!row) throw notFound(noun);
  const [order] = await withItems(db, [row]);
  return c.json(order);
});

orders.get("/:id/survey-recommendations", async (c) => {
  const { db, locale } = c.get("deps");
  const memberId = c.get("actor").member.id;
  const row = await findOwnOrder(db, memberId, idOf(c, "id", noun));
  if (!row) throw notFound(noun);
  const response_id = row.surveyResponseId;
  const products = response_id ? await recommended(db, memberId, response_id, locale) : [];
  return c.json({ response_id, products });
});

/** Only a response of the member's own, whatever the order says. */
async function recommended(db: Database, memberId: string, responseId: string, locale: Locale) {
  const rows = await db
    .select({ productId: recommendations.productId })
    .from(recommendations)
    .innerJoin(surveyResponses, eq(surveyResponses.id, recommendations.responseId))
    .where(and(eq(recommendations.responseId, responseId), eq(surveyResponses.memberId, memberId)))
    .orderBy(asc(recommendations.order));
  return rows.flatMap(({ productId }) => {
    const product = findProduct(productId, locale);
    if (!product) return [];
    const notes = notesOf(product.id, locale);
    return [
      {
        id: product.id,
        product_id: product.product_id,
        product_number: product.product_id,
        product_name: product.product_name,
        top_notes: notes?.top ?? [],
        middle_notes: notes?.middle ?? [],
        back_notes: notes?.back ?? [],
      },
    ];
  });
}
