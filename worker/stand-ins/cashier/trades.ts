/**
 * POST AioCheckOut/V5 checks merchant, signature, fields and refused words, in ECPay's order; the
 * trades that it opens.
 */
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import { verifyCheckMacValue, type Fields } from "../../payments/ecpay/check-mac-value.ts";
import { merchantTradeNoPattern, type Keys } from "../../payments/ecpay/vocabulary.ts";
import type { Trade, Action, Database, Delivery } from "./app.ts";
import { actions, deliveries, queryMinutes, trades } from "./schema.ts";

type Payable = { readonly min: number; readonly max: number };
type Fate = "outcome" | "decidedAt" | "closeRequestedAt" | "abandonedAt" | "refundedTwd";
type NewTrade = Omit<Trade, Fate>;
/** Page 5740. */
const problems = {
  wrongMac: "10200073",
  otherMerchant: "10300023",
  malformedOrder: "10300024",
  wrongAmount: "5100070",
  tradeNumberUsed: "10300028",
  /** ECPay's firewall refused a word in the order. */
  refusedWord: "10400011",
};
export type OrderProblem = keyof typeof problems;

export const codeOf = (problem: OrderProblem): string => problems[problem];

// OrderResultURL is optional at ECPay; here the browser's return is part of what is tested.
const patterns: Record<string, RegExp> = {
  MerchantTradeNo: merchantTradeNoPattern,
  MerchantTradeDate: /^\d{4}(\/\d{2}){2} \d{2}(:\d{2}){2}$/,
  PaymentType: /^aio$/,
  TotalAmount: /^[1-9]\d{0,8}$/,
  TradeDesc: /^[^<>\p{Cc}]{1,200}$/u,
  ItemName: /^[^<>\p{Cc}]{1,400}$/u,
  ReturnURL: /^https?:\/\/.{1,190}$/,
  OrderResultURL: /^https?:\/\/.{1,190}$/,
  ClientBackURL: /^(https?:\/\/.{1,190})?$/,
  UnionPay: /^[012]?$/,
  ChoosePayment: /^(ALL|Credit)$/,
  EncryptType: /^1$/,
  Language: /^(ENG|KOR|JPN|CHI)?$/,
};
const refusedWord = /\b(echo|python|cmd|wget|curl|bash)\b/i;

export async function readOrder(
  fields: Fields,
  expected: { merchantId: string; keys: Keys; now: number; payable: Payable },
): Promise<NewTrade | OrderProblem> {
  if (fields["MerchantID"] !== expected.merchantId) return "otherMerchant";
  if (!(await verifyCheckMacValue(fields, expected.keys))) return "wrongMac";
  const value = (name: string) => fields[name] ?? "";
  const addresses = ["ReturnURL", "OrderResultURL", "ClientBackURL"].map(value);
  const isWhole = Object.entries(patterns).every(([name, pattern]) => pattern.test(value(name)));
  const isReachable = addresses.every((address) => address === "" || URL.canParse(address));
  if (!isWhole || !isReachable || value("ReturnURL") === value("OrderResultURL"))
    return "malformedOrder";
  const amountTwd = Number(value("TotalAmount"));
  const { min, max } = expected.payable;
  if (amountTwd < min || amountTwd > max) return "wrongAmount";
  if (refusedWord.test(`${value("ItemName")} ${value("TradeDesc")}`)) return "refusedWord";
  return {
    merchantTradeNo: value("MerchantTradeNo"),
    key: crypto.randomUUID(),
    tradeNo: newTradeNo(expected.now),
    amountTwd,
    itemName: value("ItemName"),
    language: value("Language"),
    returnUrl: value("ReturnURL"),
    orderResultUrl: value("OrderResultURL"),
    clientBackUrl: value("ClientBackURL"),
    createdAt: expected.now,
  };
}

/** At most twenty digits, as ECPay's numbers: the time and a random part. */
function newTradeNo(now: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const time = new Date(now).toISOString().replaceAll(/\D/g, "").slice(2, 14);
  return time + String(random % 1e8).padStart(8, "0");
}

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
