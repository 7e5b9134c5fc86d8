/** What a long backlog of events for the upstream costs. */
import { env } from "cloudflare:workers";
import { isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { deliverOrder, deliverOutbox } from "../../../worker/shop/outbox/deliver.ts";
import { outbox } from "../../../worker/store/schema.ts";
import { longTest, report, sized } from "../../support/experiment.ts";
import { db, noon, paidEvent } from "../../workerd/database.ts";
import { portsWith } from "../../workerd/ports.ts";
import { statementsOf } from "../../workerd/statements.ts";

/** A shop whose upstream takes every event. */
function listening() {
  const orders: string[] = [];
  const { deps } = portsWith({
    config: { UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events" },
    answers: (_path, { body }) => {
      orders.push(Object(body).order_id);
      return { outcome: "accepted" };
    },
  });
  return { orders, deps };
}

/** `count` orders that the upstream has not heard of, as a long outage leaves them. */
const backlog = (count: number) =>
  env.DB.prepare(
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?1)
     INSERT INTO outbox (order_id, kind, idempotency_key, payload, created_at, attempts, next_at)
     SELECT 'order-' || n, 'order.paid', 'payment-' || n, json_set(?2, '$.order_id', 'order-' || n), ?3 - n, n % 3, ?3 - n * 7919 % ?1 FROM number`,
  )
    .bind(count, JSON.stringify(paidEvent), noon)
    .run();

/** A sample drains only the smallest backlog from end to end, of the others the beginning and the end. */
const wholly = sized(1_000, Infinity);
const unsent = () => db.$count(outbox, isNull(outbox.sentAt));
const skipTo = (left: number) =>
  env.DB.prepare(
    "UPDATE outbox SET sent_at = ?1 WHERE sent_at IS NULL AND id <= (SELECT max(id) FROM outbox) - ?2",
  )
    .bind(noon, left)
    .run();

test(
  "a backlog drains linearly: each delivery reads as many rows as the first, however many wait (R84)",
  longTest,
  async () => {
    const rows: Record<string, number>[] = [];
    for (const count of sized([1_000, 10_000], [1_000, 10_000, 100_000])) {
      await db.delete(outbox);
      await backlog(count);
      const shop = listening();
      const byMessage = await statementsOf(async () => {
        for (let order = 1; order <= 50; order += 1)
          expect(await deliverOrder(shop.deps, `order-${order * 7}`)).toBeNull();
      });
      const byMinute: number[] = [];
      const minute = async () => {
        const before = shop.orders.length;
        const asked = await statementsOf(() => deliverOutbox(shop.deps));
        byMinute.push(rowsReadBy(asked) / (shop.orders.length - before));
      };
      const started = Date.now();
      await minute();
      if (count > wholly) await skipTo(500);
      const skipped = count - shop.orders.length - (await unsent());
      while ((await unsent()) > 0) await minute();
      expect(new Set(shop.orders).size).toBe(count - skipped);
      rows.push({
        waiting: count,
        "rows read for a message": rowsReadBy(byMessage) / 50,
        "rows read a delivery, first minute": Math.round(byMinute[0] ?? 0),
        "last minute": Math.round(byMinute.at(-1) ?? 0),
        minutes: byMinute.length,
        seconds: Math.round((Date.now() - started) / 1000),
      });
      expect(Math.max(...byMinute)).toBeLessThan(40);
      expect(rowsReadBy(byMessage) / 50).toBeLessThan(40);
    }
    report("the outbox after an outage", rows);
  },
);

const rowsReadBy = (asked: { rowsRead: number }[]) =>
  asked.reduce((sum, { rowsRead }) => sum + rowsRead, 0);
