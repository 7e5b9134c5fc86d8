/** Every table's rows leave when `schema.ts` says, and not before (R42, R75). */
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { claimCleanUp, cleanUp } from "../../worker/store/retention.ts";
import * as tables from "../../worker/store/schema.ts";
import { lineOf } from "./cart-rows.ts";
import {
  db,
  dayMs,
  minuteMs,
  noon,
  openAttempt,
  attempts,
  secondMs,
  signInMei,
} from "./database.ts";

const year = 366 * dayMs;
const count = async (table: SQLiteTable) => (await db.select().from(table)).length;

const cart = (expiresAt: number) =>
  db
    .insert(tables.carts)
    .values({ id: "cart", guestHash: "guest", createdAt: 0, updatedAt: 0, expiresAt });

/** Writes a row whose time began at `at`. */
const rows: {
  what: string;
  table: SQLiteTable;
  keptMs: number;
  write: (at: number) => Promise<unknown>;
}[] = [
  { what: "a cart", table: tables.carts, keptMs: 0, write: (at) => cart(at) },
  {
    what: "a removed line",
    table: tables.cartItems,
    keptMs: dayMs,
    write: async (at) => {
      await cart(noon + year);
      await db
        .insert(tables.cartItems)
        .values({ ...lineOf("line"), cartId: "cart", removedAt: at });
    },
  },
  {
    what: "the answer to a form",
    table: tables.idempotencyKeys,
    keptMs: dayMs,
    write: (at) =>
      db
        .insert(tables.idempotencyKeys)
        .values({ scope: "s", key: "k", bodyHash: "", leaseUntil: 0, createdAt: at }),
  },
  {
    what: "a sign-in that owed its code",
    table: tables.signInChallenges,
    keptMs: dayMs,
    write: (at) =>
      db.insert(tables.signInChallenges).values({
        id: "c",
        memberKey: "",
        upstreamTempToken: "",
        createdAt: at,
        expiresAt: at + minuteMs,
      }),
  },
  {
    what: "a used up limit",
    table: tables.limits,
    keptMs: dayMs,
    write: (at) =>
      db.insert(tables.limits).values({ key: "k", count: 1, lastAt: at, windowEndsAt: at }),
  },
  {
    what: "a count of the alarms",
    table: tables.tallies,
    keptMs: dayMs,
    write: (at) => db.insert(tables.tallies).values({ at, name: "question.answered", count: 1 }),
  },
  {
    what: "a session that was ended",
    table: tables.sessions,
    keptMs: 30 * dayMs,
    write: (at) => signInMei({ endedAt: at, idleEndsAt: noon + year, absoluteEndsAt: noon + year }),
  },
  {
    what: "a session that ended by idleness",
    table: tables.sessions,
    keptMs: 30 * dayMs,
    write: (at) => signInMei({ idleEndsAt: at, absoluteEndsAt: noon + year }),
  },
  {
    what: "the refresh tokens of a session",
    table: tables.refreshTokens,
    keptMs: 30 * dayMs,
    write: (at) => signInMei({ endedAt: at }),
  },
  {
    what: "an event that the upstream has taken",
    table: tables.outbox,
    keptMs: 30 * dayMs,
    write: (at) =>
      db.insert(tables.outbox).values({
        orderId: "o",
        kind: "order.paid",
        idempotencyKey: "k",
        payload: "{}",
        createdAt: 0,
        nextAt: 0,
        sentAt: at,
      }),
  },
  {
    what: "an odd payment message",
    table: tables.paymentInbox,
    keptMs: 7 * year,
    write: (at) =>
      db
        .insert(tables.paymentInbox)
        .values({ id: "m", reason: "odd_value", fields: "{}", receivedAt: at }),
  },
  {
    what: "a payment message as it was received",
    table: tables.paymentNotices,
    keptMs: 7 * year,
    write: (at) =>
      db
        .insert(tables.paymentNotices)
        .values({ id: "n", merchantTradeNo: "TRY1", sealed: "key.nonce.text", receivedAt: at }),
  },
  {
    what: "a cancelled order",
    table: tables.cancelledOrders,
    keptMs: 7 * year,
    write: (at) =>
      db
        .insert(tables.cancelledOrders)
        .values({ orderId: "o", orderNumber: "SL1", memberId: "mei", cancelledAt: at }),
  },
  {
    what: "a refund",
    table: tables.refunds,
    keptMs: 7 * year,
    write: (at) =>
      db.insert(tables.refunds).values({
        id: "RF1",
        merchantTradeNo: "TRY1",
        amountTwd: 1,
        state: "made",
        createdAt: at,
      }),
  },
  {
    what: "what an operator did",
    table: tables.operatorActions,
    keptMs: 7 * year,
    write: (at) =>
      db
        .insert(tables.operatorActions)
        .values({ id: "a", at, operator: "Lin", action: "refund", subject: "RF1", reason: "r" }),
  },
  {
    what: "what was refused at a quiz",
    table: tables.responseRefusals,
    keptMs: 2 * year,
    write: (at) =>
      db
        .insert(tables.responseRefusals)
        .values({ responseId: "r", memberId: "mei", refusals: ["family:tea"], createdAt: at }),
  },
  {
    what: "a second step that was never confirmed",
    table: tables.secondSteps,
    keptMs: dayMs,
    write: (at) =>
      db.insert(tables.secondSteps).values({ memberId: "mei", secret: "sealed", createdAt: at }),
  },
  {
    what: "an attempt at paying",
    table: tables.paymentAttempts,
    keptMs: 7 * year,
    write: (at) => openAttempt({ createdAt: at }),
  },
];

