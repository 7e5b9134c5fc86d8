/**
 * A member's order list while their orders grow from a hundred to a hundred thousand: rows that D1 reads for a page, and how
 * long the upstream takes to answer it.
 */
import { drizzle } from "drizzle-orm/d1";
import * as schema from "../../worker/reference-upstream/store/schema.ts";
import { pageOrders } from "../../worker/reference-upstream/store/orders.ts";
import { startUpstream, type D1Like, type UpstreamAlone } from "../support/shop.ts";
import { call, newUpstreamMember } from "../support/upstream-member.ts";
import { head, median, row } from "./figures.ts";

export const name = "A page of the order list, however many orders lie behind it";

const sizes = [100, 5_000, 100_000];
const limit = 10;
const rounds = 15;
const newestDay = Date.UTC(2026, 10, 20);
const hourMs = 3_600_000;

interface Look {
  title: string;
  skipOf: (total: number) => number;
  /** From and until, as shares of the member's time with the shop. */
  period?: [number, number];
}
const looks: Look[] = [
  { title: "first page", skipOf: () => 0 },
  { title: "middle page", skipOf: (total) => Math.floor(total / 2) },
  { title: "last page", skipOf: (total) => total - limit },
  { title: "first page of a period", skipOf: () => 0, period: [0.3, 0.7] },
  { title: "middle page of a period", skipOf: (total) => Math.floor(total / 2), period: [0.3, 0.7] },
  { title: "last page of a period", skipOf: (total) => total - limit, period: [0.3, 0.7] },
  { title: "a period without orders", skipOf: () => 0, period: [2, 3] },
];

export async function run(): Promise<{ held: boolean }> {
  const upstream = await startUpstream();
  try {
    const members = [];
    for (const size of sizes) members.push(await memberWith(upstream, size));
    let held = true;
    head(
      "page of ten",
      ...sizes.map((size) => `rows read of ${size.toLocaleString("en")}`),
      ...sizes.map((size) => `ms of ${size.toLocaleString("en")}`),
    );
    for (const look of looks) {
      const seen = [];
      for (const member of members) seen.push(await measure(upstream, member, look));
      row(look.title, ...seen.map(({ rowsRead }) => rowsRead), ...seen.map(({ ms }) => ms.toFixed(1)));
      const counts = seen.map(({ rowsRead }) => rowsRead);
      // Whether a row of somebody else's follows the stretch is one row more or less.
      const isConstant = Math.max(...counts) - Math.min(...counts) <= 2;
      const isRight = seen.every(({ isWhole }) => isWhole);
      const isSteady = (seen.at(-1)?.ms ?? 0) < 4 * (seen[0]?.ms ?? 0) + 5;
      held &&= isConstant && isRight && isSteady;
    }
    return { held };
  } finally {
    await upstream.close();
  }
}

interface Shopper {
  id: string;
  token: string;
  size: number;
}

/** An order an hour, each with two lines. */
async function memberWith(upstream: UpstreamAlone, size: number): Promise<Shopper> {
  const { email, token } = await newUpstreamMember(upstream);
  const found = await upstream.db.prepare("SELECT id FROM members WHERE email = ?").bind(email).first<{ id: string }>();
  if (found === null) throw new Error("the new member is not there");
  const { id } = found;
  await upstream.db
    .prepare(
      `INSERT INTO orders (id, number, member_id, status, holds_sample, customer_name, customer_phone, customer_email, customer_address, customer_note,
        invoice_type, tax_id, carrier_type, carrier_num, love_code, total_price, currency, idempotency_key, body_hash, created_at, updated_at)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       SELECT ?1 || '-' || i, 'B' || ?1 || i, ?1, 'delivered', 0, 'Noor', '02', 'noor@example.test', 'Taipei', '', 'B2C', '', '', '', '', 100, 'TWD',
        i, '', ?3 - (?2 - i) * ${hourMs}, 0 FROM n`,
    )
    .bind(id, size, newestDay)
    .run();
  await upstream.db
    .prepare(
      `INSERT INTO order_items (id, order_id, position, type, product_unit, product_number, product_ids, amount, price, addon_item_ids)
       SELECT orders.id || '/' || value, orders.id, value, 'FINISHED_PRODUCT', 'BOTTLE', 'SL-001', '["hinoki-rain"]', 100, 50, '[]'
       FROM orders, json_each('[1,2]') WHERE member_id = ?`,
    )
    .bind(id)
    .run();
  return { id, token, size };
}

async function measure(upstream: UpstreamAlone, member: Shopper, look: Look) {
  const at = (share: number) => new Date(newestDay - (1 - share) * member.size * hourMs).toISOString().slice(0, 10);
  const dates = look.period?.map(at);
  const query = dates ? `&start_date=${dates[0]}&end_date=${dates[1]}` : "";
  const read = async (skip: number) =>
    (await call(upstream, "GET", `/orders/my-orders?skip=${skip}&limit=${limit}${query}`, { token: member.token })).body;
  const { total } = await read(0);
  const skip = Math.max(0, look.skipOf(total));
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await read(skip);
    times.push(performance.now() - started);
  }
  const meter = metered(upstream.db);
  const [from, until] = dates?.map((date) => Date.parse(`${date}T00:00:00+08:00`)) ?? [];
  const period = { from: from ?? null, until: until === undefined ? null : until + 24 * hourMs };
  const page = await pageOrders(drizzle(meter.db, { schema }), member.id, period, { skip, limit });
  const isWhole = page.total === total && page.data.length === Math.min(limit, Math.max(0, total - skip));
  return { rowsRead: meter.rowsRead(), ms: median(times), isWhole };
}

interface Statement {
  bind(...values: unknown[]): Statement;
  all(): Promise<{ results: Record<string, unknown>[]; meta: { rows_read: number } }>;
}

/** The database with a meter on it: D1 says with every answer how many rows it read for it. */
function metered(database: D1Like) {
  let rowsRead = 0;
  const wrap = (statement: Statement) => ({
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    all: async () => {
      const answer = await statement.all();
      rowsRead += answer.meta.rows_read;
      return answer;
    },
    raw: async () => {
      const answer = await statement.all();
      rowsRead += answer.meta.rows_read;
      return answer.results.map((found) => Object.values(found));
    },
  });
  const db = { prepare: (sql: string) => wrap(database.prepare(sql) as unknown as Statement) };
  // Drizzle calls these methods and no others for the statements above.
  return { db: db as unknown as D1Database, rowsRead: () => rowsRead };
}
