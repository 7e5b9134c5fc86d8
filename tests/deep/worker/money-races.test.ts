import { ownShop } from "./own-shop.ts";
import { finishedJars } from "../../support/carts.ts";
import {
  cancel,
  checkOut,
  formOf,
  memberWith,
  newKey,
  ordersOf,
  pay,
  payableOf,
} from "../../support/checkouts.ts";
import { burst, countBy, report, seeded, sized } from "../../support/experiment.ts";
import { beHostile } from "../../support/upstream-state.ts";
import type { Hostility } from "../../support/hostile.ts";
import { expectInvariants, expectUpstreamHeard } from "../../support/invariants.ts";
import { newMember } from "../../support/new-member.ts";
import {
  allKnownAtEcpay,
  booksOf,
  comeBack,
  freshMinute,
  genuineNotice,
  makeDue,
  newPayableOrders,
  notify,
  rows,
  signedNotice,
  type PayableOrder,
} from "../../support/payments.ts";
import type { Json, Shopper } from "../../support/shopper.ts";

const shop = await ownShop({ main: "tests/support/hostile-shop.mjs" }, expectUpstreamHeard);

const minuteMs = 60_000;

async function everythingSent(): Promise<void> {
  const unsent = async () => {
    await beHostile(shop, { advanceMs: minuteMs });
    await shop.runSchedule();
    return shop.db.prepare("SELECT count(*) AS unsent FROM outbox WHERE sent_at IS NULL").first();
  };
  await expect.poll(unsent, { timeout: 120_000, interval: 500 }).toEqual({ unsent: 0 });
}

async function shopperWithOrders(count: number) {
  const { shopper } = await newMember(shop);
  const { id: memberId } = (await shopper.get("/members/me")).body;
  return { shopper, orders: await newPayableOrders(shop, count, { memberId }) };
}

const paidOnce = { state: "paid", needsRefund: 0, outboxRows: 1, unsent: 0, upstream: "pending" };

let schedules = 0;
const acts: Record<string, (order: PayableOrder, shopper: Shopper) => Promise<unknown>> = {
  callback: async (order) =>
    expect((await notify(shop, await genuineNotice(order))).text).toBe("1|OK"),
  /** A resent notice is worded otherwise, so its MAC differs. */
  "callbacks again": async (order) => {
    const notice = await genuineNotice(order, { RtnMsg: "paid" });
    const told = await Promise.all(Array.from({ length: 10 }, () => notify(shop, notice)));
    expect(countBy(told, ({ text }) => text)).toEqual({ "1|OK": 10 });
  },
  return: async (order) =>
    expect((await comeBack(shop, await genuineNotice(order))).status).toBe(303),
  list: async (_order, shopper) =>
    expect((await shopper.get("/orders/my-orders?skip=0&limit=10")).status).toBe(200),
  cancel: async ({ orderId }, shopper) =>
    expect([204, 409]).toContain((await cancel(shopper, orderId)).status),
  /** The shopper does pay on that page. */
  "pay again": async ({ orderId }, shopper) => {
    const answer = await pay(shopper, orderId);
    expect([200, 409]).toContain(answer.status);
    if (answer.status === 200) await notify(shop, await signedNotice(payableOf(answer)));
  },
  /** What the upstream does after a day without payment, and only then. */
  "upstream cancels": ({ orderId }) =>
    rows(
      shop.upstreamDb,
      "UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'payment_pending'",
      orderId,
    ),
  /** One run sees them all; every tenth is enough of a crowd. */
  schedule: async (order) => {
    await makeDue(shop, [order]);
    schedules += 1;
    if (schedules % 10 !== 0) return;
    await freshMinute(shop);
    await shop.runSchedule();
  },
};

