/** `worker/queue.ts`: what becomes of a message. */
import { expect, test } from "vitest";
import { takeBatch } from "../../worker/queue.ts";
import { minuteMs, noon, secondMs, unsent } from "./database.ts";
import { portsWith } from "./ports.ts";

/** A shop whose upstream takes every event, or none. */
const shopWith = ({ takes = true, now = noon } = {}) =>
  portsWith({
    now: () => now,
    config: { UPSTREAM_PAYMENT_EVENTS_PATH: "/payment-events" },
    answers: () => {
      if (!takes) throw new Error("the upstream is down");
      return { outcome: "accepted" };
    },
  });
type Heard = ReturnType<typeof shopWith>;

const paid = (orderId: string, changes: Parameters<typeof unsent>[0] = {}) =>
  unsent({ orderId, ...changes });

async function take(shop: Heard, body: unknown, queue = "sillage-deliveries") {
  const outcome: { acked: number; retriedAfter?: number | undefined } = { acked: 0 };
  const message = {
    id: "message",
    timestamp: new Date(noon),
    attempts: 1,
    body,
    ack: () => void (outcome.acked += 1),
    retry: ({ delaySeconds }: QueueRetryOptions = {}) => void (outcome.retriedAfter = delaySeconds),
  };
  // The runtime's own batch does not tell a test for how long a message is put off.
  await takeBatch(shop.deps, { queue, messages: [message] } as unknown as MessageBatch);
  return outcome;
}

test("a message delivers what its order has, once however often it comes", async () => {
  await paid("mei");
  await paid("chen");
  const shop = shopWith();
  expect(await take(shop, { orderId: "mei" })).toEqual({ acked: 1 });
  expect(await take(shop, { orderId: "mei" })).toMatchObject({ acked: 1 });
  expect(shop.asked).toMatchObject([{ body: { order_id: "mei" } }]);
});

test("a message comes again when its order's row is due, and not before its lease is over", async () => {
  await paid("mei", { leaseUntil: noon + 20 * secondMs });
  expect(await take(shopWith(), { orderId: "mei" })).toEqual({ acked: 0, retriedAfter: 20 });
  const failing = shopWith({ takes: false, now: noon + 20 * secondMs });
  const { acked, retriedAfter = 0 } = await take(failing, { orderId: "mei" });
  expect(acked).toBe(0);
  expect(retriedAfter).toBeGreaterThanOrEqual(2);
  expect(retriedAfter).toBeLessThanOrEqual(4);
});

test("what an order's first row waits for its second waits for too", async () => {
  await paid("mei", { nextAt: noon + minuteMs });
  await paid("mei", { idempotencyKey: "payment-second" });
  const shop = shopWith();
  expect(await take(shop, { orderId: "mei" })).toEqual({ acked: 0, retriedAfter: 60 });
  expect(shop.heard).toEqual([]);
});

test("a message that nobody can read is tried again, and ends among those that were given up", async () => {
  expect(await take(shopWith(), "mei")).toEqual({ acked: 0, retriedAfter: 30 });
  const shop = shopWith({ now: noon + 10 * minuteMs });
  for (const [body, told] of [
    ["mei", { ageSeconds: 600 }],
    [{ orderId: "mei" }, { orderId: "mei", ageSeconds: 600 }],
  ]) {
    expect(await take(shop, body, "sillage-deliveries-staging-dead")).toMatchObject({ acked: 1 });
    expect(shop.errors.at(-1)).toEqual(["a queued delivery was given up", told]);
  }
});
