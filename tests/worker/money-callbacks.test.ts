import { afterAll, beforeAll, expect, test } from "vitest";
import {
  burst,
  countBy,
  longTest,
  quantile,
  report,
  seeded,
  sized,
  timed,
} from "../support/experiment.ts";
import { beHostile, startHostileShop } from "../support/faults.ts";
import { expectInvariants, expectUpstreamHeard } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import {
  allKnownAtEcpay,
  attemptOf,
  booksOf,
  comeBack,
  freshMinute,
  genuineNotice,
  inboxOf,
  makeDue,
  newAttempt,
  newPayableOrders,
  notify,
  type PayableOrder,
} from "../support/payments.ts";
import type { Shop } from "../support/shop.ts";
import type { Shopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startHostileShop();
});
afterAll(async () => {
  report("E3 the order of events", endings);
  await expectInvariants(shop.db);
  await shop.close();
});

const endings: Record<string, string | number>[] = [];
const pollLong = { timeout: 60_000, interval: 200 };

/** Everything that follows from a payment has happened. */
async function everythingSent(): Promise<void> {
  const unsent = async () =>
    (
      await shop.db
        .prepare("SELECT count(*) AS left FROM outbox WHERE sent_at IS NULL")
        .first<{ left: number }>()
    )?.left;
  await expect.poll(unsent, pollLong).toBe(0);
}

const paidOnce = { state: "paid", needsRefund: 0, outboxRows: 1, unsent: 0, upstream: "pending" };

test(
  "duplicate callbacks that meet inside a slow database settle each order once (E1)",
  longTest,
  async () => {
    const rows = [];
    for (let seed = 1; seed <= sized(1, 5); seed += 1) {
      await beHostile(shop, { seed, delayMs: 20 });
      for (const { orders: orderCount, copies } of [
        { orders: 1, copies: sized(80, 1_000) },
        { orders: sized(8, 40), copies: sized(10, 50) },
      ]) {
        const orders = await newPayableOrders(shop, orderCount);
        const bodies = await Promise.all(
          orders.flatMap((order) =>
            ["交易成功", "paid"].map((RtnMsg) => genuineNotice(order, { RtnMsg })),
          ),
        );
        const chance = seeded(seed);
        const queue = chance.shuffled(
          Array.from(
            { length: orderCount * copies },
            (_, index) => bodies[index % bodies.length] ?? "",
          ),
        );
        const durations: number[] = [];
        const answers = await burst(queue.length, 200, (index) =>
          timed(durations, () => notify(shop, queue[index] ?? "")),
        );
        const acknowledged = answers.filter(
          ({ status, text }) => status === 200 && text === "1|OK",
        ).length;
        await everythingSent();
        const books = await booksOf(shop, orders);
        rows.push({
          seed,
          orders: orderCount,
          callbacks: queue.length,
          "1|OK": acknowledged,
          "5xx": answers.filter(({ status }) => status >= 500).length,
          "paid once": books.filter((book) => book.state === "paid" && book.outboxRows === 1)
            .length,
          "p50 ms": quantile(durations, 0.5),
          "p99 ms": quantile(durations, 0.99),
        });
        expect(acknowledged).toBe(queue.length);
        expect(books).toEqual(orders.map(() => paidOnce));
      }
    }
    report("E1 duplicate callbacks, 0–20 ms before and after every statement", rows);
    await beHostile(shop, {});
    await expectUpstreamHeard(shop);
  },
);

const actors = ["callback", "return", "schedule", "poll", "cancel"] as const;
type Actor = (typeof actors)[number];

