/** One order for one checkout in one batch: no repeated or parallel call places a second. */
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import type { Checkout, CheckoutLine } from "../wire.ts";
import { randomId, randomText } from "../identity/crypto.ts";
import { selected } from "./insert-select.ts";
import type { OrderRow } from "./orders.ts";
import { orderItems, orders } from "./schema.ts";

export interface Placing {
  memberId: string;
  idempotencyKey: string;
  bodyHash: string;
  checkout: Checkout;
  now: number;
}

/** Without 0, O, 1 and I, which look alike. */
const numberAlphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const taipeiOffsetMilliseconds = 8 * 3600_000;

export function newOrderNumber(now: number): string {
  const day = new Date(now + taipeiOffsetMilliseconds)
    .toISOString()
    .slice(2, 10)
    .replaceAll("-", "");
  return `SL${day}${randomText(numberAlphabet, 5)}`;
}

export const sumOf = ({ cart_items }: Checkout) =>
  cart_items.reduce((total, { price }) => total + price, 0);

/** @returns the order of this key, new or old; null when the member has an active sample order. */
export async function placeOrder(db: Database, placing: Placing): Promise<OrderRow | null> {
  const id = randomId();
  const [, , [placed]] = await db.batch([
    insertOrder(db, id, placing),
    insertItems(db, id, placing.checkout),
    db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.memberId, placing.memberId),
          eq(orders.idempotencyKey, placing.idempotencyKey),
        ),
      ),
  ]);
  return placed ?? null;
}

function insertOrder(
  db: Database,
  id: string,
  { memberId, idempotencyKey, bodyHash, checkout: form, now }: Placing,
) {
  const holdsSample = form.cart_items.some((item) => item.type === "SAMPLE") ? 1 : 0;
  const responseId =
    form.cart_items.find((item) => item.surveyResponseId != null)?.surveyResponseId ?? null;
  const row = selected(orders, {
    id,
    number: newOrderNumber(now),
    memberId,
    status: "payment_pending",
    holdsSample,
    customerName: form.customer_name,
    customerPhone: form.customer_phone,
    customerEmail: form.customer_email,
    customerAddress: form.customer_address,
    customerNote: form.customer_note ?? "",
    invoiceType: form.invoice_type,
    taxId: form.tax_id ?? "",
    carrierType: form.carrier_type ?? "",
    carrierNum: form.carrier_num ?? "",
    loveCode: form.love_code ?? "",
    totalPrice: sumOf(form),
    currency: form.currency,
    surveyResponseId: responseId,
    personalOption: sql`(SELECT personal_option FROM survey_responses
      WHERE id = ${responseId} AND member_id = ${memberId})`,
    idempotencyKey,
    bodyHash,
    paidTradeNo: null,
    paidAt: null,
    createdAt: now,
    updatedAt: now,
    // A trigger's.
    place: null,
  });
  const isFree = sql`${holdsSample} = 0 OR NOT EXISTS (
    SELECT 1 FROM orders WHERE member_id = ${memberId} AND holds_sample = 1
      AND status IN ('payment_pending', 'pending', 'processing', 'shipped'))`;
  return db
    .insert(orders)
    .select(sql`${row} WHERE ${isFree}`)
    .onConflictDoNothing({ target: [orders.memberId, orders.idempotencyKey] });
}

/** Only if the order was inserted. The lines are one JSON parameter, since D1 allows 100. */
function insertItems(db: Database, orderId: string, form: Checkout) {
  const lines = form.cart_items.map((line, position) => ({
    id: randomId(),
    position,
    unit: unitOf(line),
    line: { ...line, addonItemIds: line.addonItemIds ?? [] },
  }));
  const row = selected(orderItems, {
    id: sql`value ->> 'id'`,
    orderId,
    position: sql`value ->> 'position'`,
    type: sql`value ->> '$.line.type'`,
    productUnit: sql`value ->> 'unit'`,
    productNumber: sql`value ->> '$.line.label'`,
    productIds: sql`value -> '$.line.productIds'`,
    amount: sql`value ->> '$.line.amount'`,
    concentration: sql`value ->> '$.line.concentration'`,
    price: sql`value ->> '$.line.price'`,
    surveyResponseId: sql`value ->> '$.line.surveyResponseId'`,
    addonItemIds: sql`value -> '$.line.addonItemIds'`,
    labelText: sql`value ->> '$.line.labelText'`,
  });
  const wasMade = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId})`;
  return db
    .insert(orderItems)
    .select(sql`${row} FROM json_each(${JSON.stringify(lines)}) WHERE ${wasMade}`);
}

/** The cart says jar for both: a jar set for samples, a bottle for finished products. */
const unitOf = ({ type, itemType }: CheckoutLine) =>
  type === "FINISHED_PRODUCT" && itemType === "JAR" ? "BOTTLE" : itemType;
