/** The shop's database as the Worker sees it, and rows to begin with. */
import { eq, sql } from "drizzle-orm";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { ErrorCode } from "#contract/errors";
import type { Payment, Report } from "../../worker/payments/method.ts";
import { claimSince, claimStatements } from "../../worker/store/idempotency.ts";
import type { Claim, WantedKey } from "../../worker/store/idempotency.ts";
import { invariantsAt } from "../../worker/store/invariants.ts";
import { settleAttempt, type Attempt, type NewAttempt } from "../../worker/store/payments.ts";
import * as schema from "../../worker/store/schema.ts";
import { insertSession, type NewSession } from "../../worker/store/sessions.ts";

export const noon = Date.UTC(2026, 10, 21, 12);
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const dayMs = 24 * 60 * minuteMs;

export const db = drizzle(env.DB);

export const sessionOf = (changes: Partial<NewSession> = {}): NewSession => ({
  id: "mei's browser",
  memberId: "mei",
  mustChangePassword: false,
  upstreamAccess: "sealed",
  upstreamRefresh: null,
  browser: "Firefox",
  place: "TW",
  createdAt: noon,
  lastSeenAt: noon,
  idleEndsAt: noon + 14 * dayMs,
  absoluteEndsAt: noon + 60 * dayMs,
  memberKey: null,
  browserHash: null,
  ...changes,
});

/** Its first refresh token has the hash `first` unless told. */
export async function signInMei(
  { endedAt, ...changes }: Partial<NewSession> & { endedAt?: number } = {},
  refreshHash = "first",
  replacedHash: string | null = null,
): Promise<void> {
  const session = sessionOf(changes);
  await db.batch(insertSession(db, session, refreshHash, replacedHash));
  if (endedAt !== undefined)
    await db.update(schema.sessions).set({ endedAt }).where(eq(schema.sessions.id, session.id));
}

const where = { customerPhone: "0912345678", customerAddress: "1 Test Road" };
const orderDate = new Date(noon).toISOString();
export const snapshot = { orderDate, customerName: "Mei", ...where, invoice: null };

const names = { orderId: "order", orderNumber: "SL261121ABCDE", memberId: "mei" };
const sum = { provider: "ecpay", amountTwd: 1200, lines: null, sums: null } as const;
export const meisOrder = { ...names, ...sum };

const times = { createdAt: noon, expiresAt: noon + dayMs, nextQueryAt: noon + 10 * minuteMs };
const first = { id: "attempt", merchantTradeNo: "TRY1", locale: "zh" } as const;
const bare = { snapshot: null, cartItemIds: [] };
export const meisTry: NewAttempt = { ...meisOrder, ...first, ...times, ...bare };

export async function openAttempt(changes: Partial<Attempt> = {}): Promise<void> {
  await db.insert(schema.paymentAttempts).values({ ...meisTry, ...changes });
}

export function paymentOf(changes: Partial<Payment> = {}): Payment {
  const which = { merchantTradeNo: "TRY1", tradeNo: "2611211200000001", amountTwd: 1200 };
  const end = { paymentType: "Credit_CreditCard", status: "paid", code: "1" } as const;
  return { ...which, ...end, paidAt: noon + minuteMs, ...changes };
}

/** What the gateway says of it, beside the record that is kept. */
export function reportOf(changes: Partial<Payment> = {}): Report {
  const payment = paymentOf(changes);
  return { payment, record: { merchantTradeNo: payment.merchantTradeNo, fields: {} } };
}

export function settle(changes: Partial<Payment> = {}, now = noon + 2 * minuteMs) {
  const nonce = crypto.randomUUID();
  return settleAttempt(db, { provider: "ecpay", payment: paymentOf(changes), nonce, now });
}

export async function brokenRules(now: number, binding = env.DB): Promise<string[]> {
  const broken: string[] = [];
  for (const { rule, table, broken: what, where: isBroken } of invariantsAt(now)) {
    const query = `SELECT ${what} FROM ${table} WHERE ${isBroken}`;
    if ((await binding.prepare(query).all()).results.length > 0) broken.push(rule);
  }
  return broken;
}

/** @returns null where somebody else has it. */
export async function claimKey(wanted: WantedKey, now: number): Promise<Claim | null> {
  const [[taken]] = await db.batch(claimStatements(db, wanted, now, sql`true`));
  return taken === undefined ? null : claimSince(wanted, taken.createdAt, now);
}

/** @throws where somebody else has it. */
export async function claimed(scope: string, key: string, now = noon): Promise<Claim> {
  const claim = await claimKey({ scope, key, bodyHash: "form" }, now);
  if (claim === null) throw new Error("the key is somebody else's");
  return claim;
}

const trade = { merchant_trade_no: "TRY1", trade_no: "2611211200000001", amount: 1200 };
const how = { payment_type: "Credit_CreditCard", paid_at: orderDate };
export const paidEvent = { kind: "order.paid", order_id: "order", ...trade, ...how };

/** An event that the upstream has not heard of: a payment unless told. */
export function unsent(changes: Partial<typeof schema.outbox.$inferInsert> = {}) {
  const { orderId = "order", kind = "order.paid" } = changes;
  const payload = JSON.stringify({ ...paidEvent, kind, order_id: orderId });
  const whole = { orderId, kind, payload, createdAt: noon, nextAt: noon, ...changes };
  return db.insert(schema.outbox).values({ idempotencyKey: crypto.randomUUID(), ...whole });
}

export async function forgetSessions(): Promise<void> {
  await db.delete(schema.refreshTokens);
  await db.delete(schema.sessions);
}

export async function attempts(): Promise<Attempt[]> {
  return db.select().from(schema.paymentAttempts).orderBy(schema.paymentAttempts.merchantTradeNo);
}

export async function outboxRows() {
  return db.select().from(schema.outbox).orderBy(schema.outbox.id);
}

export const refuses = (act: Promise<unknown>, code: ErrorCode, facts: object = {}) =>
  expect(act).rejects.toMatchObject({ code, facts });

/** So many rows; the values may name each by its number `n`. */
export const insertMany = (count: number, into: string, values: string) =>
  env.DB.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${count})
     INSERT INTO ${into} SELECT ${values} FROM number`,
  ).run();
