import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishedJars } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { burst, countBy, longTest, report, seeded, sized } from "../support/experiment.ts";
import { beHostile, startHostileShop } from "../support/faults.ts";
import {
  expectCashierAgrees,
  expectInvariants,
  expectUpstreamHeard,
} from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import {
  allKnownAtEcpay,
  booksOf,
  freshMinute,
  genuineNotice,
  newPayableOrders,
  notify,
  type PayableOrder,
} from "../support/payments.ts";
import type { Hostility } from "../support/hostile.ts";
import type { Shop } from "../support/shop.ts";
import type { Json, Shopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startHostileShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await expectUpstreamHeard(shop);
  await shop.close();
});

const minuteMs = 60_000;

/** A minute passes for every attempt, and for those who count questions. */
async function minutePassesForAttempts(): Promise<void> {
  await freshMinute(shop);
  await shop.db
    .prepare(
      "UPDATE payment_attempts SET created_at = created_at - ?1, next_query_at = next_query_at - ?1, expires_at = expires_at - ?1 WHERE state <> 'paid'",
    )
    .bind(minuteMs)
    .run();
}

const asked = async () =>
  (
    await shop.cashierDb
      .prepare("SELECT coalesce(sum(count), 0) AS n FROM query_minutes")
      .first<{ n: number }>()
  )?.n ?? 0;

const isPaid = ({ state }: { state: string }) => state === "paid";

test(
  "payments whose callbacks were all lost are found within 45 minutes, without a ban (R52, E12c)",
  longTest,
  async () => {
    const orders = await newPayableOrders(shop, sized(30, 100));
    await allKnownAtEcpay(shop, orders, "paid");
    await freshMinute(shop);
    const perMinute = [];
    let settledAt = -1;
    for (let minute = 1; minute <= 45 && settledAt < 0; minute += 1) {
      await minutePassesForAttempts();
      await shop.runSchedule();
      perMinute.push(await asked());
      if ((await booksOf(shop, orders)).every(isPaid)) settledAt = minute;
    }
    const pause = await shop.db
      .prepare("SELECT value FROM settings WHERE name = 'ecpay_query_pause_until'")
      .first();
    report("E12c every callback lost", [
      {
        payments: orders.length,
        settled: (await booksOf(shop, orders)).filter(isPaid).length,
        "last one at minute": settledAt,
        questions: perMinute.reduce((sum, count) => sum + count, 0),
        "most in a minute": Math.max(...perMinute),
        bans: pause === null ? 0 : 1,
      },
    ]);
    expect(settledAt).toBeGreaterThan(0);
    expect(Math.max(...perMinute)).toBeLessThanOrEqual(30);
    expect(pause).toBeNull();
    await expectCashierAgrees(shop);
  },
);

const outage: NonNullable<Hostility["upstream"]>[] = ["refused", "hangs", "500", "garbage", "429"];

test(
  "orders paid while the upstream is down for ten minutes all reach it, once each and without a herd (R62, R84, E27)",
  longTest,
  async () => {
    const orders = await newPayableOrders(shop, sized(30, 300));
    const rows = [];
    await beHostile(shop, {});
    for (let minute = 0; minute < 10; minute += 1) {
      const mode = outage[minute % outage.length] ?? "refused";
      await beHostile(shop, { upstream: mode, advanceMs: minuteMs });
      const share = orders.slice(
        (minute * orders.length) / 10,
        ((minute + 1) * orders.length) / 10,
      );
      const answers = await burst(share.length, 10, async (index) =>
        notify(shop, await genuineNotice(share[index] as PayableOrder)),
      );
      expect(countBy(answers, ({ text }) => text)).toEqual({ "1|OK": share.length });
      await shop.runSchedule();
      const counts = await beHostile(shop, { upstream: mode });
      rows.push({
        minute,
        upstream: mode,
        paid: share.length,
        tried: counts.eventsTried,
        delivered: counts.eventsDelivered,
        "most at once": counts.mostEventsUnderWay,
      });
      expect(counts.eventsDelivered).toBe(0);
    }
    const deliveries: number[] = [];
    for (
      let minute = 10;
      minute < 16 && (await booksOf(shop, orders)).some(({ unsent }) => unsent > 0);
      minute += 1
    ) {
      await beHostile(shop, { advanceMs: minuteMs });
      await shop.runSchedule();
      const counts = await beHostile(shop, {});
      deliveries.push(counts.eventsDelivered);
      rows.push({
        minute,
        upstream: "healthy",
        paid: 0,
        tried: counts.eventsTried,
        delivered: counts.eventsDelivered,
        "most at once": counts.mostEventsUnderWay,
      });
      expect(counts.mostEventsUnderWay).toBeLessThanOrEqual(5);
    }
    report("E27 ten minutes without the upstream", rows);
    expect(await booksOf(shop, orders)).toEqual(
      orders.map(() => ({
        state: "paid",
        needsRefund: 0,
        outboxRows: 1,
        unsent: 0,
        upstream: "pending",
      })),
    );
    expect(deliveries.length).toBeLessThanOrEqual(5);
    expect(deliveries.reduce((sum, count) => sum + count, 0)).toBe(orders.length);
    expect(deliveries[0] ?? 0).toBeLessThanOrEqual((2 * orders.length) / deliveries.length);
  },
);

interface Checkout {
  shopper: Shopper;
  key: string;
  form: Json;
  status: number;
}

