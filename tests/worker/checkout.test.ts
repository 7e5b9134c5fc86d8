import { checkoutAnswer } from "#contract/checkout-body";
import { checkMacValue } from "#ecpay/check-mac-value";
import { order as orderSchema, orderList } from "#contract/order";
import { borrowShop } from "../support/borrowed.ts";
import { cartOf, copyLine, finishedJars, sampleSet } from "../support/carts.ts";
import {
  checkOut,
  formOf,
  memberWith,
  newKey,
  ordersOf,
  payableOf,
  cancel,
  pay,
} from "../support/checkouts.ts";
import { expectInvariants } from "../support/invariants.ts";
import { notify, rows, signedNotice, stageKeys, upstreamStatus } from "../support/payments.ts";
import type { Shopper } from "../support/shopper.ts";

const shop = await borrowShop();
afterAll(() => expectInvariants(shop.db));

const bottles = finishedJars();
const attemptsFor = (orderId: string) =>
  rows(shop.db, "SELECT * FROM payment_attempts WHERE order_id = ?", orderId);

test("Mei checks out: an order upstream, an attempt here, and a form that ECPay accepts", async () => {
  const mei = await memberWith(shop, sampleSet({ itemType: "SAMPLE_PAPER" }));
  const answer = await checkOut(mei, await formOf(mei));
  expect(answer.status).toBe(200);
  const { id, order_id, ecpay_form_data: form, payment_url } = checkoutAnswer.parse(answer.body);
  expect(await ordersOf(mei)).toMatchObject([
    { id, order_id, status: "payment_pending", order_total_price: 100, customer_name: "林小美" },
  ]);
  const { CheckMacValue, ...signed } = form;
  expect(CheckMacValue).toBe(await checkMacValue(signed, stageKeys));
  expect(form).toMatchObject({ MerchantID: "3002607", TotalAmount: "100", Language: "ENG" });
  expect(form["ReturnURL"]).toBe(`${shop.url.origin}/api/v1/payments/ecpay/notify`);
  expect(form["OrderResultURL"]).toBe(`${shop.url.origin}/api/v1/payments/ecpay/return`);
  expect(JSON.stringify(form)).not.toMatch(/林|ring|Mei/);
  const cashier = new URL(payment_url);
  expect(cashier.port).toBe(shop.url.port);
  expect(cashier.hostname, "another site than the shop's").not.toBe(shop.url.hostname);
  expect(cashier.pathname).toBe("/local/ecpay/Cashier/AioCheckOut/V5");
  const { MerchantTradeNo } = form;
  expect(await attemptsFor(id)).toMatchObject([
    { merchant_trade_no: MerchantTradeNo, amount_twd: 100, state: "open", locale: "en" },
  ]);
  expect((await cartOf(mei)).totalItems, "until it is paid").toBe(1);
});

test("a cart of a hundred lines, the most there can be, is ordered and paid as a whole (R36, R66)", async () => {
  const papers = { ...bottles, itemType: "SAMPLE_PAPER", amount: 5, addonItemIds: [] };
  const mei = await memberWith(shop, papers);
  await copyLine(shop, (await cartOf(mei)).items[0].id, 99);
  const form = await formOf(mei);
  expect(form.cart_items).toHaveLength(100);
  const answer = await checkOut(mei, form);
  expect(payableOf(answer).amountTwd).toBe(30_000);
  expect((await ordersOf(mei))[0]).toMatchObject({ order_total_price: 30_000 });
  await notify(shop, await signedNotice(payableOf(answer)));
  expect((await cartOf(mei)).totalItems).toBe(0);
});

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
