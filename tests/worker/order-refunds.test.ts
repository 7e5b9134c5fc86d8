/** What a member reads of money that was given back. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../support/new-member.ts";
import { newPaidOrders, requestRefunds } from "../support/refunds.ts";
import { startShop, type Shop } from "../support/shop.ts";
import type { Json } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const ask = async <Row>(sql: string) => (await shop.db.prepare(sql).all<Row>()).results;

async function memberWithPaidOrder() {
  const { shopper } = await newMember(shop);
  const memberId: string = (await shopper.get("/members/me")).body.id;
  const [order] = await newPaidOrders(shop, 1, { memberId });
  if (order === undefined) throw new Error("No order was made");
  return { shopper, order };
}

/** A refund in the books, as ECPay or a person has ended it. */
async function refunded(
  order: Parameters<typeof requestRefunds>[1][number],
  { amount, state, at }: { amount: number; state: string; at: string | null },
  knownRefunds: number,
): Promise<void> {
  expect(await requestRefunds(ask, [order], { amount, knownRefunds })).toEqual([true]);
  await shop.db
    .prepare(
      "UPDATE refunds SET state = ?3, ended_at = ?4 WHERE merchant_trade_no = ?1 AND amount_twd = ?2",
    )
    .bind(order.merchantTradeNo, amount, state, at === null ? null : Date.parse(at))
    .run();
}

test("a member reads each refund of an order with its sum and time, the oldest first, and none that was not made", async () => {
  const { shopper, order } = await memberWithPaidOrder();
  const read = async () => {
    const listed = (await shopper.get("/orders/my-orders")).body.data.find(
      ({ id }: Json) => id === order.orderId,
    );
    for (const name of [order.orderId, `N${order.orderId}`])
      expect((await shopper.get(`/orders/${name}`)).body).toEqual(listed);
    return listed;
  };
  expect(await read()).not.toHaveProperty("refunds");

  await refunded(order, { amount: 10, state: "requested", at: null }, 0);
  await refunded(order, { amount: 20, state: "unclear", at: null }, 1);
  await refunded(order, { amount: 30, state: "refused", at: "2026-11-12T01:00:00Z" }, 2);
  await refunded(order, { amount: 40, state: "not_made", at: "2026-11-12T01:00:00Z" }, 3);
  expect(await read()).not.toHaveProperty("refunds");

  await refunded(order, { amount: 300, state: "made", at: "2026-11-14T04:00:00Z" }, 4);
  await refunded(order, { amount: 200, state: "made", at: "2026-11-12T16:30:00Z" }, 5);
  expect(await read()).toMatchObject({
    status: "pending",
    refunds: [
      { amount_twd: 200, made_at: "2026-11-12T16:30:00.000Z" },
      { amount_twd: 300, made_at: "2026-11-14T04:00:00.000Z" },
    ],
  });
});

test("a member reads nothing of another member's refund", async () => {
  const { order } = await memberWithPaidOrder();
  await refunded(order, { amount: 1_000, state: "made", at: "2026-11-12T01:00:00Z" }, 0);
  const { shopper: stranger, order: own } = await memberWithPaidOrder();
  expect((await stranger.get(`/orders/${order.orderId}`)).status).toBe(404);
  // Even where both are called by one name.
  await shop.db
    .prepare("UPDATE payment_attempts SET order_number = ? WHERE merchant_trade_no = ?")
    .bind(own.orderId, order.merchantTradeNo)
    .run();
  const { body } = await stranger.get(`/orders/${own.orderId}`);
  expect(body.id).toBe(own.orderId);
  expect(body).not.toHaveProperty("refunds");
});
