import { afterAll, expect, test } from "vitest";
import { order as orderSchema, orderList } from "#contract/order";
import { borrowShop } from "../support/borrowed.ts";
import { finishedJars } from "../support/carts.ts";
import {
  cancel,
  checkOut,
  formOf,
  memberWith,
  newKey,
  ordersOf,
  pay,
  payableOf,
} from "../support/checkouts.ts";
import { expectInvariants } from "../support/invariants.ts";
import { notify, signedNotice, upstreamStatus } from "../support/payments.ts";
import { type Shopper } from "../support/shopper.ts";

const shop = await borrowShop();
afterAll(() => expectInvariants(shop.db));

async function withUnpaidOrder(): Promise<{
  shopper: Shopper;
  id: string;
  number: string;
  paying: ReturnType<typeof payableOf>;
}> {
  const shopper = await memberWith(shop, finishedJars());
  const answer = await checkOut(shopper, await formOf(shopper));
  const { id, order_id: number } = answer.body;
  return { shopper, id, number, paying: payableOf(answer) };
}

test("a member's orders are listed, a page at a time and by their days, and read one by one by either name", async () => {
  const { shopper, id, number } = await withUnpaidOrder();
  const listed = async (query: string) =>
    orderList.parse((await shopper.get(`/orders/my-orders${query}`)).body);
  const { data, total } = await listed("");
  expect([data.map((order) => order.id), total]).toEqual([[id], 1]);
  for (const name of [id, number])
    expect(orderSchema.parse((await shopper.get(`/orders/${name}`)).body)).toEqual(data[0]);
  expect(await listed("?skip=1&limit=1")).toEqual({ data: [], total: 1 });
  expect(await listed("?start_date=2026-01-01&end_date=2999-12-31")).toEqual({ data, total });
  expect((await listed("?start_date=2999-01-01")).data).toEqual([]);
  expect((await listed("?end_date=2026-01-01")).data).toEqual([]);
});

test("an unpaid order gets another form, and none once it is paid", async () => {
  const { shopper, id, number, paying } = await withUnpaidOrder();
  const key = newKey();
  const again = await pay(shopper, number, key);
  expect(again).toMatchObject({ status: 200, body: { id, order_id: number } });
  expect(payableOf(again)).toEqual({
    ...paying,
    merchantTradeNo: expect.not.stringMatching(paying.merchantTradeNo),
  });
  expect((await pay(shopper, number, key)).body, "the same press").toEqual(again.body);
  expect(await shopper.send("POST", `/orders/${id}/pay`)).toMatchObject({
    status: 400,
    body: { fields: { "Idempotency-Key": "required" } },
  });
  await notify(shop, await signedNotice(payableOf(again)));
  const paid = { status: 409, body: { code: "order_not_payable" } };
  expect(await pay(shopper, id)).toMatchObject(paid);
  expect(await cancel(shopper, id)).toMatchObject({
    status: 409,
    body: { code: "order_not_cancellable" },
  });
  expect((await ordersOf(shopper))[0]).toMatchObject({
    status: "pending",
    paid_at: expect.any(String),
  });
});

test("Mei cancels the order that she has not paid, once more too: it shows so and cannot be paid", async () => {
  const { shopper, id } = await withUnpaidOrder();
  expect(await cancel(shopper, id)).toMatchObject({ status: 204, body: "" });
  expect((await cancel(shopper, id)).status).toBe(204);
  expect((await ordersOf(shopper))[0]).toMatchObject({ id, status: "cancelled" });
  expect(await upstreamStatus(shop, id)).toBe("cancelled");
  expect(await pay(shopper, id)).toMatchObject({ body: { code: "order_not_payable" } });
});
