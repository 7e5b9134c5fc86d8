/** The queue beside the outbox: what it delivers by itself, what it gives up, and a shop without it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../support/invariants.ts";
import {
  newAttempt,
  newPayableOrder,
  notify,
  outboxOf,
  signedNotice,
  upstreamEvents,
  upstreamStatus,
} from "../support/payments.ts";
import { stageFault } from "../support/faults.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let givingUp: Shop;
let withoutQueue: Shop;
beforeAll(async () => {
  [shop, givingUp, withoutQueue] = await Promise.all([
    startShop(),
    startShop({ queue: { maxRetries: 0 } }),
    startShop({ queue: null }),
  ]);
});
afterAll(() =>
  Promise.all(
    [shop, givingUp, withoutQueue].map(async (one) => {
      await expectInvariants(one.db);
      await one.close();
    }),
  ),
);

async function pay(at: Shop, order: { merchantTradeNo: string; amountTwd: number }) {
  expect((await notify(at, await signedNotice(order))).text).toBe("1|OK");
}
const tries = async (at: Shop, orderId: string) => (await outboxOf(at, orderId))[0]?.attempts ?? 0;
const heardOnce = [{ kind: "order.paid", outcome: "accepted" }];

test("what the upstream refuses at first is tried again without the schedule (R84)", async () => {
  const order = await newPayableOrder(shop);
  await stageFault(shop, { mode: "refuse", paths: ["/service/payment-events"] });
  await pay(shop, order);
  await expect.poll(() => tries(shop, order.orderId)).toBeGreaterThan(0);
  await stageFault(shop, { mode: "none" });
  await expect.poll(() => upstreamStatus(shop, order.orderId)).toBe("pending");
  expect(await upstreamEvents(shop, order.orderId)).toEqual(heardOnce);
});

test("an order whose first event waits hears of its second after it, by one message for each (R84)", async () => {
  const order = await newPayableOrder(shop);
  const again = await newAttempt(shop, { orderId: order.orderId });
  await stageFault(shop, { mode: "refuse", paths: ["/service/payment-events"] });
  await pay(shop, order);
  await pay(shop, again);
  await expect.poll(() => tries(shop, order.orderId)).toBeGreaterThan(0);
  expect((await outboxOf(shop, order.orderId))[1]).toMatchObject({ attempts: 0, sent_at: null });
  await stageFault(shop, { mode: "none" });
  await expect
    .poll(async () => (await upstreamEvents(shop, order.orderId)).map(({ kind }) => kind))
    .toEqual(["order.paid", "order.needs_refund"]);
});

test("what the queue gives up alarms, stays in the outbox, and is delivered by the schedule (R84)", async () => {
  const order = await newPayableOrder(givingUp);
  await stageFault(givingUp, { mode: "refuse", paths: ["/service/payment-events"] });
  await pay(givingUp, order);
  await expect
    .poll(() =>
      givingUp.logs().filter((line) => /"error".*a queued delivery was given up/.test(line)),
    )
    .toEqual([expect.stringContaining(order.orderId)]);
  expect((await outboxOf(givingUp, order.orderId))[0]).toMatchObject({ sent_at: null });
  await stageFault(givingUp, { mode: "none" });
  await givingUp.db.prepare("UPDATE outbox SET next_at = 0 WHERE sent_at IS NULL").run();
  await givingUp.runSchedule();
  await expect.poll(() => upstreamStatus(givingUp, order.orderId)).toBe("pending");
});

test("without a queue the next schedule delivers (R84)", async () => {
  const order = await newPayableOrder(withoutQueue);
  await pay(withoutQueue, order);
  expect(await tries(withoutQueue, order.orderId)).toBe(0);
  await withoutQueue.runSchedule();
  expect(await upstreamStatus(withoutQueue, order.orderId)).toBe("pending");
  expect(await upstreamEvents(withoutQueue, order.orderId)).toEqual(heardOnce);
});
