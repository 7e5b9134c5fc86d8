/** What becomes of a payment's report where Cloudflare's queue gives it up. */
import { expect, test } from "vitest";
import { ownShop } from "./own-shop.ts";
import { stageFault } from "../../support/faults.ts";
import {
  newPayableOrder,
  notify,
  outboxOf,
  signedNotice,
  upstreamStatus,
} from "../../support/payments.ts";

const givingUp = await ownShop({ queue: { maxRetries: 0 } });

test("what the queue gives up alarms, stays in the outbox, and is delivered by the schedule (R84)", async () => {
  await stageFault(givingUp, { mode: "refuse", paths: ["/service/payment-events"] });
  const order = await newPayableOrder(givingUp);
  expect((await notify(givingUp, await signedNotice(order))).text).toBe("1|OK");
  const { orderId } = order;
  const alarms = () =>
    givingUp.logs().filter((line) => /"error".*a queued delivery was given up/.test(line));
  await expect.poll(alarms).toEqual([expect.stringContaining(orderId)]);
  expect(await outboxOf(givingUp, orderId)).toMatchObject([{ sent_at: null }]);
  await stageFault(givingUp, { mode: "none" });
  await givingUp.db.prepare("UPDATE outbox SET next_at = 0 WHERE sent_at IS NULL").run();
  await givingUp.runSchedule();
  await expect.poll(() => upstreamStatus(givingUp, orderId)).toBe("pending");
});
