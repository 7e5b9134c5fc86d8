import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxCartItems } from "#contract/cart";
import { invariantsAt } from "../../worker/store/invariants.ts";
import { brokenRules } from "../support/invariants.ts";
import { genuineNotice, newPayableOrders, notify } from "../support/payments.ts";
import { read, repositoryFiles, root } from "../support/repository.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const day = 24 * 3600_000;
const now = Date.now();
const attempt = (number: string, values: Record<string, string | number | null> = {}) =>
  insert("payment_attempts", {
    id: number,
    merchant_trade_no: number,
    order_id: number,
    order_number: number,
    member_id: "nobody",
    locale: "zh",
    amount_twd: 100,
    state: "open",
    cart_item_ids: "[]",
    created_at: now,
    expires_at: now + 7 * day,
    next_query_at: now + day,
    ...values,
  });
const paid = { state: "paid", settle_nonce: "nonce", trade_no: "26112100", paid_at: now };
const outboxRow = (number: string, values: Record<string, string | number | null> = {}) =>
  insert("outbox", {
    order_id: number,
    kind: "order.paid",
    idempotency_key: `payment-${number}`,
    payload: JSON.stringify({
      kind: values["kind"] ?? "order.paid",
      amount: 100,
      trade_no: "26112100",
    }),
    created_at: now,
    next_at: now,
    ...values,
  });
const asked = { asked_at: now, ended_at: now };
/** With the row that says who wanted it. */
const refund = (id: string, values: Record<string, string | number | null>) => [
  insert("refunds", { id, amount_twd: 10, state: "requested", created_at: now, ...values }),
  insert("operator_actions", {
    id,
    at: now,
    operator: "Lin",
    action: "refund",
    subject: id,
    reason: "a test",
  }),
];
const cart = (id: string, values: Record<string, string | number | null> = {}) =>
  insert("carts", {
    id,
    guest_hash: id,
    version: 1,
    created_at: now,
    updated_at: now,
    expires_at: now + day,
    ...values,
  });
const line = (id: string, cartId: string, values: Record<string, string | number | null> = {}) =>
  insert("cart_items", {
    id,
    cart_id: cartId,
    product_ids: "[]",
    label: "",
    unit_price: 100,
    amount: 1,
    item_type: "JAR",
    sale_type: "SAMPLE",
    addon_item_ids: "[]",
    created_at: now,
    ...values,
  });
const session = (id: string, values: Record<string, string | number | null> = {}) =>
  insert("sessions", {
    id,
    member_id: "nobody",
    epoch: 0,
    must_change_password: 0,
    upstream_access: "",
    upstream_expires_at: now,
    browser: "",
    created_at: now,
    last_seen_at: now,
    idle_ends_at: now + day,
    absolute_ends_at: now + 2 * day,
    ...values,
  });
const refreshToken = (hash: string, sessionId: string, generation: number, usedAt: number | null) =>
  insert("refresh_tokens", {
    hash,
    session_id: sessionId,
    generation,
    created_at: now,
    used_at: usedAt,
  });

function insert(table: string, values: Record<string, string | number | null>): string {
  const literal = (value: string | number | null) =>
    typeof value === "string" ? `'${value}'` : String(value);
  return `INSERT INTO ${table} (${Object.keys(values).join(", ")}) VALUES (${Object.values(values).map(literal).join(", ")})`;
}

