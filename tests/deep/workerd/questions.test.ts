/** A busy evening of questions to the gateway, through the real claims. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { reconcile } from "../../../worker/shop/payments/reconcile.ts";
import { dayOfAttempts, type Attempted } from "../../support/abandoned-day.ts";
import { longTest, quantile, report, seeded, sized } from "../../support/experiment.ts";
import { dayMs, minuteMs, noon, paymentOf } from "../../workerd/database.ts";
import { portsWith } from "../../workerd/ports.ts";

const insert = (rows: readonly Attempted[], mayWait: boolean) =>
  env.DB.prepare(
    `INSERT INTO payment_attempts (id, merchant_trade_no, order_id, order_number, member_id, locale, amount_twd, cart_item_ids,
       created_at, expires_at, next_query_at, query_may_wait)
     SELECT value ->> 'id', value ->> 'id', value ->> 'id', value ->> 'id', 'mei', 'zh', 1200, '[]', value ->> 'createdAt', value ->> 'expiresAt',
       CASE ?2 WHEN 1 THEN value ->> 'expiresAt' ELSE value ->> 'createdAt' + 600000 END, ?2 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(rows), Number(mayWait))
    .run();

test(
  "through the busiest hours each lost callback is found within 20 minutes, while last week's attempts run out (R52)",
  longTest,
  async () => {
    const chance = seeded(53);
    // A shop of this size; the sample is a fifth of it, and its evening.
    const { count, most, from, until, share } = sized(
      { count: 2_000, most: 6, from: 19, until: 23, share: 0.1 },
      { count: 10_000, most: 30, from: 0, until: 24, share: 0.01 },
    );
    const hourMs = 60 * minuteMs;
    const isWithin = ({ createdAt }: Attempted) =>
      createdAt >= noon + from * hourMs && createdAt < noon + (until - 1) * hourMs;
    const today = dayOfAttempts(chance, count, noon, share).filter(isWithin);
    const lastWeek = dayOfAttempts(chance, count, noon - 7 * dayMs, 0);
    await insert(today, false);
    await insert(lastWeek, true);
    const paid = new Map(today.map(({ id, paidAt }) => [id, paidAt]));
    const foundAfter = new Map<string, number>();
    let clock = 0;
    let asked = 0;
    const ask = async (id: string) => {
      asked += 1;
      const paidAt = paid.get(id) ?? null;
      const isPaid = paidAt !== null && paidAt <= clock;
      if (isPaid) foundAfter.set(id, clock - paidAt);
      const payment = paymentOf({ merchantTradeNo: id, status: isPaid ? "paid" : "unpaid" });
      return { payment, record: { merchantTradeNo: id, fields: {} } };
    };
    const closely = {
      everyMs: 10 * minuteMs,
      closelyMs: hourMs,
      closelyWhenShortMs: 25 * minuteMs,
    };
    const asking = { mostPerMinute: most, pauseMs: 30 * minuteMs, ...closely };
    const { deps } = portsWith({ now: () => clock, gateway: { ask, asking } });
    const perMinute: number[] = [];
    for (let at = noon + from * hourMs; at < noon + until * hourMs; at += minuteMs) {
      clock = at + chance.below(4_000);
      const before = asked;
      await reconcile(deps);
      perMinute.push(asked - before);
    }
    const lost = today.filter(({ paidAt }) => paidAt !== null);
    const after = [...foundAfter.values()];
    const inMinutes = (ms: number) => Math.round(ms / 6_000) / 10;
    report("the busiest hours, through the database", [
      {
        attempts: today.length,
        "lost callbacks": lost.length,
        found: after.length,
        "found after, half": inMinutes(quantile(after, 0.5)),
        "at most": inMinutes(Math.max(...after)),
        questions: asked,
        "most in a minute": Math.max(...perMinute),
        "may be asked": most,
      },
    ]);
    expect(lost.length).toBeGreaterThan(25);
    expect(after).toHaveLength(lost.length);
    expect(Math.max(...after)).toBeLessThanOrEqual(20 * minuteMs);
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(most);
    const { results } = await env.DB.prepare(
      "SELECT state, count(*) AS n FROM payment_attempts GROUP BY state",
    ).all<{ state: string; n: number }>();
    expect(results.find(({ state }) => state === "paid")?.n).toBe(lost.length);
    expect(results.find(({ state }) => state === "expired")?.n).toBeGreaterThan(0);
  },
);