async function endingOf(orders: readonly PayableOrder[]) {
  const sql = `SELECT order_id AS orderId, sum(state = 'paid' AND needs_refund = 0) AS kept, sum(state = 'paid' AND needs_refund = 1) AS owed,
      EXISTS (SELECT 1 FROM cancelled_orders WHERE order_id = payment_attempts.order_id) AS isCancelled
    FROM payment_attempts WHERE order_id IN (SELECT value ->> 'orderId' FROM json_each(?)) GROUP BY order_id`;
  type Ending = { orderId: string; kept: number; owed: number; isCancelled: number };
  const endings = await rows<Ending>(shop.db, sql, JSON.stringify(orders));
  const books = await booksOf(shop, orders);
  const upstream = new Map(orders.map(({ orderId }, index) => [orderId, books[index]?.upstream]));
  return endings.map((ending) => ({ ...ending, upstream: upstream.get(ending.orderId) }));
}

test("duplicate callbacks, return, schedule, list, cancellation and another try, whatever comes first, lose no money and ship nothing unpaid (R51, E1, E1b, E1c, E3)", async () => {
  const chance = seeded(7);
  for (let seed = 1; seed <= sized(1, 5); seed += 1) {
    const people = await burst(sized(5, 40), 4, () => shopperWithOrders(6));
    const orders = people.flatMap((person) => person.orders);
    await allKnownAtEcpay(shop, orders, "paid");
    await beHostile(shop, { seed, delayMs: 20 });
    const rush = chance.shuffled(
      people.flatMap(({ shopper, orders: theirs }) =>
        theirs.flatMap((order) =>
          chance
            .shuffled(Object.values(acts))
            .slice(0, 2 + chance.below(5))
            .map((act) => () => act(order, shopper)),
        ),
      ),
    );
    await burst(rush.length, 40, async (index) => rush[index]?.());
    await everythingSent();
    const endings = await endingOf(orders);
    expect(endings).toHaveLength(orders.length);
    for (const ending of endings) {
      const { kept, owed, isCancelled, upstream } = ending;
      expect(kept, JSON.stringify(ending)).toBeLessThanOrEqual(isCancelled ? 0 : 1);
      // The upstream ships what is pending there.
      expect(upstream === "pending", JSON.stringify(ending)).toBe(kept === 1);
      if (owed > 0) expect(kept === 1 || upstream === "cancelled").toBe(true);
    }
    // Nothing would be shown by a rush that always ends in one way.
    expect(endings.some(({ isCancelled, owed }) => isCancelled && owed > 0)).toBe(true);
    expect(endings.some(({ kept }) => kept === 1)).toBe(true);
    const nameOf = ({ kept, owed, upstream }: (typeof endings)[number]) =>
      `${upstream}, ${kept} kept, ${Math.min(owed, 1)} owed`;
    report(`E1c ${rush.length} acts, seed ${seed}`, [countBy(endings, nameOf)]);
    await expectInvariants(shop.db);
  }
});

const outage: NonNullable<Hostility["upstream"]>[] = ["refused", "hangs", "500", "garbage", "429"];

test("orders paid while the upstream is down for ten minutes all reach it, once each and without a herd (R62, R84, E27)", async () => {
  const orders = await newPayableOrders(shop, sized(30, 300));
  for (let minute = 0; minute < 10; minute += 1) {
    const mode = outage[minute % outage.length] ?? "refused";
    await beHostile(shop, { upstream: mode, advanceMs: minuteMs });
    const share = orders.filter((_, index) => index % 10 === minute);
    const answers = await burst(share.length, 10, async (index) =>
      notify(shop, await genuineNotice(share[index] as PayableOrder)),
    );
    expect(countBy(answers, ({ text }) => text)).toEqual({ "1|OK": share.length });
    await shop.runSchedule();
    const counts = await beHostile(shop, { upstream: mode });
    expect(counts.eventsDelivered).toBe(0);
  }
  const deliveries: number[] = [];
  const isUnsent = async () => (await booksOf(shop, orders)).some(({ unsent }) => unsent > 0);
  while (deliveries.length < 6 && (await isUnsent())) {
    await beHostile(shop, { advanceMs: minuteMs });
    await shop.runSchedule();
    const counts = await beHostile(shop, {});
    deliveries.push(counts.eventsDelivered);
    expect(counts.mostEventsUnderWay).toBeLessThanOrEqual(5);
  }
  report("E27 delivered after ten minutes without the upstream", [
    { "in each minute": deliveries.join(", ") },
  ]);
  expect(await booksOf(shop, orders)).toEqual(orders.map(() => paidOnce));
  expect(deliveries.length).toBeLessThanOrEqual(5);
  expect(deliveries.reduce((sum, count) => sum + count, 0)).toBe(orders.length);
  expect(deliveries[0] ?? 0).toBeLessThanOrEqual((2 * orders.length) / deliveries.length);
});

