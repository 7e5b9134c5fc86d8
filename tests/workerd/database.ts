/** The shop's database as the Worker sees it, and rows to begin with. */
import { eq } from "drizzle-orm";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import type { Payment } from "../../worker/payments/method.ts";
import type { Attempt } from "../../worker/store/payments.ts";
import * as schema from "../../worker/store/schema.ts";
import { insertSession, type NewSession } from "../../worker/store/sessions.ts";

export const db = drizzle(env.DB);

/** Tests say themselves what time it is. */
export const noon = Date.UTC(2026, 10, 21, 12);
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const dayMs = 24 * 60 * minuteMs;

/** Mei's sign-in of this morning; its first refresh token has the hash `first` unless told. */
export async function signInMei(
  { endedAt, ...changes }: Partial<NewSession> & { endedAt?: number } = {},
  refreshHash = "first",
  replacedHash: string | null = null,
): Promise<void> {
  const session = {
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
  };
  await db.batch(insertSession(db, session, refreshHash, replacedHash));
  if (endedAt !== undefined)
    await db.update(schema.sessions).set({ endedAt }).where(eq(schema.sessions.id, session.id));
}

/** An open try of Mei's at paying NT$ 1,200 for her order. */
export async function openAttempt(changes: Partial<Attempt> = {}): Promise<void> {
  await db.insert(schema.paymentAttempts).values({
    id: "attempt",
    merchantTradeNo: "TRY1",
    orderId: "order",
    orderNumber: "SL261121ABCDE",
    memberId: "mei",
    locale: "zh",
    amountTwd: 1200,
    snapshot: null,
    cartItemIds: [],
    createdAt: noon,
    expiresAt: noon + dayMs,
    nextQueryAt: noon + 10 * minuteMs,
    ...changes,
  });
}

export function paymentOf(changes: Partial<Payment> = {}): Payment {
  return {
    merchantTradeNo: "TRY1",
    amountTwd: 1200,
    tradeNo: "2611211200000001",
    paymentType: "Credit_CreditCard",
    status: "paid",
    code: "1",
    paidAt: noon + minuteMs,
    ...changes,
  };
}

export async function attempts(): Promise<Attempt[]> {
  return db.select().from(schema.paymentAttempts).orderBy(schema.paymentAttempts.merchantTradeNo);
}

export async function outboxRows() {
  return db.select().from(schema.outbox).orderBy(schema.outbox.id);
}
