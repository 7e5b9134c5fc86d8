/**
 * Each change is one batch that begins with the row which says who, what and why: under all
 * conditions, and with the id of the form, so that a form counts once.
 */
import { and, eq, isNull, ne, sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable, SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Database } from "../deps.ts";
import { askedNext } from "./payments.ts";
import { isIn, insertWhere, jsonList } from "./statements.ts";
import { deskTexts, operatorActions, outbox, paymentAttempts } from "./schema.ts";
import { paymentInbox, refunds, sessions, settings } from "./schema.ts";

/** Its id is made with the form that asks for the change. */
export type Operation = Omit<typeof operatorActions.$inferInsert, "at"> & { now: number };

/** `again`: this form was sent before. `changed`: what it is about is no longer so. */
export type Outcome = "done" | "again" | "changed";

export const isLogged = ({ id }: Pick<Operation, "id">): SQL =>
  sql`exists (select 1 from ${operatorActions} where ${operatorActions.id} = ${id})`;

/** The changes must each depend on `isLogged`. */
export async function carryOut(
  db: Database,
  operation: Operation,
  changes: readonly BatchItem<"sqlite">[],
  when: SQL = sql`true`,
): Promise<Outcome> {
  const { now: at, ...who } = operation;
  const log = insertWhere(db, operatorActions, { at, ...who }, when).returning();
  try {
    const [logged] = await db.batch([log, ...changes]);
    return logged.length === 1 ? "done" : "changed";
  } catch (error) {
    const text = error instanceof Error ? `${error.message} ${String(error.cause)}` : "";
    // The whole batch is undone.
    if (text.includes("UNIQUE constraint failed: operator_actions.id")) return "again";
    throw error;
  }
}

/** Where any row `isOpen`: changes those that are. */
function changeRows<Table extends SQLiteTable>(
  db: Database,
  operation: Operation,
  table: Table,
  isOpen: SQL | undefined,
  values: SQLiteUpdateSetSource<Table>,
): Promise<Outcome> {
  const mayChange = and(isOpen, isLogged(operation));
  const change = db.update(table).set(values).where(mayChange);
  return carryOut(db, operation, [change], sql`exists (select 1 from ${table} where ${isOpen})`);
}

export function resolveMessage(db: Database, operation: Operation) {
  const isOpen = and(eq(paymentInbox.id, operation.subject), isNull(paymentInbox.resolvedAt));
  return changeRows(db, operation, paymentInbox, isOpen, { resolvedAt: operation.now });
}

const refundEndings = { made: ["unclear"], not_made: ["requested", "refused", "unclear"] };
export type RefundEnding = keyof typeof refundEndings;

export const endingsOf = (state: string): RefundEnding[] =>
  (["made", "not_made"] as const).filter((ending) => refundEndings[ending].includes(state));

export function resolveRefund(db: Database, ending: RefundEnding, operation: Operation) {
  const mayEnd = isIn(refunds.state, jsonList(refundEndings[ending]));
  const isOpen = and(eq(refunds.id, operation.subject), mayEnd);
  return changeRows(db, operation, refunds, isOpen, { state: ending, endedAt: operation.now });
}

/** NT$ of a paid attempt that no refund has taken yet; what is under way counts as taken. */
export const left = sql<number>`(payment_attempts.amount_twd - coalesce((select
  sum(taken.amount_twd) from refunds as taken
  where taken.merchant_trade_no = payment_attempts.merchant_trade_no
  and taken.state not in ('refused', 'not_made')), 0))`;

export interface NewRefund {
  trade: string;
  /** NT$. */
  amount: number;
  /** How many refunds of the trade the operator knew of; with another since, they look again. */
  knownRefunds: number;
}

/** Asks the Worker to make it: never more than what is left, whatever runs beside it. */
export function requestRefund(db: Database, refund: NewRefund, operation: Operation) {
  const { trade, amount, knownRefunds } = refund;
  const row = {
    id: operation.subject,
    merchantTradeNo: trade,
    amountTwd: amount,
    state: "requested" as const,
    createdAt: operation.now,
  };
  const mayGo = sql`${amount} > 0 and ${knownRefunds} = (select count(*) from ${refunds}
      where ${refunds.merchantTradeNo} = ${trade})
    and exists (select 1 from ${paymentAttempts} where ${paymentAttempts.merchantTradeNo} = ${trade}
      and ${paymentAttempts.state} = 'paid' and ${left} >= ${amount})`;
  const change = insertWhere(db, refunds, row, sql`${mayGo} and ${isLogged(operation)}`);
  return carryOut(db, operation, [change], mayGo);
}

/** The schedule asks within the minute, once more if the attempt had run out. */
export function askAgain(db: Database, operation: Operation): Promise<Outcome> {
  const { merchantTradeNo, state } = paymentAttempts;
  const isUnpaid = and(eq(merchantTradeNo, operation.subject), ne(state, "paid"));
  return changeRows(db, operation, paymentAttempts, isUnpaid, askedNext(operation.now));
}

/** Of one order: each keeps its key, so that the upstream takes none of them twice. */
export function resendEvents(db: Database, orderId: string, operation: Operation) {
  const isDue = sql`${outbox.orderId} = ${orderId} and ${outbox.leaseUntil} <= ${operation.now}`;
  const values = { sentAt: null, nextAt: operation.now, attempts: 0 };
  return changeRows(db, operation, outbox, isDue, values);
}

export function stopSession(db: Database, operation: Operation): Promise<Outcome> {
  const isOpen = and(eq(sessions.id, operation.subject), isNull(sessions.endedAt));
  const values = { endedAt: operation.now, endReason: "ended_by_operator" };
  return changeRows(db, operation, sessions, isOpen, values);
}

/** Null takes a text back. */
export function publishTexts(
  db: Database,
  texts: Readonly<Record<string, string | null>>,
  operation: Operation,
): Promise<Outcome> {
  const { id, operator, now: at } = operation;
  const changes = Object.entries(texts).map(([name, value], index) => {
    const row = { id: index === 0 ? id : `${id}-${index}`, at, operator, name, value };
    return insertWhere(db, deskTexts, row, isLogged(operation));
  });
  return carryOut(db, operation, changes);
}

const closedSetting = "orders_closed";

/** A statement: one row of 1 while no new order is taken. */
export const selectClosed = (db: Database) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.name, closedSetting));

export function closeShop(db: Database, isClosed: boolean, operation: Operation): Promise<Outcome> {
  const row = { name: closedSetting, value: Number(isClosed) };
  const change = insertWhere(db, settings, row, isLogged(operation));
  const target = settings.name;
  return carryOut(db, operation, [change.onConflictDoUpdate({ target, set: row })]);
}
