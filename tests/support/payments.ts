/** ECPay's side of a payment, signed with the keys that it publishes for its staging environment. */
import { randomBytes, randomInt } from "node:crypto";
import { signNotice } from "#ecpay/notification";
import { newMerchantTradeNo } from "#ecpay/order-form";
import type { Shop } from "./shop.ts";
import { insertAttempts, insertOrders } from "./stored-orders.ts";

export const stageKeys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };
export const merchantId = "3002607";

export interface Payable {
  merchantTradeNo: string;
  amountTwd: number;
}

export const newTradeNo = () => newMerchantTradeNo(randomInt(256), randomBytes(17));

let trades = 0;

/** The fields of a genuine "paid" notice; `changes` with undefined leaves a field out. */
export function noticeFields(
  { merchantTradeNo, amountTwd }: Payable,
  changes: Record<string, string | undefined> = {},
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

export async function signedNotice(
  payable: Payable,
  changes: Record<string, string | undefined> = {},
): Promise<string> {
  return new URLSearchParams(
    await signNotice(noticeFields(payable, changes), stageKeys),
  ).toString();
}

export interface Told {
  status: number;
  text: string;
  location: string | null;
}

const formType = "application/x-www-form-urlencoded";

async function tell(
  shop: Shop,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  contentType = formType,
): Promise<Told> {
  const response = await shop.fetch(`/api/v1/payments/ecpay/${path}`, {
    method: "POST",
    headers: { "Content-Type": contentType, Origin: "https://payment-stage.ecpay.com.tw" },
    body,
  });
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get("Location"),
  };
}

export const notify = (shop: Shop, body: string | Uint8Array<ArrayBuffer>, contentType?: string) =>
  tell(shop, "notify", body, contentType);
export const comeBack = (shop: Shop, body: string) => tell(shop, "return", body);

export interface AttemptRow {
  merchant_trade_no: string;
  order_id: string;
  amount_twd: number;
  state: string;
  needs_refund: number;
  trade_no: string | null;
  next_query_at: number;
  query_count: number;
}

export async function attemptOf(shop: Shop, merchantTradeNo: string): Promise<AttemptRow> {
  const row = await shop.db
    .prepare("SELECT * FROM payment_attempts WHERE merchant_trade_no = ?")
    .bind(merchantTradeNo)
    .first<AttemptRow>();
  if (row === null) throw new Error(`no attempt ${merchantTradeNo}`);
  return row;
}

export interface OutboxRow {
  kind: string;
  sent_at: number | null;
  attempts: number;
}

export async function outboxOf(shop: Shop, orderId: string): Promise<OutboxRow[]> {
  return (
    await shop.db
      .prepare("SELECT * FROM outbox WHERE order_id = ? ORDER BY id")
      .bind(orderId)
      .all<OutboxRow>()
  ).results;
}

export async function inboxOf(
  shop: Shop,
  merchantTradeNo: string,
): Promise<{ reason: string; resolved_at: number | null }[]> {
  const sql =
    "SELECT reason, resolved_at FROM payment_inbox WHERE merchant_trade_no = ? ORDER BY received_at";
  return (
    await shop.db
      .prepare(sql)
      .bind(merchantTradeNo)
      .all<{ reason: string; resolved_at: number | null }>()
  ).results;
}

/** An open attempt at paying an order that the upstream has never seen, for tests that end at our own books. */
export async function newAttempt(
  shop: Shop,
  { orderId = newTradeNo(), amountTwd = 100, ageMs = 0 } = {},
): Promise<Payable & { orderId: string }> {
  const merchantTradeNo = newTradeNo();
  const row = {
    merchant_trade_no: merchantTradeNo,
    order_id: orderId,
    amount_twd: amountTwd,
  };
  const { sql, list } = insertAttempts([row], Date.now() - ageMs);
  await shop.db.prepare(sql).bind(list).run();
  return { merchantTradeNo, amountTwd, orderId };
}

/** An unpaid order in the upstream's books, with an open attempt in ours. */
export async function newPayableOrder(
  shop: Shop,
  { amountTwd = 100, ageMs = 0 } = {},
): Promise<Payable & { orderId: string }> {
  const orderId = newTradeNo();
  const { sql, list } = insertOrders([{ id: orderId, total_price: amountTwd }]);
  await shop.upstreamDb.prepare(sql).bind(list).run();
  return newAttempt(shop, { orderId, amountTwd, ageMs });
}

export async function upstreamStatus(shop: Shop, orderId: string): Promise<string | undefined> {
  return (
    await shop.upstreamDb
      .prepare("SELECT status FROM orders WHERE id = ?")
      .bind(orderId)
      .first<{ status: string }>()
  )?.status;
}

/** What the upstream was told and what it answered. */
export async function upstreamEvents(
  shop: Shop,
  orderId: string,
): Promise<{ kind: string; outcome: string }[]> {
  const sql = "SELECT kind, outcome FROM payment_events WHERE order_id = ? ORDER BY created_at";
  return (await shop.upstreamDb.prepare(sql).bind(orderId).all<{ kind: string; outcome: string }>())
    .results;
}