/** Of one member each: a member places one order at a time. */
function newCheckouts(count: number): Promise<Checkout[]> {
  return Promise.all(Array.from({ length: count }, newCheckout));
}

async function newCheckout(): Promise<Checkout> {
  const { shopper } = await newMember(shop);
  const { body: cart } = await shopper.send("POST", "/cart/items", finishedJars());
  const key = randomBytes(12).toString("base64url");
  return { shopper, key, form: checkoutForm(cart), status: 0 };
}

/** A shopper presses the button again, with the same key, as the page does. */
async function tryCheckout(checkout: Checkout, tries: number): Promise<void> {
  for (let attempt = 0; attempt < tries && checkout.status !== 200; attempt += 1) {
    const { shopper, form, key } = checkout;
    checkout.status = (
      await shopper.send("POST", "/cart/checkout", form, { "Idempotency-Key": key })
    ).status;
  }
}

/** First try and four more, as ECPay does. @returns how often it was sent, and whether it was acknowledged. */
async function tellLikeEcpay(order: PayableOrder) {
  for (let sent = 1; ; sent += 1) {
    const { status, text } = await notify(
      shop,
      await genuineNotice(order, { RtnMsg: sent === 1 ? "交易成功" : "paid" }),
    );
    const isAcknowledged = status === 200 && text === "1|OK";
    if (isAcknowledged || sent === 5) return { sent, isAcknowledged };
  }
}

test(
  "whatever the database does before or after it commits, what was acknowledged is written and nothing happens twice (R49, R86, E28)",
  longTest,
  async () => {
    const rows = [];
    const ordersARound = sized(12, 300);
    const checkoutsARound = sized(6, 125);
    for (const rate of [0.01, 0.05, 0.1, 0.2].slice(-sized(1, 4))) {
      await beHostile(shop, {});
      const orders = await newPayableOrders(shop, ordersARound);
      const checkouts = await newCheckouts(checkoutsARound);
      await beHostile(shop, {
        seed: rate * 100,
        failBefore: rate,
        failAfter: rate,
        overloaded: rate / 2,
        slow: rate,
        slowMs: sized(100, 2_000),
        delayMs: 3,
      });
      const works = seeded(28).shuffled([
        // Every message twice, since ECPay may.
        ...[...orders, ...orders].map((order) => async () => ({
          order,
          ...(await tellLikeEcpay(order)),
        })),
        ...checkouts.map((checkout) => async () => {
          await tryCheckout(checkout, 4);
          return null;
        }),
      ]);
      const outcomes = (
        await burst(works.length, 40, async (index) => (await works[index]?.()) ?? null)
      ).filter((outcome) => outcome !== null);
      const acknowledged = new Set(
        outcomes.filter(({ isAcknowledged }) => isAcknowledged).map(({ order }) => order),
      );
      const lost = (await booksOf(shop, [...acknowledged])).filter(
        (books) => books.state !== "paid" || books.outboxRows !== 1,
      ).length;
      const doneAtOnce = checkouts.filter(({ status }) => status === 200).length;
      // The database is well again, and the leases of those who were cut off are over.
      const counts = await beHostile(shop, { advanceMs: 2 * minuteMs });
      await burst(orders.length, 20, async (index) => tellLikeEcpay(orders[index] as PayableOrder));
      await burst(checkouts.length, 10, (index) => tryCheckout(checkouts[index] as Checkout, 2));
      await shop.runSchedule();
      const books = await booksOf(shop, orders);
      rows.push({
        "fault rate": rate,
        "database calls": counts.databaseCalls,
        faults: counts.databaseFaults,
        callbacks: outcomes.reduce((sum, { sent }) => sum + sent, 0) + orders.length,
        "acknowledged in time": acknowledged.size,
        "acknowledged, not written": lost,
        "paid once in the end": books.filter(
          (book) => book.state === "paid" && book.outboxRows === 1,
        ).length,
        "checkouts at once": doneAtOnce,
        "checkouts in the end": checkouts.filter(({ status }) => status === 200).length,
      });
      expect(lost).toBe(0);
      expect(
        books.filter(
          ({ state, needsRefund, outboxRows }) =>
            state !== "paid" || needsRefund !== 0 || outboxRows !== 1,
        ),
      ).toEqual([]);
      expect(countBy(checkouts, ({ status }) => String(status))).toEqual({ 200: checkouts.length });
      const shoppers = [...new Set(checkouts.map(({ shopper }) => shopper))];
      const made = await Promise.all(shoppers.map((shopper) => ordersOfShopper(shopper)));
      expect(made.reduce((sum, count) => sum + count, 0)).toBe(checkouts.length);
    }
    report("E28 a database that fails before and after it commits, is overloaded and slow", rows);
    const unsent = async () => {
      await beHostile(shop, { advanceMs: minuteMs });
      await shop.runSchedule();
      return (
        await shop.db
          .prepare("SELECT count(*) AS n FROM outbox WHERE sent_at IS NULL")
          .first<{ n: number }>()
      )?.n;
    };
    await expect.poll(unsent, { timeout: 120_000, interval: 500 }).toBe(0);
  },
);

/** One order for one form, however often it was sent. */
async function ordersOfShopper(shopper: Shopper | undefined): Promise<number> {
  return (await shopper?.get("/orders/my-orders?skip=0&limit=1"))?.body.total;
}
