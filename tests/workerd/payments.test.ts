import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Payment } from "../../worker/payments/method.ts";
import { invariantsAt } from "../../worker/store/invariants.ts";
import {
  expireAttempt,
  failAttempt,
  findAttempt,
  insertUnverifiedNotice,
  settleAttempt,
} from "../../worker/store/payments.ts";
import { cartItems, carts, outbox, paymentInbox } from "../../worker/store/schema.ts";
import {
  attempts,
  db,
  dayMs,
  minuteMs,
  noon,
  openAttempt,
  outboxRows,
  paymentOf,
} from "./database.ts";

const later = noon + 2 * minuteMs;

const settle = (changes: Partial<Payment> = {}, now = later) =>
  settleAttempt(db, {
    provider: "ecpay",
    payment: paymentOf(changes),
    nonce: crypto.randomUUID(),
    now,
  });

async function brokenInvariants(): Promise<string[]> {
  const found = await Promise.all(
    invariantsAt(later).map(async ({ rule, sql }) =>
      (await env.DB.prepare(sql).all()).results.length === 0 ? [] : [rule],
    ),
  );
  return found.flat();
}

/** In a cart of Mei's or somebody else's. */
const line = (id: string, cartId: string) => ({
  id,
  cartId,
  productIds: ["cedar"],
  label: "Cedar",
  unitPrice: 100,
  amount: 1,
  itemType: "sample",
  saleType: "set",
  addonItemIds: [],
  createdAt: noon,
});

test("ECPay may say ten times at once that Mei has paid: it is settled once, and the upstream is told once", async () => {
  await openAttempt();
  const settled = await Promise.all(Array.from({ length: 10 }, () => settle()));
  expect(new Set(settled.map((attempt) => attempt?.settleNonce)).size).toBe(1);
  expect(await outboxRows()).toMatchObject([
    { kind: "order.paid", idempotencyKey: "payment-TRY1", orderId: "order" },
  ]);
  expect(await brokenInvariants()).toEqual([]);
});

test("a payment of another sum settles nothing", async () => {
  await openAttempt();
  expect(await settle({ amountTwd: 1 })).toMatchObject({ state: "open", settleNonce: null });
  expect(await settle({ merchantTradeNo: "UNKNOWN" })).toBeNull();
  expect(await outboxRows()).toEqual([]);
});

test("money that comes after a failure, or after the time was over, is still taken", async () => {
  await openAttempt();
  await openAttempt({ id: "other", merchantTradeNo: "TRY2", orderId: "other order" });
  await failAttempt(db, { id: "attempt" }, "10100058");
  await expireAttempt(db, "other");
  expect((await attempts()).map(({ state }) => state)).toEqual(["failed", "expired"]);
  await settle();
  await settle({ merchantTradeNo: "TRY2", tradeNo: "2611211200000002" });
  await failAttempt(db, { id: "attempt" }, "10100058");
  expect((await attempts()).map(({ state }) => state)).toEqual(["paid", "paid"]);
});

test("who pays one order twice is owed the second sum, and the upstream hears which it was", async () => {
  await openAttempt();
  await openAttempt({ id: "second", merchantTradeNo: "TRY2" });
  await settle();
  await settle({ merchantTradeNo: "TRY2", tradeNo: "2611211200000002" });
  expect((await attempts()).map(({ needsRefund }) => needsRefund)).toEqual([false, true]);
  expect((await outboxRows()).map(({ kind }) => kind)).toEqual([
    "order.paid",
    "order.needs_refund",
  ]);
  expect(await brokenInvariants()).toEqual([]);
});

test("what Mei has paid for leaves her cart; what she added since, and Chen's cart, stay", async () => {
  const cart = { createdAt: noon, updatedAt: noon, expiresAt: noon + 30 * dayMs };
  await db.insert(carts).values([
    { id: "mei's", memberId: "mei", ...cart },
    { id: "chen's", memberId: "chen", ...cart },
  ]);
  await db
    .insert(cartItems)
    .values([line("paid", "mei's"), line("new", "mei's"), line("theirs", "chen's")]);
  await openAttempt({ cartItemIds: ["paid", "theirs"] });
  await settle();
  expect((await db.select().from(cartItems)).map(({ id }) => id).sort()).toEqual(["new", "theirs"]);
  expect((await db.select().from(carts)).map(({ id, version }) => [id, version]).sort()).toEqual([
    ["chen's", 0],
    ["mei's", 1],
  ]);
});

test("an odd message is kept once, has ECPay asked at once, and is resolved by the payment", async () => {
  await openAttempt({ state: "expired" });
  const message = {
    provider: "ecpay" as const,
    id: "odd",
    merchantTradeNo: "TRY1",
    reason: "unknown field",
    fields: "{}",
  };
  expect(await insertUnverifiedNotice(db, message, later)).toBe(true);
  expect(await insertUnverifiedNotice(db, message, later)).toBe(false);
  expect(await attempts()).toMatchObject([{ state: "open", nextQueryAt: later }]);
  await settle({}, later + minuteMs);
  expect(await db.select().from(paymentInbox)).toMatchObject([
    { id: "odd", resolvedAt: later + minuteMs },
  ]);
});

test("a message of another gateway that names the same number finds nothing and settles nothing", async () => {
  await openAttempt();
  // Only one gateway is known so far; the next one is a row of the contract.
  const provider = "another" as "ecpay";
  expect(await findAttempt(db, { provider, merchantTradeNo: "TRY1" })).toBeNull();
  const nonce = crypto.randomUUID();
  expect(await settleAttempt(db, { provider, payment: paymentOf(), nonce, now: later })).toBeNull();
  expect(await attempts()).toMatchObject([{ state: "open", settleNonce: null }]);
  expect(await outboxRows()).toEqual([]);
});

test("a repeated message changes nothing more: no second event, no line, no message that waits for people", async () => {
  await openAttempt({ cartItemIds: ["again"] });
  await settle();
  // Years later, when the sent event was removed, and the same line lies in the cart once more.
  await db.delete(outbox);
  await db.insert(carts).values({
    id: "mei's",
    memberId: "mei",
    createdAt: noon,
    updatedAt: noon,
    expiresAt: noon + 30 * dayMs,
  });
  await db.insert(cartItems).values(line("again", "mei's"));
  const message = { merchantTradeNo: "TRY1", reason: "second_trade", fields: "{}" };
  await db.insert(paymentInbox).values({ id: "odd", ...message, receivedAt: later });
  await settle({}, later + minuteMs);
  expect(await outboxRows()).toEqual([]);
  expect(await db.select().from(cartItems)).toHaveLength(1);
  expect(await db.select().from(carts)).toMatchObject([{ version: 0 }]);
  expect(await db.select().from(paymentInbox)).toMatchObject([{ resolvedAt: null }]);
});
