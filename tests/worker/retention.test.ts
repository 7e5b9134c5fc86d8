import { afterAll, beforeAll, expect, test } from "vitest";
import { startShop, type Shop } from "../support/shop.ts";

const day = 24 * 3600_000;

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const kept = async (table: string, where = "true") =>
  (
    await shop.db
      .prepare(`SELECT count(*) AS kept FROM ${table} WHERE ${where}`)
      .first<{ kept: number }>()
  )?.kept;

test("what piled up faster than a thousand an hour leaves in the same hour (R75)", async () => {
  const fresh = await startShop();
  try {
    const many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)";
    await fresh.db
      .prepare(
        `INSERT INTO limits (key, count, last_at, window_ends_at) ${many} SELECT 'old ' || i, 1, 0, 0 FROM n`,
      )
      .run();
    await fresh.runSchedule();
    expect(
      await fresh.db.prepare("SELECT count(*) AS kept FROM limits WHERE key LIKE 'old %'").first(),
    ).toEqual({ kept: 0 });
  } finally {
    await fresh.close();
  }
});

test("rows leave when their time is over, and not before (R42, R75)", async () => {
  const now = Date.now();
  for (const [name, at] of [
    ["old", now - 31 * day],
    ["new", now - 23 * 3600_000],
  ] as const) {
    const insert = (sql: string, ...values: unknown[]) =>
      shop.db
        .prepare(sql)
        .bind(...values)
        .run();
    await insert(
      "INSERT INTO carts (id, guest_hash, created_at, updated_at, expires_at) VALUES (?1, ?1, ?2, ?2, ?3)",
      name,
      at,
      at + 30 * day,
    );
    await insert(
      `INSERT INTO cart_items (id, cart_id, product_ids, label, unit_price, amount, item_type, sale_type, addon_item_ids, created_at)
       VALUES (?1, ?1, '[]', '', 100, 1, 'JAR', 'SAMPLE', '[]', ?2)`,
      name,
      at,
    );
    await insert(
      "INSERT INTO idempotency_keys (scope, key, body_hash, lease_until, created_at) VALUES ('s', ?, '', 0, ?)",
      name,
      at,
    );
    await insert(
      "INSERT INTO limits (key, count, last_at, window_ends_at) VALUES (?, 1, ?2, ?2)",
      `sends of ${name}`,
      at,
    );
    await insert(
      "INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, sent_at, next_at) VALUES (?1, 'order.paid', ?1, '{}', ?2, ?2, ?2)",
      name,
      at,
    );
    await insert(
      `INSERT INTO payment_attempts (id, merchant_trade_no, order_id, order_number, member_id, locale, amount_twd, state, snapshot, cart_item_ids, created_at, expires_at, next_query_at)
       VALUES (?1, ?1, ?1, ?1, 'nobody', 'zh', 100, 'paid', '{"customerName":"Mei"}', '[]', ?2, ?2, ?2)`,
      name,
      at,
    );
  }
  await shop.runSchedule();
  for (const table of ["carts", "cart_items", "idempotency_keys", "outbox"])
    expect({ table, kept: await kept(table) }).toEqual({ table, kept: 1 });
  // The schedule counts its own questions to ECPay in the same table.
  expect(await kept("limits", "key LIKE 'sends of %'")).toBe(1);
  // A payment record stays for years, without the person in it.
  expect(
    (
      await shop.db
        .prepare("SELECT id, snapshot IS NULL AS cleared FROM payment_attempts ORDER BY id")
        .all()
    ).results,
  ).toEqual([
    { id: "new", cleared: 0 },
    { id: "old", cleared: 1 },
  ]);
});