function orderings<T>(list: readonly T[]): T[][] {
  if (list.length === 0) return [[]];
  return list.flatMap((first, at) =>
    orderings(list.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

/** What the upstream does after a day without payment, and only then. */
async function cancelUpstream(order: PayableOrder): Promise<void> {
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'payment_pending'")
    .bind(order.orderId)
    .run();
}

async function perform(
  actor: Exclude<Actor, "schedule">,
  order: PayableOrder,
  shopper: Shopper,
): Promise<void> {
  switch (actor) {
    case "callback":
      expect((await notify(shop, await genuineNotice(order))).text).toBe("1|OK");
      return;
    case "return":
      expect(
        (await comeBack(shop, await genuineNotice(order, { RtnMsg: "Succeeded" }))).status,
      ).toBe(303);
      return;
    case "poll":
      expect((await shopper.get("/orders/my-orders?skip=0&limit=10")).status).toBe(200);
      return;
    case "cancel":
      await cancelUpstream(order);
  }
}

async function askAboutAll(orders: readonly PayableOrder[]): Promise<void> {
  await makeDue(shop, orders);
  for (let asked = 0; asked < orders.length; asked += 20) {
    await freshMinute(shop);
    await shop.runSchedule();
  }
}

async function shopperWithOrders(
  count: number,
): Promise<{ shopper: Shopper; orders: PayableOrder[] }> {
  const { shopper, email } = await newMember(shop);
  const member = await shop.upstreamDb
    .prepare("SELECT id FROM members WHERE email = ?")
    .bind(email)
    .first<{ id: string }>();
  const orders = await newPayableOrders(shop, count, { memberId: member?.id ?? "" });
  await allKnownAtEcpay(shop, orders, "paid");
  return { shopper, orders };
}

test(
  "callback, return, schedule, poll and cancellation end alike in whichever order they come, and are never lost at random (E1b)",
  longTest,
  async () => {
    const plans = seeded(5).shuffled(orderings(actors)).slice(0, sized(24, 120));
    const { shopper, orders } = await shopperWithOrders(plans.length);
    for (const step of actors.keys()) {
      const whose = (actor: Actor) => orders.filter((_, index) => plans[index]?.[step] === actor);
      await freshMinute(shop);
      const acts = actors.flatMap((actor) =>
        actor === "schedule" ? [] : whose(actor).map((order) => ({ actor, order })),
      );
      await burst(acts.length, 30, async (index) => {
        const act = acts[index];
        if (act !== undefined) await perform(act.actor, act.order, shopper);
      });
      // A return asks behind its answer.
      const told = [...whose("callback"), ...whose("return")];
      await expect
        .poll(
          async () => (await booksOf(shop, told)).filter(({ state }) => state !== "paid"),
          pollLong,
        )
        .toEqual([]);
      await askAboutAll(whose("schedule"));
      await everythingSent();
    }
    const books = await booksOf(shop, orders);
    const settles = ["callback", "return", "schedule"];
    const isRefund = (plan: Actor[]) =>
      plan.indexOf("cancel") < plan.findIndex((actor) => settles.includes(actor));
    const refund = { ...paidOnce, needsRefund: 1, upstream: "cancelled" };
    expect(books).toEqual(plans.map((plan) => (isRefund(plan) ? refund : paidOnce)));

    const random = await shopperWithOrders(sized(10, 80));
    await freshMinute(shop);
    const chance = seeded(7);
    const rush = chance.shuffled(
      random.orders.flatMap((order) => actors.map((actor) => ({ actor, order }))),
    );
    await makeDue(shop, random.orders);
    await burst(rush.length, 60, async (index) => {
      const act = rush[index];
      if (act === undefined) return;
      // One run of the schedule sees them all; every tenth is enough of a crowd.
      if (act.actor !== "schedule") await perform(act.actor, act.order, random.shopper);
      else if (chance.below(10) === 0) await shop.runSchedule();
    });
    await askAboutAll(random.orders);
    await everythingSent();
    const after = await booksOf(shop, random.orders);
    for (const book of after) expect([paidOnce, refund]).toContainEqual(book);
    report(
      "E1b callback × return × schedule × poll × cancellation",
      [
        { part: "one after the other", books },
        { part: "at random", books: after },
      ].map(({ part, books: all }) => ({
        part,
        orders: all.length,
        "paid once": all.filter((book) => book.needsRefund === 0).length,
        needs_refund: all.filter((book) => book.needsRefund === 1).length,
        lost: all.filter((book) => book.state !== "paid").length,
      })),
    );
    await expectUpstreamHeard(shop);
  },
);

type Event =
  | {
      RtnCode?: string;
      SimulatePaid?: string;
      TradeNo?: string;
      TradeAmt?: string;
      MerchantID?: string;
    }
  | "expires"
  | "cancelled";
const paid: Event = {};
const declined: Event = { RtnCode: "10100058", TradeNo: "2611210000000001" };

test.each<
  [string, Event[], { state: string; needs_refund: number; upstream: string; inbox?: string[] }]
>([
  [
    "declined, then paid",
    [declined, paid],
    { state: "paid", needs_refund: 0, upstream: "pending" },
  ],
  [
    "paid, then declined",
    [paid, declined],
    { state: "paid", needs_refund: 0, upstream: "pending" },
  ],
  [
    "paid twice by one trade",
    [paid, paid],
    { state: "paid", needs_refund: 0, upstream: "pending" },
  ],
  [
    "paid by two trades",
    [paid, { TradeNo: "2611219999999999" }],
    { state: "paid", needs_refund: 0, upstream: "pending", inbox: ["second_trade"] },
  ],
  [
    "paid after it ran out",
    ["expires", paid],
    { state: "paid", needs_refund: 0, upstream: "pending" },
  ],
  [
    "paid after cancellation",
    ["cancelled", paid],
    { state: "paid", needs_refund: 1, upstream: "cancelled" },
  ],
  [
    "an ATM number, then paid",
    [{ RtnCode: "2" }, paid],
    { state: "paid", needs_refund: 0, upstream: "pending", inbox: ["odd_code"] },
  ],
  [
    "a store number, then paid",
    [{ RtnCode: "10100073" }, paid],
    { state: "paid", needs_refund: 0, upstream: "pending", inbox: ["odd_code"] },
  ],
  [
    "an ATM number only",
    [{ RtnCode: "2" }],
    { state: "open", needs_refund: 0, upstream: "payment_pending", inbox: ["odd_code"] },
  ],
  [
    "a simulated payment",
    [{ SimulatePaid: "1" }],
    { state: "open", needs_refund: 0, upstream: "payment_pending", inbox: ["simulated"] },
  ],
  [
    "a dollar too little",
    [{ TradeAmt: "99" }],
    { state: "open", needs_refund: 0, upstream: "payment_pending", inbox: ["wrong_amount"] },
  ],
  [
    "a dollar too much",
    [{ TradeAmt: "101" }],
    { state: "open", needs_refund: 0, upstream: "payment_pending", inbox: ["wrong_amount"] },
  ],
  [
    "another merchant's",
    [{ MerchantID: "2000132" }],
    { state: "open", needs_refund: 0, upstream: "payment_pending", inbox: ["other_merchant"] },
  ],
])(
  "an attempt that is %s ends as it should (R51, E3)",
  async (what, events, { inbox = [], ...expected }) => {
    const [order] = await newPayableOrders(shop, 1);
    if (order === undefined) throw new Error("no order");
    for (const event of events) {
      if (event === "cancelled") await cancelUpstream(order);
      else if (event === "expires")
        await shop.db
          .prepare("UPDATE payment_attempts SET state = 'expired' WHERE merchant_trade_no = ?")
          .bind(order.merchantTradeNo)
          .run();
      else expect((await notify(shop, await genuineNotice(order, event))).text).toBe("1|OK");
    }
    await everythingSent();
    const { state, needs_refund } = await attemptOf(shop, order.merchantTradeNo);
    const [books] = await booksOf(shop, [order]);
    endings.push({
      events: what,
      attempt: state,
      needs_refund,
      upstream: books?.upstream ?? "",
      inbox: inbox.join(", "),
    });
    expect({ state, needs_refund, upstream: books?.upstream }).toEqual(expected);
    expect((await inboxOf(shop, order.merchantTradeNo)).map(({ reason }) => reason)).toEqual(inbox);
  },
);

test("a second attempt that pays a paid order owes its money back, whichever comes first (R51, E3)", async () => {
  const [first] = await newPayableOrders(shop, 1);
  if (first === undefined) throw new Error("no order");
  const second = {
    ...(await newAttempt(shop, { orderId: first.orderId })),
    tradeNo: "2611218888888888",
  };
  await notify(shop, await genuineNotice(first, { RtnCode: "10100058" }));
  await notify(shop, await genuineNotice(second));
  await notify(shop, await genuineNotice(first));
  await everythingSent();
  const attempts = [
    await attemptOf(shop, first.merchantTradeNo),
    await attemptOf(shop, second.merchantTradeNo),
  ];
  expect(countBy(attempts, ({ state, needs_refund }) => `${state} ${needs_refund}`)).toEqual({
    "paid 1": 1,
    "paid 0": 1,
  });
  expect(attempts[0]?.needs_refund).toBe(1);
});
