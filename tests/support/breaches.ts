import { getTableColumns, getTableName } from "drizzle-orm";
import { is } from "drizzle-orm/entity";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { maxCartItems } from "#contract/cart";
import * as schema from "../../worker/store/schema.ts";

const day = 24 * 3600_000;
export const now = Date.now();
type Values = Record<string, string | number | null>;

const columns = Object.fromEntries(
  Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .map((table) => [getTableName(table), Object.values(getTableColumns(table))]),
);
const blank = (dataType: string) => ({ string: "", json: "[]" })[dataType] ?? now;

/** What is not said and may not be missing is empty, or of this moment. */
function insert(table: string, values: Values): string {
  const needed = columns[table]?.filter(({ notNull, hasDefault }) => notNull && !hasDefault);
  const empty = needed?.map(({ name, dataType }) => [name, blank(dataType)]) ?? [];
  const row: Values = { ...Object.fromEntries(empty), ...values };
  const literals = Object.values(row).map((value) =>
    typeof value === "string" ? `'${value}'` : String(value),
  );
  return `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${literals.join(", ")})`;
}

export const paid = { state: "paid", settle_nonce: "nonce", trade_no: "26112100", paid_at: now };
const asked = { asked_at: now, ended_at: now };
const form = { MerchantTradeNo: "NOWHERE", TotalAmount: "100" };
export function attempt(number: string, values: Values = {}): string {
  const names = { id: number, merchant_trade_no: number, order_id: number, order_number: number };
  return insert("payment_attempts", { ...names, amount_twd: 100, state: "open", ...values });
}
function outboxRow(number: string, values: Values = {}): string {
  const { kind = "order.paid" } = values;
  const payload = JSON.stringify({ kind, amount: 100, trade_no: "26112100" });
  const idempotency_key = `payment-${number}`;
  return insert("outbox", { order_id: number, kind, idempotency_key, payload, ...values });
}
const refund = (id: string, values: Values) => [
  insert("refunds", { id, amount_twd: 10, state: "requested", ...values }),
  insert("operator_actions", { id, action: "refund", subject: id }),
];
const cart = (id: string, values: Values = {}) =>
  insert("carts", { id, guest_hash: id, ...values });
const line = (id: string, cart_id: string, values: Values = {}) =>
  insert("cart_items", { id, cart_id, ...values });
const session = (id: string, values: Values = {}) =>
  insert("sessions", { id, upstream_expires_at: now, ...values });
const refreshToken = (hash: string, session_id: string, generation: number) =>
  insert("refresh_tokens", { hash, session_id, generation, created_at: now, used_at: null });

export const breaches: Record<string, string[]> = {
  "a paid attempt has one settling, one trade and one outbox row of its amount": [
    attempt("B1", { ...paid, amount_twd: 200 }),
    outboxRow("B1"),
  ],
  "money for a cancelled order is owed back": [
    attempt("B2M", paid),
    outboxRow("B2M"),
    insert("cancelled_orders", { order_id: "B2M", order_number: "B2M" }),
  ],
  "an attempt that is not paid was never settled": [attempt("B3", { ...paid, state: "open" })],
  "an order is paid by at most one attempt that keeps its money": [
    attempt("B4", paid),
    attempt("B4X", { ...paid, order_id: "B4" }),
    outboxRow("B4"),
    outboxRow("B4X", { order_id: "B4", kind: "order.needs_refund" }),
  ],
  "the upstream hears of exactly one payment of a paid order": [
    attempt("B5", { ...paid, needs_refund: 1 }),
    outboxRow("B5", { kind: "order.needs_refund" }),
  ],
  "an outbox row tells of a paid attempt": [attempt("B2"), outboxRow("B2")],
  "an outbox row tells of a cancelled order": [
    outboxRow("B2C", { kind: "order.cancelled", idempotency_key: "cancelled-B2C" }),
  ],
  "money that is owed back is marked as such": [
    attempt("B6", paid),
    attempt("B6X", { ...paid, order_id: "B6", needs_refund: 0 }),
    outboxRow("B6"),
    outboxRow("B6X", { order_id: "B6", kind: "order.needs_refund" }),
  ],
  "all attempts of an order are for one sum": [
    attempt("B7"),
    attempt("B7X", { order_id: "B7", amount_twd: 1 }),
  ],
  "the sum of an attempt is whole and positive": [attempt("B8", { amount_twd: 0 })],
  "prices and amounts in a cart are whole and positive": [
    cart("B8C"),
    line("B8L", "B8C", { unit_price: 0 }),
  ],
  "an answer that holds a payment form has its attempt": [
    insert("idempotency_keys", {
      scope: "checkout:nobody",
      key: "B9",
      answer: JSON.stringify({ ecpay_form_data: form }),
    }),
  ],
  "no more is given back than was paid": [
    attempt("B9P", paid),
    outboxRow("B9P"),
    ...refund("B9P1", { merchant_trade_no: "B9P", amount_twd: 60 }),
    ...refund("B9P2", { merchant_trade_no: "B9P", amount_twd: 60 }),
    ...refund("B9P3", { merchant_trade_no: "B9P", amount_twd: 60, state: "refused", ...asked }),
  ],
  "a refund is a whole positive sum, and its state fits its times": [
    attempt("B9Q", paid),
    outboxRow("B9Q"),
    ...refund("B9Q1", { merchant_trade_no: "B9Q", state: "made" }),
  ],
  "a refund was asked for by an operator": [
    attempt("B9R", paid),
    outboxRow("B9R"),
    ...refund("B9R1", { merchant_trade_no: "B9R" }).slice(0, 1),
  ],
  "a merged guest cart has one target and no line left": [
    cart("B10", { merged_into: "B10X" }),
    line("B10L", "B10"),
  ],
  "a cart belongs to one member or one guest": [cart("B11", { member_id: "nobody" })],
  "a line lies in a cart": [line("B12", "nowhere")],
  "a cart holds no more than it may": [
    cart("B13"),
    ...Array.from({ length: maxCartItems + 1 }, (_, index) => line(`B13-${index}`, "B13")),
  ],
  "a session has at most one refresh token that was not used, and it is the youngest": [
    session("B14"),
    refreshToken("B14-0", "B14", 0),
    refreshToken("B14-1", "B14", 1),
  ],
  "no session outlives its absolute end": [session("B15", { idle_ends_at: now + 3 * day })],
  "a code is guessed at five times at most": [
    insert("sign_in_challenges", { id: "B16", guesses: 6 }),
  ],
};
