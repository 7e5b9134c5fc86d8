/** `worker/shop/checkout/start-attempt.ts`: a payable form and the row that its payment will settle, or neither. */
import { expect, test } from "vitest";
import { startAttempt, type PayableOrder } from "../../worker/shop/checkout/start-attempt.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import {
  attempts,
  claimed,
  db,
  minuteMs,
  noon,
  openAttempt,
  refuses,
  settle,
  snapshot,
} from "./database.ts";
import { portsWith } from "./ports.ts";

const order: PayableOrder = {
  orderId: "order",
  orderNumber: "SL261121ABCDE",
  memberId: "mei",
  provider: "ecpay",
  amountTwd: 1200,
  cartItemIds: ["line"],
  lines: null,
  snapshot,
};
const { deps } = portsWith({});

const claim = (key: string, now = noon) => claimed("checkout:mei", key, now);
const cancel = (names: Partial<PayableOrder> = {}) =>
  cancelOrder(db, { ...order, ...names, now: noon, isReported: false });

test("a form and its row come together, and the same key has no second", async () => {
  const held = await claim("press");
  expect(await startAttempt(deps, order, held)).toMatchObject({ order_id: "SL261121ABCDE" });
  await refuses(startAttempt(deps, order, held), "idempotency_in_progress");
  expect(await attempts()).toHaveLength(1);
});

test.each([
  ["it", {}],
  ["what its key is the number of", { orderId: "other", orderNumber: "order" }],
])("an order gets no form when its member has cancelled %s meanwhile", async (_what, names) => {
  await cancel(names);
  await refuses(startAttempt(deps, order, await claim("press")), "order_not_payable");
  expect(await attempts()).toEqual([]);
});

test("a request that was given up for dead makes no form beside its heir's", async () => {
  const late = await claim("press");
  const heir = await claim("press", noon + minuteMs);
  await refuses(startAttempt(deps, order, late), "idempotency_in_progress", {
    headers: { "Retry-After": "1" },
  });
  await startAttempt(deps, order, heir);
  expect(await attempts()).toHaveLength(1);
});

test("an order that was paid meanwhile gets no form either", async () => {
  await openAttempt();
  await settle();
  await refuses(startAttempt(deps, order, await claim("press")), "order_not_payable");
  expect(await attempts()).toHaveLength(1);
});
