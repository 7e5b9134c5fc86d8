import { expect, test } from "vitest";
import { cancelOrder, selectCancelledOrders } from "../../worker/store/cancelled-orders.ts";
import { keepAnswer } from "../../worker/store/idempotency.ts";
import { attemptExists, insertAttempt } from "../../worker/store/payments.ts";
import { add, cartOf, mei } from "./cart-rows.ts";
import {
  attempts,
  brokenRules,
  claimed,
  db,
  dayMs,
  minuteMs,
  noon,
  openAttempt,
  outboxRows,
  settle,
} from "./database.ts";

const mine = { orderId: "order", orderNumber: "SL261121ABCDE", memberId: "mei" };
const cancel = (changes: Partial<Parameters<typeof cancelOrder>[1]> = {}) =>
  cancelOrder(db, { ...mine, now: noon, isReported: true, ...changes });
const nextAttempt = {
  id: "next",
  merchantTradeNo: "TRY2",
  provider: "ecpay" as const,
  ...mine,
  locale: "zh" as const,
  amountTwd: 1200,
  snapshot: null,
  cartItemIds: [],
  lines: null,
  sums: null,
  createdAt: noon,
  expiresAt: noon + dayMs,
  nextQueryAt: noon,
};

async function startNext(): Promise<number> {
  const claim = await claimed("pay:mei:order", "k");
  const [, kept] = await db.batch([
    insertAttempt(db, nextAttempt, claim),
    keepAnswer(db, claim, "{}", attemptExists("next")),
  ]);
  return kept.length;
}

test("Mei cancels an unpaid order, twice: it is cancelled once, and the upstream is told once", async () => {
  await openAttempt();
  expect(await Promise.all([cancel(), cancel()])).toEqual([true, true]);
  expect(await selectCancelledOrders(db, "mei", ["SL261121ABCDE"])).toHaveLength(1);
  expect(await outboxRows()).toMatchObject([
    {
      orderId: "order",
      kind: "order.cancelled",
      idempotencyKey: "cancelled-order",
      payload: JSON.stringify({ order_id: "order", cancelled_at: new Date(noon).toISOString() }),
      createdAt: noon,
      sentAt: null,
      attempts: 0,
      nextAt: noon,
      leaseUntil: 0,
    },
  ]);
  expect(await brokenRules(noon + 2 * minuteMs)).toEqual([]);
});

test("Mei cancels an order though she, or somebody else, has paid another", async () => {
  await openAttempt();
  await settle();
  const other = { orderId: "another", orderNumber: "SL261121FGHIJ" };
  expect(await cancel(other)).toBe(true);
  expect(await cancel({ memberId: "chen" }), "of whom nothing is paid").toBe(true);
  expect(await selectCancelledOrders(db, "mei")).toEqual([other]);
});

test("no try is begun of an order that is paid, by whichever name it is called", async () => {
  const claim = await claimed("pay:mei:order", "k");
  const start = async (changes: Partial<typeof nextAttempt>) => {
    await db.batch([insertAttempt(db, { ...nextAttempt, ...changes }, claim)]);
    return (await attempts()).length;
  };
  await openAttempt();
  await settle();
  expect(await start({})).toBe(1);
  expect(await start({ orderId: "SL261121ABCDE", orderNumber: "another" })).toBe(1);
  expect(await start({ orderId: "another", orderNumber: "order" })).toBe(1);
  expect(await start({ orderId: "another", orderNumber: "SL261121FGHIJ" })).toBe(2);
});

test("a paid order is not cancelled, whichever of its names is used", async () => {
  await openAttempt();
  await settle();
  expect(await cancel()).toBe(false);
  expect(await cancel({ orderId: "SL261121ABCDE" })).toBe(false);
  expect(await cancel({ orderNumber: "order" })).toBe(false);
  expect(await outboxRows()).toMatchObject([{ kind: "order.paid" }]);
});

test("money for a cancelled order is owed back, the upstream hears of no payment, and the cart keeps its lines", async () => {
  await openAttempt({ cartItemIds: ["set"] });
  await add(mei, "set");
  await cancel();
  expect(await settle()).toMatchObject({ state: "paid", needsRefund: true });
  expect((await outboxRows()).map(({ kind }) => kind)).toEqual([
    "order.cancelled",
    "order.needs_refund",
  ]);
  expect((await cartOf(mei)).items).toHaveLength(1);
  expect(await brokenRules(noon + 2 * minuteMs)).toEqual([]);
});

test("an attempt begins for an order that somebody else's cancelled order is named like", async () => {
  await cancel({ memberId: "chen" });
  expect(await startNext()).toBe(1);
  expect(await attempts()).toMatchObject([{ id: "next", state: "open", queryCount: 0 }]);
});

test("of a payment and a cancellation at once, one decides, and the books agree either way", async () => {
  for (let round = 0; round < 10; round += 1) {
    const names = { orderId: `order ${round}`, orderNumber: `SL${round}` };
    const merchantTradeNo = `TRY${round}`;
    await openAttempt({ id: `attempt ${round}`, merchantTradeNo, ...names });
    const pay = () => settle({ merchantTradeNo, tradeNo: `2611${round}` });
    const acts = round % 2 === 0 ? [() => cancel(names), pay] : [pay, () => cancel(names)];
    await Promise.all(acts.map((act) => act()));
    const [attempt] = (await attempts()).filter(({ orderId }) => orderId === names.orderId);
    const isCancelled = (await selectCancelledOrders(db, "mei", [names.orderId])).length > 0;
    expect(attempt?.needsRefund).toBe(isCancelled);
  }
  expect(await brokenRules(noon + 2 * minuteMs)).toEqual([]);
});