/** What ECPay knows of an attempt, when somebody asks it. */
export async function knownAtEcpay(
  shop: Shop,
  { merchantTradeNo, amountTwd }: Payable,
  outcome: "paid" | "declined" | null,
): Promise<void> {
  await shop.cashierDb
    .prepare(
      `INSERT INTO trades (merchant_trade_no, key, trade_no, amount_twd, item_name, language, return_url, order_result_url, client_back_url, outcome, created_at, decided_at)
       VALUES (?1, ?1, '26112100' || substr(?1, 3, 12), ?2, 'Sillage + 香跡 100%', '', '', '', '', ?3, ?4, ?4)`,
    )
    .bind(merchantTradeNo, amountTwd, outcome, Date.now())
    .run();
}

export type PayableOrder = Payable & { orderId: string; tradeNo: string };

/** Many unpaid orders at once, each with an open attempt; `memberId` says whose. What ECPay's query would name is `tradeNo`. */
export async function newPayableOrders(
  shop: Shop,
  count: number,
  { amountTwd = 100, memberId = "nobody" } = {},
): Promise<PayableOrder[]> {
  const orders = Array.from({ length: count }, () => {
    const merchantTradeNo = newTradeNo();
    return {
      merchantTradeNo,
      amountTwd,
      orderId: newTradeNo(),
      tradeNo: `26112100${merchantTradeNo.slice(2, 14)}`,
    };
  });
  const stored = insertOrders(
    orders.map(({ orderId }) => ({ id: orderId, total_price: amountTwd, member_id: memberId })),
  );
  await shop.upstreamDb.prepare(stored.sql).bind(stored.list).run();
  const tried = insertAttempts(
    orders.map(({ merchantTradeNo, orderId }) => ({
      merchant_trade_no: merchantTradeNo,
      order_id: orderId,
      amount_twd: amountTwd,
      member_id: memberId,
    })),
  );
  await shop.db.prepare(tried.sql).bind(tried.list).run();
  return orders;
}

export async function allKnownAtEcpay(
  shop: Shop,
  orders: readonly PayableOrder[],
  outcome: "paid" | null,
): Promise<void> {
  await shop.cashierDb
    .prepare(
      `INSERT INTO trades (merchant_trade_no, key, trade_no, amount_twd, item_name, language, return_url, order_result_url, client_back_url, outcome, created_at, decided_at)
       SELECT value ->> 'merchantTradeNo', value ->> 'merchantTradeNo', value ->> 'tradeNo', value ->> 'amountTwd', 'Sillage + 香跡 100%', '', '', '', '', ?2, ?3, ?3
       FROM json_each(?1)`,
    )
    .bind(JSON.stringify(orders), outcome, Date.now())
    .run();
}

/** ECPay's own message about one of them. */
export const genuineNotice = (
  order: PayableOrder,
  changes: Record<string, string | undefined> = {},
): Promise<string> => signedNotice(order, { TradeNo: order.tradeNo, ...changes });

export interface Books {
  state: string;
  needsRefund: number;
  outboxRows: number;
  unsent: number;
  upstream: string | undefined;
}

/** Where each order stands, in our books and the upstream's, in the order of the list. */
export async function booksOf(shop: Shop, orders: readonly PayableOrder[]): Promise<Books[]> {
  const ours = await shop.db
    .prepare(
      `SELECT merchant_trade_no AS number, state, needs_refund AS needsRefund,
        (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id) AS outboxRows,
        (SELECT count(*) FROM outbox WHERE outbox.order_id = payment_attempts.order_id AND sent_at IS NULL) AS unsent
       FROM payment_attempts WHERE merchant_trade_no IN (SELECT value ->> 'merchantTradeNo' FROM json_each(?))`,
    )
    .bind(JSON.stringify(orders))
    .all<Omit<Books, "upstream"> & { number: string }>();
  const theirs = await shop.upstreamDb
    .prepare(
      "SELECT id, status FROM orders WHERE id IN (SELECT value ->> 'orderId' FROM json_each(?))",
    )
    .bind(JSON.stringify(orders))
    .all<{ id: string; status: string }>();
  const attempts = new Map(ours.results.map(({ number, ...books }) => [number, books]));
  const statuses = new Map(theirs.results.map(({ id, status }) => [id, status]));
  return orders.map((order) => {
    const books = attempts.get(order.merchantTradeNo);
    if (books === undefined) throw new Error(`no attempt ${order.merchantTradeNo}`);
    return { ...books, upstream: statuses.get(order.orderId) };
  });
}

/** Another minute begins: neither we nor ECPay have counted a question in it. */
export async function freshMinute(shop: Shop): Promise<void> {
  await shop.db.prepare("DELETE FROM limits WHERE key LIKE 'ecpay-query%'").run();
  await shop.cashierDb.prepare("DELETE FROM query_minutes").run();
}

/** The time to ask ECPay about these has come. */
export async function makeDue(shop: Shop, orders: readonly Payable[]): Promise<void> {
  await shop.db
    .prepare(
      "UPDATE payment_attempts SET next_query_at = 0 WHERE merchant_trade_no IN (SELECT value ->> 'merchantTradeNo' FROM json_each(?))",
    )
    .bind(JSON.stringify(orders))
    .run();
}
