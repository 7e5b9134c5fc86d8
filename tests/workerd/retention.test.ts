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
  snapshot,
} from "./database.ts";
import { failAt } from "./ground.ts";

const year = 366 * dayMs;
const count = (table: SQLiteTable) => db.$count(table);

const cart = (expiresAt: number) =>
  db
    .insert(tables.carts)
    .values({ id: "cart", guestHash: "guest", createdAt: 0, updatedAt: 0, expiresAt });

interface Row {
  what: string;
  table: SQLiteTable;
  keptMs: number;
  /** A row whose time began at `at`. */
  write: (at: number) => Promise<unknown>;
}
const plain = <Table extends SQLiteTable>(
  what: string,
  table: Table,
  keptMs: number,
  values: (at: number) => Table["$inferInsert"],
): Row => ({ what, table, keptMs, write: (at) => db.insert(table).values(values(at)) });
const session = (what: string, ends: (at: number) => Parameters<typeof signInMei>[0]): Row => ({
  what,
  table: what.includes("tokens") ? tables.refreshTokens : tables.sessions,
  keptMs: 30 * dayMs,
  write: (at) => signInMei({ idleEndsAt: noon + year, absoluteEndsAt: noon + year, ...ends(at) }),
});

const event = { orderId: "o", kind: "order.paid", idempotencyKey: "k", payload: "{}" } as const;
const rows: Row[] = [
  { what: "a cart", table: tables.carts, keptMs: 0, write: cart },
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
    what: "an attempt at paying",
    table: tables.paymentAttempts,
    keptMs: 7 * year,
    write: (at) => openAttempt({ createdAt: at }),
  },
  session("a session that was ended", (at) => ({ endedAt: at })),
  session("a session that ended by idleness", (at) => ({ idleEndsAt: at })),
  session("the refresh tokens of a session", (at) => ({ endedAt: at })),
  plain("the answer to a form", tables.idempotencyKeys, dayMs, (createdAt) => ({
    scope: "s",
    key: "k",
    bodyHash: "",
    leaseUntil: 0,
    createdAt,
  })),
  plain("a sign-in that owed its code", tables.signInChallenges, dayMs, (at) => ({
    id: "c",
    memberKey: "",
    upstreamTempToken: "",
    createdAt: at,
    expiresAt: at + minuteMs,
  })),
  plain("a used up limit", tables.limits, dayMs, (at) => ({
    key: "k",
    count: 1,
    lastAt: at,
    windowEndsAt: at,
  })),
  plain("a count of the alarms", tables.tallies, dayMs, (at) => ({ at, name: "n", count: 1 })),
  plain("an event that the upstream has taken", tables.outbox, 30 * dayMs, (sentAt) => ({
    ...event,
    createdAt: 0,
    nextAt: 0,
    sentAt,
  })),
  plain("an odd payment message", tables.paymentInbox, 7 * year, (receivedAt) => ({
    id: "m",
    reason: "odd_value",
    fields: "{}",
    receivedAt,
  })),
  plain("a payment message as it was received", tables.paymentNotices, 7 * year, (receivedAt) => ({
    id: "n",
    merchantTradeNo: "TRY1",
    sealed: "text",
    receivedAt,
  })),
  plain("a cancelled order", tables.cancelledOrders, 7 * year, (cancelledAt) => ({
    orderId: "o",
    orderNumber: "SL1",
    memberId: "mei",
    cancelledAt,
  })),
  plain("a refund", tables.refunds, 7 * year, (createdAt) => ({
    id: "RF1",
    merchantTradeNo: "TRY1",
    amountTwd: 1,
    state: "made" as const,
    createdAt,
  })),
  plain("what an operator did", tables.operatorActions, 7 * year, (at) => ({
    id: "a",
    at,
    operator: "Lin",
    action: "refund",
    subject: "RF1",
    reason: "r",
  })),
  plain("what was refused at a quiz", tables.responseRefusals, 2 * year, (createdAt) => ({
    responseId: "r",
    memberId: "mei",
    refusals: ["family:tea"],
    createdAt,
  })),
  plain("a second step that was never confirmed", tables.secondSteps, dayMs, (createdAt) => ({
    memberId: "mei",
    secret: "sealed",
    createdAt,
  })),
];

test.each(rows)(
  "$what is kept to the last moment of its time, and leaves then",
  async ({ table, keptMs, write }) => {
    await write(noon - keptMs);
    await cleanUp(db, noon);
    expect(await count(table)).toBe(1);
    await cleanUp(db, noon + 1);
    expect(await count(table)).toBe(0);
  },
);

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
  await db.insert(tables.outbox).values({ ...event, createdAt: 0, nextAt: 0 });
  await cart(noon + dayMs);
  await db.insert(tables.cartItems).values([
    { ...lineOf("kept"), cartId: "cart" },
    { ...lineOf("lost"), cartId: "no cart" },
  ]);
  await cleanUp(db, noon);
  expect([await count(tables.outbox), await count(tables.cartItems)]).toEqual([1, 1]);
});

test("a payment record loses the person in it after thirty days", async () => {
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

const oldLimits = (rowCount: number) =>
  env.DB.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
     INSERT INTO limits (key, count, last_at, window_ends_at) SELECT 'old ' || n, 1, 0, 0 FROM number`,
  )
    .bind(rowCount)
    .run();

test("what piled up ten times faster than a run's first step leaves in one run", async () => {
  await oldLimits(2_500);
  await cleanUp(db, noon);
  expect(await count(tables.limits)).toBe(0);
});

test("a table with more to delete than a minute's share is done in the next ones, and keeps no other waiting", async () => {
  await oldLimits(12_000);
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
  await failAt("DELETE", "carts");
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