/** For each rule, rows that break it and, as far as can be, nothing else. */
const breaches: Record<string, string[]> = {
  "a paid attempt has one settling, one trade and one outbox row of its amount": [
    attempt("B1", { ...paid, amount_twd: 200 }),
    outboxRow("B1"),
  ],
  "money for a cancelled order is owed back": [
    attempt("B2M", paid),
    outboxRow("B2M"),
    insert("cancelled_orders", {
      order_id: "B2M",
      order_number: "B2M",
      member_id: "nobody",
      cancelled_at: now,
    }),
  ],
  "an attempt that is not paid was never settled": [attempt("B3", { ...paid, state: "open" })],
  "an order is paid by at most one attempt that keeps its money": [
    attempt("B4", paid),
    attempt("B4X", { ...paid, order_id: "B4" }),
    outboxRow("B4"),
    outboxRow("B4X", { order_id: "B4", kind: "order.needs_refund" }),
  ],
  "the upstream hears of exactly one payment of a paid order": [
    attempt("B5", { ...paid, needs_refund: 1 }),
    outboxRow("B5", { kind: "order.needs_refund" }),
  ],
  "an outbox row tells of a paid attempt": [attempt("B2"), outboxRow("B2")],
  "an outbox row tells of a cancelled order": [
    outboxRow("B2C", { kind: "order.cancelled", idempotency_key: "cancelled-B2C" }),
  ],
  "money that is owed back is marked as such": [
    attempt("B6", paid),
    attempt("B6X", { ...paid, order_id: "B6", needs_refund: 0 }),
    outboxRow("B6"),
    outboxRow("B6X", { order_id: "B6", kind: "order.needs_refund" }),
  ],
  "all attempts of an order are for one sum": [
    attempt("B7"),
    attempt("B7X", { order_id: "B7", amount_twd: 1 }),
  ],
  "the sum of an attempt is whole and positive": [attempt("B8", { amount_twd: 0 })],
  "prices and amounts in a cart are whole and positive": [
    cart("B8C"),
    line("B8L", "B8C", { unit_price: 0 }),
  ],
  "an answer that holds a payment form has its attempt": [
    insert("idempotency_keys", {
      scope: "checkout:nobody",
      key: "B9",
      body_hash: "",
      answer: JSON.stringify({
        ecpay_form_data: { MerchantTradeNo: "NOWHERE", TotalAmount: "100" },
      }),
      lease_until: 0,
      created_at: now,
    }),
  ],
  "no more is given back than was paid": [
    attempt("B9P", paid),
    outboxRow("B9P"),
    ...refund("B9P1", { merchant_trade_no: "B9P", amount_twd: 60 }),
    ...refund("B9P2", { merchant_trade_no: "B9P", amount_twd: 60 }),
    ...refund("B9P3", { merchant_trade_no: "B9P", amount_twd: 60, state: "refused", ...asked }),
  ],
  "a refund is a whole positive sum, and its state fits its times": [
    attempt("B9Q", paid),
    outboxRow("B9Q"),
    ...refund("B9Q1", { merchant_trade_no: "B9Q", state: "made" }),
  ],
  "a refund was asked for by an operator": [
    attempt("B9R", paid),
    outboxRow("B9R"),
    ...refund("B9R1", { merchant_trade_no: "B9R" }).slice(0, 1),
  ],
  "a merged guest cart has one target and no line left": [
    cart("B10", { merged_into: "B10X" }),
    line("B10L", "B10"),
  ],
  "a cart belongs to one member or one guest": [cart("B11", { member_id: "nobody" })],
  "a line lies in a cart": [line("B12", "nowhere")],
  "a cart holds no more than it may": [
    cart("B13"),
    ...Array.from({ length: maxCartItems + 1 }, (_, index) => line(`B13-${index}`, "B13")),
  ],
  "a session has at most one refresh token that was not used, and it is the youngest": [
    session("B14"),
    refreshToken("B14-0", "B14", 0, null),
    refreshToken("B14-1", "B14", 1, null),
  ],
  "no session outlives its absolute end": [session("B15", { idle_ends_at: now + 3 * day })],
  "a code is guessed at five times at most": [
    insert("sign_in_challenges", {
      id: "B16",
      member_key: "",
      upstream_temp_token: "",
      guesses: 6,
      created_at: now,
      expires_at: now,
    }),
  ],
};