interface Checkout {
  shopper: Shopper;
  key: string;
  form: Json;
  status: number;
}

async function newCheckout(): Promise<Checkout> {
  const shopper = await memberWith(shop, finishedJars());
  return { shopper, key: newKey(), form: await formOf(shopper), status: 0 };
}

async function tryCheckout(checkout: Checkout, tries: number): Promise<void> {
  for (let attempt = 0; attempt < tries && checkout.status !== 200; attempt += 1)
    checkout.status = (await checkOut(checkout.shopper, checkout.form, checkout.key)).status;
}

/** First try and four more, as ECPay does. @returns whether it was acknowledged. */
async function tellLikeEcpay(order: PayableOrder): Promise<boolean> {
  for (let sent = 1; sent <= 5; sent += 1) {
    const RtnMsg = sent === 1 ? "交易成功" : "paid";
    const { status, text } = await notify(shop, await genuineNotice(order, { RtnMsg }));
    if (status === 200 && text === "1|OK") return true;
  }
  return false;
}

const isPaidOnce = ({
  state,
  needsRefund,
  outboxRows,
}: Awaited<ReturnType<typeof booksOf>>[number]) =>
  state === "paid" && needsRefund === 0 && outboxRows === 1;

test("whatever the database does before or after it commits, what was acknowledged is written and nothing happens twice (R49, R86, E28)", async () => {
  const rounds = [];
  const ordersARound = sized(12, 300);
  const checkoutsARound = sized(6, 125);
  for (const rate of [0.01, 0.05, 0.1, 0.2].slice(-sized(1, 4))) {
    await beHostile(shop, {});
    const orders = await newPayableOrders(shop, ordersARound);
    const checkouts = await burst(checkoutsARound, 8, newCheckout);
    await beHostile(shop, {
      seed: rate * 100,
      failBefore: rate,
      failAfter: rate,
      overloaded: rate / 2,
      slow: rate,
      slowMs: sized(100, 2_000),
      delayMs: 3,
    });
    const acknowledged = new Set<PayableOrder>();
    const works = seeded(28).shuffled([
      // Every message twice, since ECPay may.
      ...[...orders, ...orders].map((order) => async () => {
        if (await tellLikeEcpay(order)) acknowledged.add(order);
      }),
      ...checkouts.map((checkout) => () => tryCheckout(checkout, 4)),
    ]);
    await burst(works.length, 40, async (index) => works[index]?.());
    const written = await booksOf(shop, [...acknowledged]);
    expect(written.filter((books) => !isPaidOnce(books))).toEqual([]);
    const doneAtOnce = checkouts.filter(({ status }) => status === 200).length;
    // The database is well again, and the leases of those who were cut off are over.
    const counts = await beHostile(shop, { advanceMs: 2 * minuteMs });
    await burst(orders.length, 20, async (index) => tellLikeEcpay(orders[index] as PayableOrder));
    await burst(checkouts.length, 10, (index) => tryCheckout(checkouts[index] as Checkout, 2));
    await shop.runSchedule();
    const books = await booksOf(shop, orders);
    rounds.push({
      "fault rate": rate,
      faults: counts.databaseFaults,
      "acknowledged in time": acknowledged.size,
      "checkouts at once": doneAtOnce,
    });
    expect(books.filter((book) => !isPaidOnce(book))).toEqual([]);
    expect(countBy(checkouts, ({ status }) => String(status))).toEqual({ 200: checkouts.length });
    for (const { shopper } of checkouts) expect(await ordersOf(shopper)).toHaveLength(1);
  }
  report("E28 a database that fails before and after it commits, is overloaded and slow", rounds);
  await everythingSent();
});
