/** `worker/shop/checkout/start-attempt.ts`: a payable form and the row that its payment will settle, or neither. */
import { expect, test } from "vitest";
import {
  startAttempt,
  startFirstAttempt,
  type PayableOrder,
} from "../../worker/shop/checkout/start-attempt.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { claimKey } from "../../worker/store/idempotency.ts";
import {
  attempts,
  claimed,
  db,
  minuteMs,
  noon,
  openAttempt,
  refuses,
  snapshot,
} from "./database.ts";
import { portsWith } from "./ports.ts";

const order: PayableOrder = {
  id: "order",
  number: "SL261121ABCDE",
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
  cancelOrder(db, {
    orderId: names.id ?? order.id,
    orderNumber: names.number ?? order.number,
    memberId: order.memberId,
    now: noon,
    isReported: false,
  });

test("a form and its row come together, and the same key has no second", async () => {
  const held = await claim("press");
  expect(await startAttempt(deps, order, held)).toMatchObject({ order_id: "SL261121ABCDE" });
  await refuses(startAttempt(deps, order, held), "idempotency_in_progress");
  expect(await attempts()).toHaveLength(1);
});

test.each([
  ["it", {}],
  ["what its key is the number of", { id: "other", number: "order" }],
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

test("a new order is remembered with its first form", async () => {
  const forOrder = await claim("order");
  expect(await startFirstAttempt(deps, order, await claim("press"), forOrder)).toMatchObject({
    id: "order",
  });
  const { scope, key, bodyHash } = forOrder;
  const known = await claimKey(db, { scope, key, bodyHash }, noon + 1);
  const answer = JSON.stringify({ id: "order", number: "SL261121ABCDE" });
  expect(known).toEqual({ state: "answered", answer });
});

test.each([
  ["somebody has tried to pay", () => openAttempt({ merchantTradeNo: "BEFORE" })],
  ["its member has cancelled", () => cancel()],
])("an order that %s is not new after all", async (_what, before) => {
  await before();
  const count = (await attempts()).length;
  expect(
    await startFirstAttempt(deps, order, await claim("press"), await claim("order")),
  ).toBeNull();
  expect(await attempts()).toHaveLength(count);
});

test("who has lost the right to place the order starts no payment of it", async () => {
  const late = await claim("order");
  await claim("order", noon + minuteMs);
  await refuses(
    startFirstAttempt(deps, order, await claim("press"), late),
    "idempotency_in_progress",
  );
  expect(await attempts()).toEqual([]);
});