test("a shop at work breaks no rule, and a payment whose outbox row is gone after a month breaks none", async () => {
  const [order, old] = await newPayableOrders(shop, 2);
  if (order === undefined || old === undefined) throw new Error("no order");
  for (const each of [order, old]) await notify(shop, await genuineNotice(each));
  await shop.db
    .prepare("UPDATE payment_attempts SET paid_at = paid_at - ? WHERE merchant_trade_no = ?")
    .bind(31 * day, old.merchantTradeNo)
    .run();
  await shop.db.prepare("DELETE FROM outbox WHERE order_id = ?").bind(old.orderId).run();
  expect(await brokenRules(shop.db)).toEqual([]);
});

const reasonOf = (text: string): string => /"reason":"([^"]+)"/.exec(text)?.[1] ?? text;

test("every rule finds the rows that break it, and the schedule tells which rule it is, without naming a row", async () => {
  expect(Object.keys(breaches)).toEqual(invariantsAt(now).map(({ rule }) => rule));
  for (const sql of Object.values(breaches).flat()) await shop.db.prepare(sql).run();
  const broken = await brokenRules(shop.db);
  expect(broken.map((text) => text.slice(0, text.indexOf(": ")))).toEqual(Object.keys(breaches));
  const told = () =>
    shop.logs().filter((text) => text.includes(`"event":"an invariant is broken"`));
  // What lies about is swept as well: not before it was told of.
  await shop.db
    .prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('retention_next_at', ?)")
    .bind(now + day)
    .run();
  for (let minute = 0; minute < Object.keys(breaches).length; minute += 1) await shop.runSchedule();
  await expect.poll(() => new Set(told().map(reasonOf)).size).toBe(Object.keys(breaches).length);
  expect(told().map(reasonOf)).toEqual(expect.arrayContaining(Object.keys(breaches)));
  expect(told().join("\n")).not.toMatch(/\bB\d/);
});

test("people are told again, once an hour, of payment messages that nobody has settled (R50)", async () => {
  const message = {
    id: "M1",
    merchant_trade_no: "M1",
    reason: "odd_value",
    fields: "{}",
    received_at: now - 20 * 60_000,
  };
  await shop.db.prepare(insert("payment_inbox", message)).run();
  await shop.db.prepare("DELETE FROM limits WHERE key = 'waiting-messages'").run();
  await shop.runSchedule();
  await expect
    .poll(() => shop.logs().some((text) => text.includes("payment messages wait for people")))
    .toBe(true);
});

/** More than the command asks for at once; the last was guessed at too often. */
const manyChallenges = `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 12000)
  INSERT INTO sign_in_challenges (id, member_key, upstream_temp_token, guesses, created_at, expires_at)
  SELECT 'C' || n, '', '', CASE n WHEN 12000 THEN 6 ELSE 0 END, 0, 0 FROM number`;

test("an operator's command names each broken rule and its row, however long the tables, and ends with a failure", () => {
  const folder = mkdtempSync(resolve(root, "node_modules/.cache/invariants-"));
  try {
    const migrations = repositoryFiles().filter((file) => /^migrations\/shop\/.*\.sql$/.test(file));
    const file = resolve(folder, "broken.sql");
    writeFileSync(
      file,
      `${migrations.sort().map(read).join(";\n")};\n${attempt("ORPHAN", { ...paid, state: "open" })};\n${manyChallenges};`,
    );
    const planted = spawnSync(
      "wrangler",
      ["d1", "execute", "DB", "--yes", "--local", "--persist-to", folder, "--file", file],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" },
      },
    );
    expect(planted.status, planted.stderr).toBe(0);
    const command = spawnSync(
      process.execPath,
      [".scripts/invariants.ts", "--persist-to", folder],
      {
        cwd: root,
        encoding: "utf8",
      },
    );
    expect(command.stderr).toContain("✗ an attempt that is not paid was never settled: ORPHAN");
    expect(command.stderr).toContain("✗ a code is guessed at five times at most: C12000");
    expect(command.stdout).toContain("2 of");
    expect(command.status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
