import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { Action, Database, Delivery, Trade } from "./app.ts";
import type { NewTrade } from "./create-trade.ts";
import { actions, deliveries, queryMinutes, trades } from "./schema.ts";

/** @returns false when the number was used before, whatever came of it. */
export async function openTrade(db: Database, trade: NewTrade): Promise<boolean> {
  const made = await db
    .insert(trades)
    .values(trade)
    .onConflictDoNothing()
    .returning({ made: trades.merchantTradeNo });
  return made.length === 1;
}

export async function findTrade(db: Database, merchantTradeNo: string): Promise<Trade | null> {
  return (
    (await db.select().from(trades).where(eq(trades.merchantTradeNo, merchantTradeNo)).get()) ??
    null
  );
}

export async function findTradeByKey(db: Database, key: string): Promise<Trade | null> {
  return (await db.select().from(trades).where(eq(trades.key, key)).get()) ?? null;
}

/** Paid is final; a declined trade can still be paid. @returns null when it was paid before. */
export async function decide(
  db: Database,
  key: string,
  outcome: "paid" | "declined",
  now: number,
): Promise<Trade | null> {
  const decided = await db
    .update(trades)
    .set({ outcome, decidedAt: now })
    .where(and(eq(trades.key, key), or(isNull(trades.outcome), eq(trades.outcome, "declined"))))
    .returning();
  return decided[0] ?? null;
}

export function latestTrades(db: Database): Promise<Trade[]> {
  return db.select().from(trades).orderBy(desc(trades.createdAt)).limit(50);
}

export function latestDeliveries(db: Database): Promise<Delivery[]> {
  return db.select().from(deliveries).orderBy(desc(deliveries.id)).limit(500);
}

export async function recordDelivery(db: Database, delivery: Omit<Delivery, "id">): Promise<void> {
  await db.insert(deliveries).values(delivery);
}

export function latestActions(db: Database): Promise<Action[]> {
  return db.select().from(actions).orderBy(desc(actions.id)).limit(500);
}

export async function recordAction(db: Database, action: Omit<Action, "id">): Promise<void> {
  await db.insert(actions).values(action);
}

/** @returns the number of calls in the current minute, this one included. */
export async function countQuery(db: Database, now: number): Promise<number> {
  const counted = await db
    .insert(queryMinutes)
    .values({ minute: Math.floor(now / 60_000), count: 1 })
    .onConflictDoUpdate({
      target: queryMinutes.minute,
      set: { count: sql`${queryMinutes.count} + 1` },
    })
    .returning();
  return counted[0]?.count ?? 1;
}