test.each(rows)(
  "$what is kept to the last moment of its time",
  async ({ table, keptMs, write }) => {
    await write(noon - keptMs);
    await cleanUp(db, noon);
    expect(await count(table)).toBe(1);
  },
);

test.each(rows)("$what leaves when its time is over", async ({ table, keptMs, write }) => {
  await write(noon - keptMs - 1);
  await cleanUp(db, noon);
  expect(await count(table)).toBe(0);
});

test("every table is swept but the settings, a member's own list of refusals, their recovery codes and the shop's few alarms", () => {
  const { settings, memberRefusals, recoveryCodes, alarms } = tables;
  const lasting: unknown[] = [settings, memberRefusals, recoveryCodes, alarms];
  const swept = new Set(rows.map(({ table }) => getTableName(table)));
  const all = Object.values(tables).filter(
    (value) => typeof value === "object" && !lasting.includes(value),
  );
  expect(all.map((table) => getTableName(table)).sort()).toEqual([...swept].sort());
});

test("a second step that is on stays", async () => {
  await db
    .insert(tables.secondSteps)
    .values({ memberId: "mei", secret: "sealed", createdAt: 0, confirmedAt: 1 });
  await cleanUp(db, noon);
  expect(await count(tables.secondSteps)).toBe(1);
});

test("an event that the upstream has not taken stays for ever, and a line as long as its cart", async () => {
  await db.insert(tables.outbox).values({
    orderId: "o",
    kind: "order.paid",
    idempotencyKey: "k",
    payload: "{}",
    createdAt: 0,
    nextAt: 0,
  });
  await cart(noon + dayMs);
  await db.insert(tables.cartItems).values([
    { ...lineOf("kept"), cartId: "cart" },
    { ...lineOf("lost"), cartId: "no cart" },
  ]);
  await cleanUp(db, noon);
  expect([await count(tables.outbox), await count(tables.cartItems)]).toEqual([1, 1]);
});

test("a payment record loses the person in it after thirty days", async () => {
  const snapshot = { orderDate: "", customerName: "Mei", customerPhone: "", customerAddress: "" };
  await openAttempt({
    id: "old",
    merchantTradeNo: "TRY1",
    createdAt: noon - 30 * dayMs - 1,
    snapshot,
  });
  await openAttempt({ id: "new", merchantTradeNo: "TRY2", createdAt: noon - 30 * dayMs, snapshot });
  await cleanUp(db, noon);
  expect((await attempts()).map(({ id, snapshot: kept }) => [id, kept?.customerName])).toEqual([
    ["old", undefined],
    ["new", "Mei"],
  ]);
});

test("what piled up ten times faster than a run's first step leaves in one run", async () => {
  const rowsAtOnce = Array.from({ length: 2_500 }, (_, index) => index);
  for (let from = 0; from < rowsAtOnce.length; from += 20)
    await db
      .insert(tables.limits)
      .values(
        rowsAtOnce
          .slice(from, from + 20)
          .map((index) => ({ key: `old ${index}`, count: 1, lastAt: 0, windowEndsAt: 0 })),
      );
  await cleanUp(db, noon);
  expect(await count(tables.limits)).toBe(0);
});

test("a table with more to delete than a minute's share is done in the next ones, and keeps no other waiting", async () => {
  const many = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 12000)
    INSERT INTO limits (key, count, last_at, window_ends_at) SELECT 'old ' || n, 1, 0, 0 FROM number`;
  await env.DB.prepare(many).run();
  await openAttempt({ createdAt: noon - 7 * year - 1 });
  await cleanUp(db, noon);
  expect(await count(tables.limits)).toBeGreaterThan(0);
  expect(await count(tables.paymentAttempts)).toBe(0);
  await cleanUp(db, noon);
  expect(await count(tables.limits)).toBe(0);
});

test("the tokens of a session and the lines of a cart leave before them, however many they are", async () => {
  await signInMei({ endedAt: noon - 31 * dayMs });
  await cart(noon - 1);
  const more = (into: string, values: string) =>
    env.DB.prepare(
      `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 700) INSERT INTO ${into} SELECT ${values} FROM number`,
    ).run();
  await more(
    "refresh_tokens (hash, session_id, generation, created_at)",
    `'token-' || n, 'mei''s browser', n, 0`,
  );
  await more(
    "cart_items (id, cart_id, product_ids, label, unit_price, amount, item_type, sale_type, addon_item_ids, created_at)",
    `'line-' || n, 'cart', '[]', '', 100, 1, 'JAR', 'SAMPLE', '[]', 0`,
  );
  await cleanUp(db, noon);
  expect(
    await Promise.all(
      [tables.sessions, tables.refreshTokens, tables.carts, tables.cartItems].map(count),
    ),
  ).toEqual([0, 0, 0, 0]);
});

test("a table that cannot be swept keeps no other from it, and the failure is told", async () => {
  await cart(noon - 1);
  await openAttempt({ createdAt: noon - 7 * year - 1 });
  await env.DB.prepare(
    "CREATE TRIGGER stuck BEFORE DELETE ON carts BEGIN SELECT RAISE(ABORT, 'stuck'); END",
  ).run();
  await expect(cleanUp(db, noon)).rejects.toThrow();
  expect([await count(tables.carts), await count(tables.paymentAttempts)]).toEqual([1, 0]);
});

test("of parallel runs one sweeps, once a minute", async () => {
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimCleanUp(db, noon)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect([
    await claimCleanUp(db, noon + 50 * secondMs),
    await claimCleanUp(db, noon + minuteMs),
  ]).toEqual([false, true]);
});
