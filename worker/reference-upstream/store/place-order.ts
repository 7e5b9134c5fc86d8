/**
 * Makes one order out of one checkout: in one batch, so that neither a repeated nor a parallel call makes a second.
 * The columns of each SELECT stand in the order of the schema, which is how Drizzle names them.
 */
import { and, eq, sql } from "drizzle-orm";
import type * as z from "zod/mini";
import type { Database } from "../app.ts";
import type { upstreamCheckoutBody } from "../../upstream/wire.ts";
import { randomId, randomText } from "../identity/random.ts";
import type { OrderRow } from "./orders.ts";
import { orderItems, orders } from "./schema.ts";

type Checkout = z.infer<typeof upstreamCheckoutBody>;

export interface Placing {
  memberId: string;
  idempotencyKey: string;
  bodyHash: string;
  checkout: Checkout;
  now: number;
}

/** Without 0, O, 1 and I, which look alike on a parcel. */
const numberAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const taipeiOffsetMilliseconds = 8 * 3600_000;

export function newOrderNumber(now: number): string {
  const day = new Date(now + taipeiOffsetMilliseconds).toISOString().slice(2, 10).replaceAll("-", "");
  return `SL${day}${randomText(numberAlphabet, 5)}`;
}

/** @returns the order of this key, new or known already; null when a sample order under way stands in its way. */
export async function placeOrder(db: Database, placing: Placing): Promise<OrderRow | null> {
  const id = randomId();
  const [, , [placed]] = await db.batch([
    insertOrder(db, id, placing),
    insertItems(db, id, placing.checkout),
    db
      .select()
      .from(orders)
      .where(and(eq(orders.memberId, placing.memberId), eq(orders.idempotencyKey, placing.idempotencyKey))),
  ]);
  return placed ?? null;
}

function insertOrder(db: Database, id: string, { memberId, idempotencyKey, bodyHash, checkout: form, now }: Placing) {
  const holdsSample = form.cart_items.some((item) => item.type === "SAMPLE") ? 1 : 0;
  const responseId = form.cart_items.find((item) => item.survey_response_id !== null)?.survey_response_id ?? null;
  const row = sql`
    SELECT ${id}, ${newOrderNumber(now)}, ${memberId}, 'payment_pending', ${holdsSample}, ${form.customer_name}, ${form.customer_phone},
      ${form.customer_email}, ${form.customer_address}, ${form.customer_note}, ${form.invoice_type}, ${form.tax_id}, ${form.carrier_type},
      ${form.carrier_num}, ${form.love_code}, ${form.order_total_price}, ${form.currency}, ${responseId},
      (SELECT personal_option FROM survey_responses WHERE id = ${responseId} AND member_id = ${memberId}),
      ${idempotencyKey}, ${bodyHash}, NULL, NULL, ${now}, ${now}, NULL
    WHERE ${holdsSample} = 0 OR NOT EXISTS (
      SELECT 1 FROM orders WHERE member_id = ${memberId} AND holds_sample = 1
        AND status IN ('payment_pending', 'pending', 'processing', 'shipped'))`;
  return db
    .insert(orders)
    .select(row)
    .onConflictDoNothing({ target: [orders.memberId, orders.idempotencyKey] });
}

/** Lines only for the order that was really made. One JSON parameter holds them all: D1 takes no more than 100. */
function insertItems(db: Database, orderId: string, form: Checkout) {
  const lines = JSON.stringify(form.cart_items.map((item, position) => ({ ...item, id: randomId(), position })));
  const rows = sql`
    SELECT value ->> 'id', ${orderId}, value ->> 'position', value ->> 'type', value ->> 'product_unit', value ->> 'product_number',
      value -> 'product_ids', value ->> 'amount', value ->> 'concentration', value ->> 'price', value ->> 'survey_response_id',
      value -> 'addon_item_ids', value ->> 'label_text'
    FROM json_each(${lines}) WHERE EXISTS (SELECT 1 FROM orders WHERE id = ${orderId})`;
  return db.insert(orderItems).select(rows);
}
