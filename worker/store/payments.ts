/**
 * Settling is one batch whose effects hang on a nonce that is made outside of any retry, so that
 * neither a duplicate nor a lost answer of D1 can repeat them.
 */
import { and, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { PaymentProvider } from "#contract/payment";
import type { Database } from "../deps.ts";
import type { Payment } from "../payments/method.ts";
import { isCancelled, isOfCancelledOrder, isPaid } from "./cancelled-orders.ts";
import { isHeld, type Claim } from "./idempotency.ts";
import { countWaiting, hasWritten, insertWhere, isCalled, isIn, jsonList } from "./statements.ts";
import { cartItems, carts, idempotencyKeys, outbox } from "./schema.ts";
import { paymentAttempts, paymentInbox, paymentNotices } from "./schema.ts";

export type Attempt = typeof paymentAttempts.$inferSelect;
export type NewAttempt = typeof paymentAttempts.$inferInsert &
  Pick<Attempt, "provider" | "snapshot" | "lines" | "sums">;

/** A statement: inserts nothing for a paid or cancelled order, or a key that was taken over. */
export function insertAttempt(db: Database, attempt: NewAttempt, claim: Claim) {
  const mayPay = and(isHeld(claim), sql`not ${isCancelled(attempt)} and not ${isPaid(attempt)}`);
  return insertWhere(db, paymentAttempts, attempt, mayPay, idempotencyKeys);
}

export const attemptExists = (id: string) =>
  sql`exists (select 1 from ${paymentAttempts} where ${paymentAttempts.id} = ${id})`;

/** A gateway's message is about its own trades only, whatever number it names. */
export type TradeName = Pick<Attempt, "provider" | "merchantTradeNo">;

function isTrade({ provider, merchantTradeNo }: TradeName) {
  return sql`(${paymentAttempts.provider} = ${provider}
    and ${paymentAttempts.merchantTradeNo} = ${merchantTradeNo})`;
}

export async function findAttempt(db: Database, trade: TradeName): Promise<Attempt | null> {
  return (await db.select().from(paymentAttempts).where(isTrade(trade)).get()) ?? null;
}

const { orderId, orderNumber } = paymentAttempts;
export const isOfMember = (memberId: string, names?: readonly string[]) =>
  and(eq(paymentAttempts.memberId, memberId), names && isCalled(paymentAttempts, names));

export function selectPaidOrders(db: Database, memberId: string, names?: readonly string[]) {
  const { paidAt, state, needsRefund } = paymentAttempts;
  const isUnreported = sql<boolean>`exists (select 1 from ${outbox}
    where ${outbox.orderId} = ${orderId} and ${outbox.sentAt} is null)`.mapWith(Boolean);
  return db
    .select({ orderId, orderNumber, paidAt, isUnreported })
    .from(paymentAttempts)
    .where(and(isOfMember(memberId, names), eq(state, "paid"), eq(needsRefund, false)));
}

export function selectAttempts(db: Database, memberId: string, names: readonly string[]) {
  return db
    .select()
    .from(paymentAttempts)
    .where(isOfMember(memberId, names))
    .orderBy(desc(paymentAttempts.createdAt));
}

export function selectUnpaidOrdersOfLines(
  db: Database,
  memberId: string,
  lineIds: readonly string[],
  since: number,
) {
  const { createdAt, cartItemIds } = paymentAttempts;
  const hasLine = sql`exists (select 1 from json_each(${cartItemIds})
    where value in ${jsonList(lineIds)})`;
  const isUnpaid = sql`not ${isOfCancelledOrder} and not exists (select 1
    from payment_attempts as paid where paid.order_id = ${orderId} and paid.state = 'paid')`;
  return db
    .select({ orderId, orderNumber, createdAt })
    .from(paymentAttempts)
    .where(and(isOfMember(memberId), gt(createdAt, since), hasLine, isUnpaid))
    .orderBy(desc(createdAt))
    .limit(20);
}

export type SealedNotice = Pick<typeof paymentNotices.$inferSelect, "id" | "sealed">;

export function insertNotice(
  db: Database,
  notice: SealedNotice,
  trade: TradeName & { amountTwd: number },
  now: number,
) {
  const row = { ...notice, merchantTradeNo: trade.merchantTradeNo, receivedAt: now };
  const isOurs = and(isTrade(trade), eq(paymentAttempts.amountTwd, trade.amountTwd));
  return insertWhere(db, paymentNotices, row, isOurs, paymentAttempts).onConflictDoNothing();
}

interface Settling {
  provider: PaymentProvider;
  payment: Payment;
  nonce: string;
  now: number;
  notice?: SealedNotice | undefined;
}

/** @returns the attempt afterwards; it was settled here exactly when it carries this nonce. */
export async function settleAttempt(db: Database, settling: Settling): Promise<Attempt | null> {
  const { provider, payment, nonce, now } = settling;
  const { merchantTradeNo } = payment;
  const trade = isTrade({ provider, merchantTradeNo });
  const settledHere = sql`${trade} and ${paymentAttempts.settleNonce} = ${nonce}`;
  const memberId = sql`(select ${paymentAttempts.memberId} from ${paymentAttempts}
    where ${settledHere})`;
  // Who is owed the money back keeps the lines.
  const lineIds = sql`(select value from json_each((select ${paymentAttempts.cartItemIds}
    from ${paymentAttempts}
    where ${settledHere} and ${paymentAttempts.needsRefund} = 0)))`;
  const memberCart = sql`(select ${carts.id} from ${carts} where ${carts.memberId} = ${memberId})`;
  const isAbout = eq(paymentInbox.merchantTradeNo, merchantTradeNo);
  const event = paymentEvent(settling);
  const results = await db.batch([
    db.update(paymentAttempts).set(paidValues(settling)).where(isPayable(settling)),
    insertWhere(db, outbox, event, settledHere, paymentAttempts).onConflictDoNothing(),
    db
      .delete(cartItems)
      .where(and(isIn(cartItems.id, lineIds), isIn(cartItems.cartId, memberCart))),
    db
      .update(carts)
      .set({ version: sql`${carts.version} + 1`, updatedAt: now })
      .where(sql`${carts.memberId} = ${memberId} and changes() > 0`),
    db
      .update(paymentInbox)
      .set({ resolvedAt: now })
      .where(and(isAbout, isNull(paymentInbox.resolvedAt), sql`${memberId} is not null`)),
    db.select().from(paymentAttempts).where(trade),
    ...(settling.notice ? [insertNotice(db, settling.notice, { provider, ...payment }, now)] : []),
  ]);
  return results[5][0] ?? null;
}

function isPayable({ provider, payment }: Settling) {
  return and(
    isTrade({ provider, merchantTradeNo: payment.merchantTradeNo }),
    eq(paymentAttempts.amountTwd, payment.amountTwd),
    inArray(paymentAttempts.state, ["open", "failed", "expired"]),
  );
}

/** Money for an order that is paid already or cancelled is recorded, and owed back. */
function paidValues({ payment, nonce, now }: Settling) {
  const { tradeNo, paymentType, code } = payment;
  const isSecond = sql<boolean>`exists (select 1 from payment_attempts as other
    where other.order_id = ${paymentAttempts.orderId}
    and other.id <> ${paymentAttempts.id} and other.state = 'paid')`;
  return {
    state: "paid" as const,
    needsRefund: sql<boolean>`(${isSecond} or ${isOfCancelledOrder})`,
    settleNonce: nonce,
    tradeNo,
    paymentType,
    paidAt: payment.paidAt ?? now,
    settledAt: now,
    lastRtnCode: code,
  };
}

function paymentEvent({ payment, now }: Settling) {
  const kind = sql`case ${paymentAttempts.needsRefund} when 1 then 'order.needs_refund'
    else 'order.paid' end`;
  const payload = sql`json_object('kind', ${kind}, 'order_id', ${paymentAttempts.orderId},
    'merchant_trade_no', ${paymentAttempts.merchantTradeNo},
    'trade_no', ${paymentAttempts.tradeNo}, 'amount', ${paymentAttempts.amountTwd},
    'payment_type', ${paymentAttempts.paymentType},
    'paid_at', ${new Date(payment.paidAt ?? now).toISOString()},
    'invoice', json_extract(${paymentAttempts.snapshot}, '$.invoice'))`;
  return {
    createdAt: now,
    nextAt: now,
    orderId: sql`${paymentAttempts.orderId}`,
    kind,
    idempotencyKey: `payment-${payment.merchantTradeNo}`,
    payload,
  };
}

/** @returns when the result was first shown, perhaps now; null without anything to show. */
export async function firstShownAt(db: Database, attemptId: string, now: number) {
  const known = sql`json_extract(${paymentAttempts.snapshot}, '$.shownAt')`;
  const { id, snapshot } = paymentAttempts;
  const [shown] = await db
    .update(paymentAttempts)
    .set({ snapshot: sql`json_set(${snapshot}, '$.shownAt', coalesce(${known}, ${now}))` })
    .where(and(eq(id, attemptId), isNotNull(snapshot)))
    .returning({ at: sql<number | null>`${known}` });
  return shown?.at ?? null;
}

type Unpaid = Partial<Pick<Attempt, "nextQueryAt" | "queryMayWait" | "lastRtnCode">> & {
  state?: "failed" | "expired";
};

/**
 * A statement, for an attempt that nothing has settled and that has not run out. Failing closes none:
 * the same page may still be paid on.
 */
export function changeUnsettled(db: Database, id: string, values: Unpaid) {
  const isAskable = inArray(paymentAttempts.state, ["open", "failed"]);
  return db
    .update(paymentAttempts)
    .set(values)
    .where(and(eq(paymentAttempts.id, id), isAskable));
}

/** Values of an attempt that the schedule asks about next, once more if it had run out. */
export const askedNext = (now: number) => ({
  nextQueryAt: now,
  queryMayWait: false,
  state: sql`case ${paymentAttempts.state} when 'expired' then 'open'
    else ${paymentAttempts.state} end`,
});

/** Kept for people, the same twice as one row; the schedule asks about the trade next. */
export async function insertUnverifiedNotice(
  db: Database,
  provider: PaymentProvider,
  message: typeof paymentInbox.$inferInsert,
): Promise<boolean> {
  const now = message.receivedAt;
  const { state, nextQueryAt, queryMayWait } = paymentAttempts;
  const isLater = or(gt(nextQueryAt, now), eq(queryMayWait, true), eq(state, "expired"));
  const trade = { provider, merchantTradeNo: message.merchantTradeNo ?? "" };
  const isUnasked = and(isTrade(trade), ne(state, "paid"), isLater);
  const [inserted] = await db.batch([
    db.insert(paymentInbox).values(message).onConflictDoNothing().returning(),
    db.update(paymentAttempts).set(askedNext(now)).where(isUnasked),
  ]);
  return inserted.length === 1;
}

export function waitingMessages(db: Database, before: number) {
  const isWaiting = sql`resolved_at is null and received_at <= ${before}`;
  return countWaiting(db, paymentInbox.receivedAt, [isWaiting]);
}

/** The one question that a shopper's return may cause. */
export function claimFirstQuery(db: Database, attemptId: string): Promise<boolean> {
  const { id, state, queryCount } = paymentAttempts;
  const isUnasked = and(eq(id, attemptId), eq(state, "open"), eq(queryCount, 0));
  return hasWritten(db.update(paymentAttempts).set({ queryCount: 1 }).where(isUnasked));
}
