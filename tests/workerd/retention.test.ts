import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { cleanUp } from "../../worker/store/retention.ts";
import * as tables from "../../worker/store/schema.ts";
import { lineOf } from "./cart-rows.ts";
import { dayMs, noon } from "./database.ts";
import { db, insertMany, openAttempt, attempts, signInMei, snapshot } from "./database.ts";
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
type Time = "at" | `${string}At`;
const plain = (what: string, table: SQLiteTable, keptMs: number, time: Time, own = {}): Row => ({
  what,
  table,
  keptMs,
  write: (at) => db.insert(table).values({ ...any, [time]: at, ...own }),
});
const session = (what: string, ends: (at: number) => Parameters<typeof signInMei>[0]): Row => ({
  what,
  table: what.includes("tokens") ? tables.refreshTokens : tables.sessions,
  keptMs: 30 * dayMs,
  write: (at) => signInMei({ idleEndsAt: noon + year, absoluteEndsAt: noon + year, ...ends(at) }),
});

const words = { key: "k", name: "n", scope: "s", bodyHash: "", fields: "{}", payload: "{}" };
const people = { memberId: "mei", memberKey: "", operator: "Lin", action: "refund", subject: "x" };
const order = { orderId: "o", orderNumber: "SL1", merchantTradeNo: "TRY1", amountTwd: 1 };
const sealed = { sealed: "text", secret: "sealed", upstreamTempToken: "" };
const counts = { count: 1, leaseUntil: 0, nextAt: 0, createdAt: 0 };
const named = { id: "x", kind: "order.paid", reason: "odd_value", idempotencyKey: "k" } as const;
const any = { ...words, ...people, ...order, ...sealed, ...counts, ...named };
const event = { ...any, id: 1 };
const expiresAt = noon + year;
const quiz = { responseId: "r", refusals: ["family:tea"] };
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
  plain("a form's answer", tables.idempotencyKeys, dayMs, "createdAt"),
  plain("a sign-in that owed its code", tables.signInChallenges, dayMs, "createdAt", { expiresAt }),
  plain("a limit", tables.limits, dayMs, "windowEndsAt", { lastAt: 0 }),
  plain("a count of the alarms", tables.tallies, dayMs, "at"),
  plain("an event that was taken", tables.outbox, 30 * dayMs, "sentAt", { id: 1 }),
  plain("an odd message", tables.paymentInbox, 7 * year, "receivedAt"),
  plain("a message", tables.paymentNotices, 7 * year, "receivedAt"),
  plain("a cancelled order", tables.cancelledOrders, 7 * year, "cancelledAt"),
  plain("a refund", tables.refunds, 7 * year, "createdAt", { state: "made" }),
  plain("what an operator did", tables.operatorActions, 7 * year, "at"),
  plain("what was refused at a quiz", tables.responseRefusals, 2 * year, "createdAt", quiz),
  plain("an unconfirmed second step", tables.secondSteps, dayMs, "createdAt"),
];

test.each(rows)("$what stays to the last moment of its time", async ({ table, keptMs, write }) => {
  await write(noon - keptMs);
  await cleanUp(db, noon);
  expect(await count(table)).toBe(1);
  await cleanUp(db, noon + 1);
  expect(await count(table)).toBe(0);
});

test("every table is swept but the settings, a member's own list of refusals, their recovery codes, the shop's few alarms and what the desk published", () => {
  const { settings, memberRefusals, recoveryCodes, alarms, deskTexts } = tables;
  const lasting: unknown[] = [settings, memberRefusals, recoveryCodes, alarms, deskTexts];
  const swept = new Set(rows.map(({ table }) => getTableName(table)));
  const all = Object.values(tables).filter(
    (value) => typeof value === "object" && !lasting.includes(value),
  );
  expect(all.map((table) => getTableName(table)).sort()).toEqual([...swept].sort());
});

test("a second step that is on stays", async () => {
  await db.insert(tables.secondSteps).values({ ...any, confirmedAt: 1 });
  await cleanUp(db, noon);
  expect(await count(tables.secondSteps)).toBe(1);
});

test("an event that the upstream has not taken stays for ever, and a line as long as its cart", async () => {
  await db.insert(tables.outbox).values(event);
  await cart(noon + dayMs);
  await db.insert(tables.cartItems).values({ ...lineOf("kept"), cartId: "cart" });
  await cleanUp(db, noon);
  expect([await count(tables.outbox), await count(tables.cartItems)]).toEqual([1, 1]);
});

test("a payment record loses the person in it after thirty days", async () => {
  const month = noon - 30 * dayMs;
  await openAttempt({ id: "old", createdAt: month - 1, snapshot });
  await openAttempt({ id: "new", merchantTradeNo: "TRY2", createdAt: month, snapshot });
  await cleanUp(db, noon);
  expect((await attempts()).map(({ id, snapshot: kept }) => [id, kept?.customerName])).toEqual([
    ["old", undefined],
    ["new", "Mei"],
  ]);
});

const limits = "limits (key, count, last_at, window_ends_at)";
test("a table with more to delete than a minute's share is done in the next ones, and keeps no other waiting", async () => {
  await insertMany(700, limits, "'old ' || n, 1, 0, 0");
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
  const tokens = "refresh_tokens (hash, session_id, generation, created_at)";
  await insertMany(700, tokens, `'token-' || n, 'mei''s browser', n, 0`);
  await insertMany(
    700,
    "cart_items (id, cart_id, product_ids, label, unit_price, amount, item_type, sale_type, addon_item_ids, created_at)",
    `'line-' || n, 'cart', '[]', '', 100, 1, 'JAR', 'SAMPLE', '[]', 0`,
  );
  await cleanUp(db, noon);
  expect([await count(tables.sessions), await count(tables.carts)]).toEqual([1, 1]);
  await cleanUp(db, noon);
  for (const table of [tables.sessions, tables.refreshTokens, tables.carts, tables.cartItems])
    expect(await count(table)).toBe(0);
});

test("a table that cannot be swept keeps no other from it, and the failure is told", async () => {
  await cart(noon - 1);
  await openAttempt({ createdAt: noon - 7 * year - 1 });
  await failAt("DELETE", "carts");
  await expect(cleanUp(db, noon)).rejects.toThrow();
  expect([await count(tables.carts), await count(tables.paymentAttempts)]).toEqual([1, 0]);
});
