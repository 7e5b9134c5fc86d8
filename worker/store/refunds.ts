/** A row is claimed before the gateway is asked, and once: no refund is asked for twice. */
import { and, asc, eq, inArray, isNotNull, lt, sql, type SQL } from "drizzle-orm";
import type { PaymentProvider } from "#contract/payment";
import type { Database } from "../deps.ts";
import type { RefundAnswer } from "../payments/method.ts";
import { isOfMember } from "./payments.ts";
import { hasWritten } from "./statements.ts";
import { paymentAttempts, refunds } from "./schema.ts";

type RefundRow = typeof refunds.$inferSelect;

export type DueRefund = Awaited<ReturnType<typeof dueRefunds>>[number];

const mostAtOnce = 10;
/** After a lost answer: others would get unclear too. */
const pauseMs = 30 * 60_000;

export function dueRefunds(db: Database, provider: PaymentProvider, paidBefore: number) {
  const { merchantTradeNo, amountTwd, paidAt, state } = paymentAttempts;
  const tradeNo = sql<string>`${paymentAttempts.tradeNo}`;
  const paymentType = sql<string>`coalesce(${paymentAttempts.paymentType}, '')`;
  const trade = { merchantTradeNo, tradeNo, amountTwd, paymentType };
  const isPaid = and(eq(state, "paid"), isNotNull(tradeNo), lt(paidAt, paidBefore));
  const isTheirs = eq(paymentAttempts.provider, provider);
  return db
    .select({ id: refunds.id, amountTwd: refunds.amountTwd, trade })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(merchantTradeNo, refunds.merchantTradeNo))
    .where(and(eq(refunds.state, "requested"), isTheirs, isPaid))
    .orderBy(asc(refunds.createdAt))
    .limit(mostAtOnce);
}

export function selectMadeRefunds(db: Database, memberId: string, names: readonly string[]) {
  const madeAt = sql<number>`coalesce(${refunds.endedAt}, ${refunds.createdAt})`;
  const { orderId, orderNumber, state } = paymentAttempts;
  const isMade = and(eq(state, "paid"), eq(refunds.state, "made"));
  return db
    .select({ orderId, orderNumber, amountTwd: refunds.amountTwd, madeAt })
    .from(paymentAttempts)
    .innerJoin(refunds, eq(refunds.merchantTradeNo, paymentAttempts.merchantTradeNo))
    .where(and(isOfMember(memberId, names), isMade))
    .orderBy(asc(madeAt));
}

/** One at a time, and none while the gateway has just left another without an answer. */
export async function claimRefund(db: Database, id: string, now: number): Promise<boolean> {
  const isAlone = sql`not exists (select 1 from refunds as other where other.state = 'asking')`;
  const isAnswering = sql`not exists (select 1 from refunds as other
    where other.state = 'unclear' and other.asked_at > ${now - pauseMs})`;
  const isFree = and(eq(refunds.id, id), eq(refunds.state, "requested"), isAlone, isAnswering);
  return hasWritten(db.update(refunds).set({ state: "asking", askedAt: now }).where(isFree));
}

/** A late answer still counts, unless a person has decided meanwhile. */
export async function recordRefund(db: Database, id: string, answer: RefundAnswer, now: number) {
  const isAsking = and(eq(refunds.id, id), eq(refunds.state, "asking"));
  const isOpen = and(eq(refunds.id, id), inArray(refunds.state, ["asking", "unclear"]));
  if (answer.kind === "unclear") await giveUp(db, isAsking, { message: answer.reason });
  else {
    const { kind: state, code, message } = answer;
    await db.update(refunds).set({ state, code, message, endedAt: now }).where(isOpen);
  }
}

/** The gateway may have been asked for any of them already. */
export function giveUpOnRequests(db: Database, now: number) {
  const lost = { askedAt: now, message: "the schedule stood still" };
  return giveUp(db, eq(refunds.state, "requested"), lost);
}

export function giveUpOnAnswers(db: Database, before: number) {
  const isLost = and(eq(refunds.state, "asking"), lt(refunds.askedAt, before));
  return giveUp(db, isLost, { message: "the answer was not written down" });
}

function giveUp(db: Database, which: SQL | undefined, lost: Partial<RefundRow>) {
  const unclear = { ...lost, state: "unclear" } as const;
  return db.update(refunds).set(unclear).where(which).returning();
}
