/**
 * Refunds. A row is claimed by one conditional statement before the gateway is asked, and never
 * returns to `requested`: whatever becomes of the answer, no row is asked twice.
 */
import { and, asc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import type { PaymentProvider } from "#contract/payment";
import type { Database } from "../deps.ts";
import type { PaidTrade, RefundAnswer } from "../payments/method.ts";
import { hasWritten, isCalled } from "./statements.ts";
import { paymentAttempts, refunds } from "./schema.ts";

export interface DueRefund {
  id: string;
  amountTwd: number;
  trade: PaidTrade;
}

/** Of payments from before `paidBefore`, the oldest first. */
export function dueRefunds(
  db: Database,
  provider: PaymentProvider,
  { paidBefore, most }: { paidBefore: number; most: number },
): Promise<DueRefund[]> {
  return db
    .select({
      id: refunds.id,
      amountTwd: refunds.amountTwd,
      trade: {
        merchantTradeNo: paymentAttempts.merchantTradeNo,
        tradeNo: sql<string>`${paymentAttempts.tradeNo}`,
        amountTwd: paymentAttempts.amountTwd,
        paymentType: sql<string>`coalesce(${paymentAttempts.paymentType}, '')`,
      },
    })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.merchantTradeNo, refunds.merchantTradeNo))
    .where(
      and(
        eq(refunds.state, "requested"),
        eq(paymentAttempts.provider, provider),
        eq(paymentAttempts.state, "paid"),
        isNotNull(paymentAttempts.tradeNo),
        lt(paymentAttempts.paidAt, paidBefore),
      ),
    )
    .orderBy(asc(refunds.createdAt))
    .limit(most);
}

/**
 * A statement: what one member was given back of these orders (keys or numbers), the oldest first.
 */
export function selectMadeRefunds(db: Database, memberId: string, idsOrNumbers: readonly string[]) {
  const madeAt = sql<number>`coalesce(${refunds.endedAt}, ${refunds.createdAt})`;
  return db
    .select({
      orderId: paymentAttempts.orderId,
      orderNumber: paymentAttempts.orderNumber,
      amountTwd: refunds.amountTwd,
      madeAt,
    })
    .from(paymentAttempts)
    .innerJoin(refunds, eq(refunds.merchantTradeNo, paymentAttempts.merchantTradeNo))
    .where(
      and(
        eq(paymentAttempts.memberId, memberId),
        eq(paymentAttempts.state, "paid"),
        eq(refunds.state, "made"),
        isCalled(paymentAttempts, idsOrNumbers),
      ),
    )
    .orderBy(asc(madeAt));
}

/** One at a time, and none while the gateway has just left another without an answer. */
export async function claimRefund(
  db: Database,
  id: string,
  { now, pauseMs }: { now: number; pauseMs: number },
): Promise<boolean> {
  const isAlone = sql`not exists (select 1 from refunds as other where other.state = 'asking')`;
  const isAnswering = sql`not exists (select 1 from refunds as other
    where other.state = 'unclear' and other.asked_at > ${now - pauseMs})`;
  const isFree = and(eq(refunds.id, id), eq(refunds.state, "requested"), isAlone, isAnswering);
  return hasWritten(db.update(refunds).set({ state: "asking", askedAt: now }).where(isFree));
}

/** A late answer still counts, unless a person has decided meanwhile. */
export async function recordRefund(db: Database, id: string, answer: RefundAnswer, now: number) {
  if (answer.kind === "unclear") {
    await db
      .update(refunds)
      .set({ state: "unclear", message: answer.reason })
      .where(and(eq(refunds.id, id), eq(refunds.state, "asking")));
    return;
  }
  const { kind, code, message } = answer;
  await db
    .update(refunds)
    .set({ state: kind, code, message, endedAt: now })
    .where(and(eq(refunds.id, id), inArray(refunds.state, ["asking", "unclear"])));
}

/** The gateway may have been asked for any of them already. @returns their trades. */
export async function giveUpOnRequests(db: Database, now: number): Promise<string[]> {
  const given = await db
    .update(refunds)
    .set({ state: "unclear", askedAt: now, message: "the schedule stood still" })
    .where(eq(refunds.state, "requested"))
    .returning({ merchantTradeNo: refunds.merchantTradeNo });
  return given.map(({ merchantTradeNo }) => merchantTradeNo);
}

/** Asked before `before`, and nobody has written down an answer. @returns their trades. */
export async function giveUpOnAnswers(db: Database, before: number): Promise<string[]> {
  const lost = await db
    .update(refunds)
    .set({ state: "unclear", message: "the answer was not written down" })
    .where(and(eq(refunds.state, "asking"), lt(refunds.askedAt, before)))
    .returning({ merchantTradeNo: refunds.merchantTradeNo });
  return lost.map(({ merchantTradeNo }) => merchantTradeNo);
}
