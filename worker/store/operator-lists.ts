/** What the desk looks at. Each reads by an index, and no more rows than it says. */
import { and, desc, eq, getTableColumns, gte, lt, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "../deps.ts";
import { isIn, jsonList } from "./statements.ts";
import { left } from "./operators.ts";
import { cancelledOrders, deskTexts, operatorActions, outbox, sessions } from "./schema.ts";
import { paymentAttempts, paymentInbox, paymentNotices, refunds } from "./schema.ts";

const lateEventMs = 15 * 60_000;
/** Every payment is closed a day after it was made, so by then a refund should have been made. */
const lateRefundMs = 2 * 24 * 3600_000;
export const mostFound = 100;

export interface Waiting {
  since: number;
  what: "message" | "owed" | "event" | "refund";
  id: string;
  order: string | null;
  trade: string | null;
  sum: number | null;
  state: typeof refunds.$inferSelect.state | null;
  said: string;
}

const orderOf = (trade: SQL) => sql`(select order_number from payment_attempts
  where payment_attempts.merchant_trade_no = ${trade})`;

export function waitingFor(db: Database, now: number): Promise<Waiting[]> {
  const some = sql`limit ${mostFound}`;
  return db.all(sql`
    select * from (select received_at as since, 'message' as what, id,
      ${orderOf(sql`payment_inbox.merchant_trade_no`)} as "order", merchant_trade_no as trade,
      null as sum, null as state, reason as said
      from payment_inbox where resolved_at is null order by received_at ${some})
    union all select * from (select paid_at, 'owed', merchant_trade_no, order_number,
      merchant_trade_no, ${left}, null, '' from payment_attempts
      where needs_refund = 1 and +state = 'paid' and ${left} > 0 order by paid_at ${some})
    union all select * from (select created_at, 'event', cast(id as text),
      coalesce((select order_number from payment_attempts
        where payment_attempts.order_id = outbox.order_id), order_id),
      payload ->> 'merchant_trade_no', payload ->> 'amount', null, kind || ' · ' || attempts
      from outbox where sent_at is null and created_at <= ${now - lateEventMs} ${some})
    union all select * from (select coalesce(asked_at, created_at), 'refund', id,
      ${orderOf(sql`refunds.merchant_trade_no`)}, merchant_trade_no, amount_twd,
      state, trim(coalesce(code, '') || ' ' || coalesce(message, ''))
      from refunds where state in ('unclear', 'refused')
        or (state = 'requested' and created_at <= ${now - lateRefundMs}) ${some})
    order by since`);
}

const payment = {
  ...getTableColumns(paymentAttempts),
  left: sql<number>`${left}`.as("left_twd"),
  refunds: sql<number>`(select count(*) from refunds
    where refunds.merchant_trade_no = payment_attempts.merchant_trade_no)`.as("refund_count"),
  givenBack: sql<number>`(select coalesce(sum(amount_twd), 0) from refunds
    where refunds.merchant_trade_no = payment_attempts.merchant_trade_no
    and +state = 'made')`.as("given_back_twd"),
};
const selectPayments = (db: Database, where: SQL | undefined, most = mostFound) =>
  db
    .select(payment)
    .from(paymentAttempts)
    .where(where)
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(most);
export type Payment = Awaited<ReturnType<typeof selectPayments>>[number];

const { merchantTradeNo, tradeNo } = paymentAttempts;
const isCalledAnyhow = (name: string) => {
  const { orderNumber, orderId } = paymentAttempts;
  return or(...[orderNumber, orderId, merchantTradeNo, tradeNo].map((one) => eq(one, name)));
};

export const paymentOf = async (db: Database, trade: string) =>
  (await selectPayments(db, eq(merchantTradeNo, trade)).get()) ?? null;

export const paymentsOfMember = (db: Database, memberId: string): Promise<Payment[]> =>
  selectPayments(db, eq(paymentAttempts.memberId, memberId));

/** Orders of the last thirty days, whose person is not removed yet. */
const mostPersons = 5_000;

export function findPayments(db: Database, words: string, memberKeys: readonly string[]) {
  const digits = words.replaceAll(/[^0-9]/g, "");
  const phone = sql`replace(replace(coalesce(snapshot ->> '$.customerPhone', ''), '-', ''), ' ', '')`;
  const isPerson = sql`${paymentAttempts.id} in (select id from (select id, snapshot
      from payment_attempts where snapshot is not null order by created_at desc
      limit ${mostPersons})
    where instr(lower(snapshot ->> '$.customerName'), ${words.toLowerCase()}) > 0
      or lower(snapshot ->> '$.invoice.customer_email') = ${words.toLowerCase()}
      or (${digits.length} >= 3 and substr(${phone}, ${-digits.length}) = ${digits}))`;
  const isMembers = sql`${paymentAttempts.memberId} in (select member_id from sessions
    where member_key in ${jsonList(memberKeys)})`;
  return selectPayments(db, or(isCalledAnyhow(words), isPerson, isMembers));
}

export const paymentsBegun = (db: Database, from: number, to: number): Promise<Payment[]> =>
  selectPayments(db, and(gte(paymentAttempts.createdAt, from), lt(paymentAttempts.createdAt, to)));

export async function storyOf(db: Database, name: string) {
  const attempts = await selectPayments(db, isCalledAnyhow(name));
  const trades = jsonList(attempts.map((one) => one.merchantTradeNo));
  const orders = jsonList(attempts.flatMap((one) => [one.orderId, one.orderNumber]));
  const [cancelled, notices, messages, events, given] = await db.batch([
    db.select().from(cancelledOrders).where(isIn(cancelledOrders.orderId, orders)),
    db.select().from(paymentNotices).where(isIn(paymentNotices.merchantTradeNo, trades)),
    db.select().from(paymentInbox).where(isIn(paymentInbox.merchantTradeNo, trades)),
    db.select().from(outbox).where(isIn(outbox.orderId, orders)),
    selectRefunds(db, isIn(refunds.merchantTradeNo, trades)),
  ]);
  const named = attempts.flatMap((one) => [one.merchantTradeNo, one.orderNumber]);
  const subjects = jsonList([...named, ...[...messages, ...given].map(({ id }) => id)]);
  const isAbout = isIn(operatorActions.subject, subjects);
  const actions = await db.select().from(operatorActions).where(isAbout);
  return { attempts, cancelled, notices, messages, events, refunds: given, actions };
}

/** What was paid and given back between two times, in NT$; a plus keeps to the index by time. */
export function sumsBetween(db: Database, from: number, to: number) {
  return db.get<Record<"payments" | "paid" | "refunds" | "refunded", number>>(sql`select * from
    (select count(*) as payments, coalesce(sum(amount_twd), 0) as paid from payment_attempts
      where paid_at >= ${from} and paid_at < ${to} and +state = 'paid'),
    (select count(*) as refunds, coalesce(sum(amount_twd), 0) as refunded from refunds
      where ended_at >= ${from} and ended_at < ${to} and +state = 'made')`);
}

export interface Entry {
  at: number;
  kind: "payment" | "refund";
  id: string;
  number: string;
  trade: string;
  tradeNo: string | null;
  paymentType: string | null;
  amount: number;
}

const entriesAtOnce = 2_000;

export async function entriesBetween(db: Database, from: number, to: number): Promise<Entry[]> {
  const all: Entry[] = [];
  let some: Entry[];
  do {
    some = await db.all<Entry>(sql`select paid_at as at, 'payment' as kind,
        merchant_trade_no as id, order_number as number, merchant_trade_no as trade,
        trade_no as tradeNo, payment_type as paymentType, amount_twd as amount
      from payment_attempts where paid_at >= ${from} and paid_at < ${to} and +state = 'paid'
      union all select ended_at, 'refund', refunds.id, order_number, paid.merchant_trade_no,
        trade_no, payment_type, refunds.amount_twd
      from refunds join payment_attempts as paid using (merchant_trade_no)
      where ended_at >= ${from} and ended_at < ${to} and +refunds.state = 'made'
      order by at, kind, id limit ${entriesAtOnce} offset ${all.length}`);
    all.push(...some);
  } while (some.length === entriesAtOnce);
  return all;
}

export function paymentsCalled(db: Database, trades: readonly string[]): Promise<Payment[]> {
  const list = jsonList(trades);
  const isCalled = or(isIn(merchantTradeNo, list), isIn(tradeNo, list));
  return selectPayments(db, isCalled, trades.length * 2);
}

const isItsAction = and(
  eq(operatorActions.subject, refunds.id),
  eq(operatorActions.action, "refund"),
);
export const selectRefunds = (db: Database, where?: SQL) =>
  db
    .select({
      ...getTableColumns(refunds),
      reason: operatorActions.reason,
    })
    .from(refunds)
    .leftJoin(operatorActions, isItsAction)
    .where(where)
    .orderBy(desc(refunds.createdAt))
    .limit(mostFound);

export const actionsBefore = (db: Database, before: number) =>
  db
    .select()
    .from(operatorActions)
    .where(lt(operatorActions.at, before))
    .orderBy(desc(operatorActions.at))
    .limit(mostFound);

export async function actionOf(db: Database, id: string) {
  return (await db.select().from(operatorActions).where(eq(operatorActions.id, id)).get()) ?? null;
}

type MemberSession = Pick<typeof sessions.$inferSelect, "id" | "browser" | "place"> &
  Record<"begun" | "last_seen", number> & { ended: number | null };

export const sessionsOfMember = (db: Database, memberId: string) =>
  db.all<MemberSession>(sql`select id, created_at as begun, last_seen_at as last_seen, browser,
      place, ended_at as ended
    from sessions where member_id = ${memberId} order by last_seen_at desc limit ${mostFound}`);

/** The youngest of each name; null was taken back. */
export const publishedTexts = (db: Database) =>
  db.all<typeof deskTexts.$inferSelect>(sql`select id, at, operator, name, value from desk_texts
    where not exists (select 1 from desk_texts as later where later.name = desk_texts.name
      and (later.at > desk_texts.at
        or (later.at = desk_texts.at and later.rowid > desk_texts.rowid)))`);

export const versionsOf = (db: Database, name: string) =>
  db
    .select()
    .from(deskTexts)
    .where(eq(deskTexts.name, name))
    .orderBy(desc(deskTexts.at), sql`rowid desc`)
    .limit(50);
