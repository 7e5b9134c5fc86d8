/** What a shopper notices of the schedule in a shop that has traded for years. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { add } from "../support/carts.ts";
import { longTest, quantile, report, sized, timed } from "../support/experiment.ts";
import { grownTables } from "../support/grown-tables.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";

const rows = sized(3_000, 600_000);
const minutes = sized(4, 25);
const calmReads = sized(40, 200);
/** On a busy machine a single read may take this much longer for any reason. */
const noiseMs = 50;

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

test(
  "a cart is read beside the schedule in less than twice the time, however large the tables",
  longTest,
  async () => {
    const { shopper } = await newMember(shop);
    await add(shopper);
    for (const sql of grownTables(rows, Date.now())) await shop.db.prepare(sql).run();
    // Calls of the upstream and of ECPay have their own time: this is about the database.
    await shop.db.prepare("UPDATE outbox SET sent_at = created_at WHERE sent_at IS NULL").run();
    await shop.db
      .prepare("UPDATE payment_attempts SET state = 'expired' WHERE state = 'open'")
      .run();
    const readCart = async (took: number[]) => {
      const answer = await timed(took, () => shopper.get("/cart/"));
      expect(answer.status).toBe(200);
    };
    await readCart([]);
    const calm: number[] = [];
    for (let read = 0; read < calmReads; read += 1) await readCart(calm);

    const beside: number[] = [];
    const minuteTook: number[] = [];
    for (let minute = 0; minute < minutes; minute += 1) {
      await shop.db.prepare("UPDATE settings SET value = 0 WHERE name = 'retention_next_at'").run();
      let isOver = false;
      const schedule = timed(minuteTook, () => shop.runSchedule()).finally(() => {
        isOver = true;
      });
      do await readCart(beside);
      while (!isOver);
      await schedule;
    }
    const inMs = (values: readonly number[]) => ({
      reads: values.length,
      median: quantile(values, 0.5),
      p95: quantile(values, 0.95),
      worst: quantile(values, 1),
    });
    report(`A cart read, in ms, with ${rows} rows in each table`, [
      { when: "calm", ...inMs(calm) },
      { when: "beside the schedule", ...inMs(beside) },
      { when: "the schedule's minute itself", ...inMs(minuteTook) },
    ]);
    const limit = Math.max(2 * quantile(calm, 0.5), quantile(calm, 0.5) + noiseMs);
    expect(quantile(beside, 0.5)).toBeLessThan(limit);
    expect(quantile(beside, 0.95)).toBeLessThan(Math.max(2 * quantile(calm, 0.95), limit));
  },
);
