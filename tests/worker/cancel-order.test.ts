/** What a member's own cancellation of an unpaid order does, beside payments that are on their way. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { add, cartOf, finishedJars, sampleSet } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { expectInvariants, expectUpstreamHeard } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import { attemptOf, notify, signedNotice, upstreamStatus } from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Json, type Shopper } from "../support/shopper.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const newKey = () => randomBytes(12).toString("base64url");

async function withUnpaidOrder(line: object = sampleSet()) {
  const { shopper } = await newMember(shop);
  expect((await add(shopper, line)).status).toBe(200);
  return { shopper, ...(await checkOut(shopper)) };
}

async function checkOut(shopper: Shopper, change: object = {}) {
  const form = checkoutForm(await cartOf(shopper), change);
  const { status, body } = await shopper.send("POST", "/cart/checkout", form, {
    "Idempotency-Key": newKey(),
  });
  expect([status, body.code]).toEqual([200, undefined]);
  const merchantTradeNo: string = body.ecpay_form_data.MerchantTradeNo;
  const id: string = body.id;
  const number: string = body.order_id;
  return { id, number, paying: { merchantTradeNo, amountTwd: form.expected_total as number } };
}

const cancel = (shopper: Shopper, id: string) => shopper.send("POST", `/orders/${id}/cancel`, {});
const pay = (shopper: Shopper, id: string) =>
  shopper.send("POST", `/orders/${id}/pay`, {}, { "Idempotency-Key": newKey() });
const statusOf = async (shopper: Shopper, id: string): Promise<string> =>
  (await shopper.get("/orders/my-orders?skip=0&limit=100")).body.data.find(
    (order: Json) => order.id === id,
  ).status;

test("Mei cancels the order that she has not paid: it shows so, cannot be paid, and a new one goes through", async () => {
  const { shopper, id, number } = await withUnpaidOrder();
  expect((await cancel(shopper, id)).status).toBe(204);
  expect(await statusOf(shopper, id)).toBe("cancelled");
  expect(await upstreamStatus(shop, id)).toBe("cancelled");
  expect(await pay(shopper, id)).toMatchObject({
    status: 409,
    body: { code: "order_not_payable" },
  });
  expect(await pay(shopper, number)).toMatchObject({ status: 409 });

  // The very same form again.
  const next = await checkOut(shopper);
  expect(next.id).not.toBe(id);
  expect(await statusOf(shopper, next.id)).toBe("payment_pending");
  await expectUpstreamHeard(shop);
});

test("an order is cancelled by its number too, and cancelling it again changes nothing", async () => {
  const { shopper, id, number } = await withUnpaidOrder();
  const answers = await Promise.all([cancel(shopper, number), cancel(shopper, id)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect((await cancel(shopper, id)).status).toBe(204);
});

test("nobody cancels somebody else's order, a guest none, and nobody one that does not exist", async () => {
  const { id, shopper } = await withUnpaidOrder();
  const { shopper: stranger } = await newMember(shop);
  for (const wanted of [id, "no-such-order"])
    expect(await cancel(stranger, wanted)).toMatchObject({
      status: 404,
      body: { code: "order_not_found" },
    });
  expect((await cancel(newShopper(shop), id)).status).toBe(401);
  expect(await statusOf(shopper, id)).toBe("payment_pending");
});

test("a paid order is not cancelled", async () => {
  const { shopper, id, paying } = await withUnpaidOrder();
  await notify(shop, await signedNotice(paying));
  expect(await cancel(shopper, id)).toMatchObject({
    status: 409,
    body: { code: "order_not_cancellable" },
  });
  expect(await statusOf(shopper, id)).toBe("pending");
});

test("a payment that arrives after the cancellation is owed back, and the cart keeps what was in it", async () => {
  const { shopper, id, paying } = await withUnpaidOrder(finishedJars());
  await cancel(shopper, id);
  expect((await notify(shop, await signedNotice(paying))).text).toBe("1|OK");
  expect(await attemptOf(shop, paying.merchantTradeNo)).toMatchObject({
    state: "paid",
    needs_refund: 1,
  });
  expect(await statusOf(shopper, id)).toBe("cancelled");
  expect(await upstreamStatus(shop, id)).toBe("cancelled");
  expect((await cartOf(shopper)).totalItems).toBe(1);
  await expect
    .poll(() => shop.logs().filter((line) => line.includes("must be refunded")).length)
    .toBeGreaterThan(0);
});

test("pressing pay and cancel at once leaves either a cancelled order without a new form, or one whose money is owed back", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { shopper, id } = await withUnpaidOrder(finishedJars());
    const [paid, cancelled] = await Promise.all([pay(shopper, id), cancel(shopper, id)]);
    expect(cancelled.status).toBe(204);
    expect([200, 409]).toContain(paid.status);
    if (paid.status === 200) {
      const merchantTradeNo: string = paid.body.ecpay_form_data.MerchantTradeNo;
      const amountTwd = Number(paid.body.ecpay_form_data.TotalAmount);
      await notify(shop, await signedNotice({ merchantTradeNo, amountTwd }));
      expect(await attemptOf(shop, merchantTradeNo)).toMatchObject({ needs_refund: 1 });
    }
    expect(await statusOf(shopper, id)).toBe("cancelled");
  }
});

test("an upstream that shows the documents alone is told nothing, and the cancelled order blocks nobody here", async () => {
  const documented = await startShop({
    vars: { UPSTREAM_CANCELLATIONS_PATH: "", UPSTREAM_PAYMENT_EVENTS_PATH: "" },
    upstreamVars: { DOCUMENTED_ONLY: "true" },
  });
  try {
    const { shopper } = await newMember(documented);
    await add(shopper);
    const form = checkoutForm(await cartOf(shopper));
    const { body } = await shopper.send("POST", "/cart/checkout", form, {
      "Idempotency-Key": newKey(),
    });
    expect((await cancel(shopper, body.order_id)).status).toBe(204);
    const [order] = (await shopper.get("/orders/my-orders?skip=0&limit=10")).body.data;
    expect(order.status).toBe("cancelled");
    expect((await pay(shopper, order.id)).body.code).toBe("order_not_payable");
    const { results } = await documented.db.prepare("SELECT * FROM outbox").bind().all();
    expect(results).toEqual([]);
  } finally {
    await documented.close();
  }
});
