/** ECPay's side of a payment, signed with the keys that it publishes for its staging environment. */
import { randomBytes } from "node:crypto";
import { signed as signNotice } from "#ecpay/check-mac-value";
import { newMerchantTradeNo } from "#ecpay/order-form";
import type { D1Like, Shop } from "./shop.ts";
import { insertAttempts, insertOrders } from "./stored-orders.ts";

export type At = Pick<Shop, "fetch" | "db" | "upstreamDb" | "cashierDb">;

export const stageKeys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };
export const merchantId = "3002607";

export interface Payable {
  merchantTradeNo: string;
  amountTwd: number;
}

export const newTradeNo = () => newMerchantTradeNo(randomBytes(19));

let trades = 0;

type Changes = Record<string, string | undefined>;

/** The fields of a genuine "paid" notice; `changes` with undefined leaves a field out. */
export function noticeFields(
  { merchantTradeNo, amountTwd }: Payable,
  changes: Changes = {},
): Record<string, string> {
  trades += 1;
  const fields = {
    MerchantID: merchantId,
    MerchantTradeNo: merchantTradeNo,
    StoreID: "",
    RtnCode: "1",
    RtnMsg: "交易成功",
    TradeNo: `2611210000${trades.toString().padStart(8, "0")}`,
    TradeAmt: String(amountTwd),
    PaymentDate: "2026/11/21 13:00:00",
    PaymentType: "Credit_CreditCard",
    PaymentTypeChargeFee: "5",
    TradeDate: "2026/11/21 12:59:00",
    SimulatePaid: "0",
    CustomField1: "",
    CustomField2: "",
    CustomField3: "",
    CustomField4: "",
    ...changes,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

export const signedNotice = async (payable: Payable, changes: Changes = {}): Promise<string> =>
  new URLSearchParams(await signNotice(noticeFields(payable, changes), stageKeys)).toString();

export type Told = Awaited<ReturnType<typeof tell>>;

type Body = string | Uint8Array<ArrayBuffer>;

async function tell(
  shop: At,
  path: string,
  body: Body,
  contentType = "application/x-www-form-urlencoded",
) {
  const response = await shop.fetch(`/api/v1/payments/ecpay/${path}`, {
    method: "POST",
    headers: { "Content-Type": contentType, Origin: "https://payment-stage.ecpay.com.tw" },
    body,
  });
  const { status, headers } = response;
  return { status, text: await response.text(), location: headers.get("Location") };
}

export const notify = (shop: At, body: Body, contentType?: string) =>
  tell(shop, "notify", body, contentType);
export const comeBack = (shop: At, body: string) => tell(shop, "return", body);

export async function rows<Row>(db: D1Like, sql: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await db
    .prepare(sql)
    .bind(...values)
    .all<Row>();
  return results;
}

interface AttemptRow {
  merchant_trade_no: string;
  order_id: string;
  amount_twd: number;
  state: string;
  needs_refund: number;
  trade_no: string | null;
  next_query_at: number;
  query_count: number;
}

export async function attemptOf({ db }: At, merchantTradeNo: string): Promise<AttemptRow> {
  const sql = "SELECT * FROM payment_attempts WHERE merchant_trade_no = ?";
  const [row] = await rows<AttemptRow>(db, sql, merchantTradeNo);
  if (row === undefined) throw new Error(`no attempt ${merchantTradeNo}`);
  return row;
}

export const outboxOf = ({ db }: At, orderId: string) =>
  rows<{ kind: string; sent_at: number | null; attempts: number; payload: string }>(
    db,
    "SELECT * FROM outbox WHERE order_id = ? ORDER BY id",
    orderId,
  );

export const inboxOf = ({ db }: At, merchantTradeNo: string) =>
  rows<{ reason: string; resolved_at: number | null }>(
    db,
    "SELECT reason, resolved_at FROM payment_inbox WHERE merchant_trade_no = ? ORDER BY received_at",
    merchantTradeNo,
  );

/** An open attempt at paying an order that the upstream has never seen, for tests that end at our own books. */
export async function newAttempt(
  { db }: At,
  { orderId = newTradeNo(), amountTwd = 100, ageMs = 0 } = {},
): Promise<Payable & { orderId: string }> {
  const merchantTradeNo = newTradeNo();
  const row = { merchant_trade_no: merchantTradeNo, order_id: orderId, amount_twd: amountTwd };
  const { sql, list } = insertAttempts([row], Date.now() - ageMs);
  await rows(db, sql, list);
  return { merchantTradeNo, amountTwd, orderId };
}

export type PayableOrder = Payable & { orderId: string; tradeNo: string };

/** Unpaid orders in the upstream's books, each with an open attempt in ours; `memberId` says whose. */
export async function newPayableOrders(
  { db, upstreamDb }: At,
  count: number,
  { amountTwd = 100, memberId = "nobody", ageMs = 0 } = {},
): Promise<PayableOrder[]> {
  const orders = Array.from({ length: count }, () => {
    const merchantTradeNo = newTradeNo();
    const tradeNo = `26112100${merchantTradeNo.slice(2, 14)}`;
    return { merchantTradeNo, amountTwd, orderId: newTradeNo(), tradeNo };
  });
  const stored = insertOrders(
    orders.map(({ orderId }) => ({ id: orderId, total_price: amountTwd, member_id: memberId })),
  );
  await rows(upstreamDb, stored.sql, stored.list);
  const attempts = orders.map(({ merchantTradeNo, orderId }) => ({
    merchant_trade_no: merchantTradeNo,
    order_id: orderId,
    amount_twd: amountTwd,
    member_id: memberId,
  }));
  const tried = insertAttempts(attempts, Date.now() - ageMs);
  await rows(db, tried.sql, tried.list);
  return orders;
}

export async function newPayableOrder(
  shop: At,
  wish: { amountTwd?: number; ageMs?: number } = {},
): Promise<PayableOrder> {
  const [order] = await newPayableOrders(shop, 1, wish);
  if (order === undefined) throw new Error("no order was made");
  return order;
}

export async function upstreamStatus({ upstreamDb }: At, orderId: string) {
  const sql = "SELECT status FROM orders WHERE id = ?";
  return (await rows<{ status: string }>(upstreamDb, sql, orderId))[0]?.status;
}

export const upstreamEvents = ({ upstreamDb }: At, orderId: string) =>
  rows<{ kind: string; outcome: string }>(
    upstreamDb,
    "SELECT kind, outcome FROM payment_events WHERE order_id = ? ORDER BY created_at",
    orderId,
  );

export async function allKnownAtEcpay(
  { cashierDb }: At,
  orders: readonly Payable[],
  outcome: "paid" | "declined" | null,
): Promise<void> {
  const sql = `INSERT INTO trades (merchant_trade_no, key, trade_no, amount_twd, item_name, language, return_url, order_result_url, client_back_url, outcome, created_at, decided_at)
    SELECT value ->> 'merchantTradeNo', value ->> 'merchantTradeNo', '26112100' || substr(value ->> 'merchantTradeNo', 3, 12), value ->> 'amountTwd',
      'Sillage + 香跡 100%', '', '', '', '', ?2, ?3, ?3
    FROM json_each(?1)`;
  await rows(cashierDb, sql, JSON.stringify(orders), outcome, Date.now());
}

export const knownAtEcpay = (shop: At, order: Payable, outcome: "paid" | "declined" | null) =>
  allKnownAtEcpay(shop, [order], outcome);

export const genuineNotice = (order: PayableOrder, changes: Changes = {}): Promise<string> =>
  signedNotice(order, { TradeNo: order.tradeNo, ...changes });

interface Books {
  state: string;
  needsRefund: number;
  outboxRows: number;
  unsent: number;
  upstream: string | undefined;
}

/** Where each order stands, in our books and the upstream's, in the order of the list. */
export async function booksOf(shop: At, orders: readonly PayableOrder[]): Promise<Books[]> {
  const list = JSON.stringify(orders);
  const ours = `SELECT merchant_trade_no AS name, state, needs_refund AS needsRefund,
      (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id) AS outboxRows,
      (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id AND sent_at IS NULL) AS unsent
    FROM payment_attempts WHERE name IN (SELECT value ->> 'merchantTradeNo' FROM json_each(?))`;
  const theirs =
    "SELECT id AS name, status FROM orders WHERE id IN (SELECT value ->> 'orderId' FROM json_each(?))";
  type Named<Row> = Row & { name: string };
  const attempts = await rows<Named<Omit<Books, "upstream">>>(shop.db, ours, list);
  const statuses = await rows<Named<{ status: string }>>(shop.upstreamDb, theirs, list);
  const byName = new Map(attempts.map(({ name, ...books }) => [name, books]));
  const upstream = new Map(statuses.map(({ name, status }) => [name, status]));
  return orders.map(({ merchantTradeNo, orderId }) => {
    const books = byName.get(merchantTradeNo);
    if (books === undefined) throw new Error(`no attempt ${merchantTradeNo}`);
    return { ...books, upstream: upstream.get(orderId) };
  });
}

/** Another minute begins: neither we nor ECPay have counted a question in it. */
export async function freshMinute({ db, cashierDb }: At): Promise<void> {
  await rows(db, "DELETE FROM limits WHERE key LIKE 'ecpay-query%'");
  await rows(cashierDb, "DELETE FROM query_minutes");
}

export async function makeDue({ db }: At, orders: readonly Payable[]): Promise<void> {
  const sql =
    "UPDATE payment_attempts SET next_query_at = 0 WHERE merchant_trade_no IN (SELECT value ->> 'merchantTradeNo' FROM json_each(?))";
  await rows(db, sql, JSON.stringify(orders));
}
