import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkMacValue } from "#ecpay/check-mac-value";
import { copyLine, finishedJars } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { expectInvariants, expectLedgersAgree } from "../support/invariants.ts";
import { together } from "../support/together.ts";
import { newMember } from "../support/new-member.ts";
import { notify, signedNotice, stageKeys } from "../support/payments.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Json, type Shopper } from "../support/shopper.ts";
import { stageFault } from "../support/upstream-state.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await expectLedgersAgree(shop.db, shop.upstreamDb);
  await shop.close();
});

const newKey = () => randomBytes(12).toString("base64url");
const sampleSet = {
  productIds: ["hinoki-rain", "cedar-library"],
  itemType: "SAMPLE_PAPER",
  type: "SAMPLE",
  surveyResponseId: "response-1",
};
const bottles = finishedJars();

async function memberWith(...lines: object[]): Promise<Shopper> {
  const { shopper } = await newMember(shop);
  for (const line of lines)
    expect((await shopper.send("POST", "/cart/items", line)).status).toBe(200);
  return shopper;
}

const cartOf = async (shopper: Shopper): Promise<Json> => (await shopper.get("/cart/")).body;

const formOf = async (shopper: Shopper, change: object = {}): Promise<Json> =>
  checkoutForm(await cartOf(shopper), change);

const checkOut = (shopper: Shopper, form: object, key = newKey()) =>
  shopper.send("POST", "/cart/checkout", form, { "Idempotency-Key": key });
const pay = (shopper: Shopper, orderId: string, key = newKey()) =>
  shopper.send("POST", `/orders/${orderId}/pay`, {}, { "Idempotency-Key": key });
const ordersOf = async (shopper: Shopper): Promise<Json[]> =>
  (await shopper.get("/orders/my-orders?skip=0&limit=100")).body.data;
const attemptsFor = async (orderId: string) =>
  (
    await shop.db
      .prepare("SELECT * FROM payment_attempts WHERE order_id = ?")
      .bind(orderId)
      .all<Json>()
  ).results;

test("Mei checks out: an order upstream, an attempt here, and a form that ECPay accepts", async () => {
  const mei = await memberWith(sampleSet);
  const answer = await checkOut(mei, await formOf(mei));
  expect(answer.status).toBe(200);
  const { id, order_id, ecpay_form_data: form, payment_url } = answer.body;
  const [order] = await ordersOf(mei);
  expect(order).toMatchObject({
    id,
    order_id,
    status: "payment_pending",
    order_total_price: 100,
    customer_name: "林小美",
    order_items: [{ type: "SAMPLE", product_unit: "SAMPLE_PAPER", price: 100 }],
  });

  const { CheckMacValue, ...signed } = form;
  expect(CheckMacValue).toBe(await checkMacValue(signed, stageKeys));
  expect(form).toMatchObject({
    MerchantID: "3002607",
    TotalAmount: "100",
    PaymentType: "aio",
    EncryptType: "1",
    Language: "ENG",
  });
  expect(form.MerchantTradeNo).toMatch(/^[A-Z0-9]{20}$/);
  expect(form.ReturnURL).toBe(`${shop.url.origin}/api/v1/payments/ecpay/notify`);
  expect(form.OrderResultURL).toBe(`${shop.url.origin}/api/v1/payments/ecpay/return`);
  expect(JSON.stringify(form)).not.toMatch(/林|ring|Mei/);
  expect(new URL(payment_url).port).toBe(shop.url.port);
  expect(new URL(payment_url).hostname).not.toBe(shop.url.hostname);
  expect(new URL(payment_url).pathname).toBe("/local/ecpay/Cashier/AioCheckOut/V5");
  expect(await attemptsFor(id)).toMatchObject([
    { merchant_trade_no: form.MerchantTradeNo, amount_twd: 100, state: "open", locale: "en" },
  ]);
  // Not before it is paid.
  expect((await cartOf(mei)).totalItems).toBe(1);
});

test("a paid order empties the cart of its own lines and no others, and the upstream hears of it", async () => {
  const mei = await memberWith(bottles);
  const { id, ecpay_form_data: form } = (await checkOut(mei, await formOf(mei))).body;
  await mei.send("POST", "/cart/items", { ...bottles, amount: 200 });
  const told = await notify(
    shop,
    await signedNotice({
      merchantTradeNo: form.MerchantTradeNo,
      amountTwd: Number(form.TotalAmount),
    }),
  );
  expect(told.text).toBe("1|OK");
  expect(await cartOf(mei)).toMatchObject({ totalItems: 1, items: [{ amount: 200 }] });
  await expect
    .poll(async () => (await ordersOf(mei)).find((order) => order.id === id)?.status)
    .toBe("pending");
});

test("ten clicks at once make one order and one attempt (R42)", async () => {
  const mei = await memberWith(sampleSet);
  const form = await formOf(mei);
  const key = newKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => checkOut(mei, form, key)));
  const made = answers.filter((answer) => answer.status === 200);
  expect(made.length).toBeGreaterThan(0);
  for (const answer of answers)
    if (answer.status !== 200)
      expect(answer).toMatchObject({ status: 409, body: { code: "idempotency_in_progress" } });
  const again = await checkOut(mei, form, key);
  expect(again.body).toEqual(made[0]?.body);
  expect(await ordersOf(mei)).toHaveLength(1);
  expect(await attemptsFor(again.body.id)).toHaveLength(1);
});

test("a cart of a hundred lines, the most there can be, is ordered and paid as a whole (R36, R66)", async () => {
  const mei = await memberWith(bottles);
  await copyLine(shop, (await cartOf(mei)).items[0].id, 99);
  const form = await formOf(mei);
  expect(form.cart_items).toHaveLength(100);
  const answer = await checkOut(mei, form);
  expect([answer.status, answer.body.ecpay_form_data.TotalAmount]).toEqual([
    200,
    String(form.expected_total),
  ]);
  expect((await ordersOf(mei))[0]).toMatchObject({ order_total_price: form.expected_total });
  const { MerchantTradeNo: merchantTradeNo } = answer.body.ecpay_form_data;
  expect(
    (await notify(shop, await signedNotice({ merchantTradeNo, amountTwd: form.expected_total })))
      .text,
  ).toBe("1|OK");
  expect((await cartOf(mei)).totalItems).toBe(0);
});

test("two tabs and a reload make one order of the same lines", async () => {
  const mei = await memberWith(bottles);
  const form = await formOf(mei);
  const keys = [newKey(), newKey()];
  const presses = await Promise.all(keys.map((key) => checkOut(mei, form, key)));
  for (const { status, body } of presses)
    if (status !== 200)
      expect({ status, code: body.code }).toEqual({ status: 409, code: "idempotency_in_progress" });
  // A page that is told to wait asks again with the same key.
  const tabs = await Promise.all(keys.map((key) => checkOut(mei, form, key)));
  const reloaded = await checkOut(mei, form);
  expect(reloaded.status).toBe(200);
  // A tab that comes while another orders is told to ask again.
  for (const { status, body } of tabs)
    if (status !== 200) expect([status, body.code]).toEqual([409, "idempotency_in_progress"]);
  const made = [...tabs, reloaded].filter(({ status }) => status === 200);
  expect(made.length).toBeGreaterThan(1);
  expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
  expect(await ordersOf(mei)).toHaveLength(1);
  expect(new Set(made.map(({ body }) => body.ecpay_form_data.MerchantTradeNo)).size).toBe(
    made.length,
  );
});

test("lines of a cancelled order can be ordered again", async () => {
  const mei = await memberWith(bottles);
  const form = await formOf(mei);
  const first = await checkOut(mei, form);
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?")
    .bind(first.body.id)
    .run();
  const second = await checkOut(mei, form);
  expect(second.status).toBe(200);
  expect(second.body.id).not.toBe(first.body.id);
});

test("the same lines are no second order while the first can be paid, with another address, beside other lines or at the same moment (R42)", async () => {
  const mei = await memberWith(bottles);
  const form = await formOf(mei);
  const first = await checkOut(mei, form);
  const elsewhere = { customer_address: "2 Fig Lane" };
  const refusal = {
    status: 409,
    body: {
      code: "lines_already_ordered",
      detail: { id: first.body.id, order_id: first.body.order_id },
    },
  };
  expect(await checkOut(mei, { ...form, ...elsewhere })).toMatchObject(refusal);
  expect((await mei.send("POST", "/cart/items", bottles)).status).toBe(200);
  expect(await checkOut(mei, await formOf(mei))).toMatchObject(refusal);
  expect(await ordersOf(mei)).toHaveLength(1);

  expect((await pay(mei, first.body.id)).status, "the first can be paid").toBe(200);
  expect((await mei.send("POST", `/orders/${first.body.id}/cancel`)).status).toBe(204);
  expect((await checkOut(mei, await formOf(mei, elsewhere))).status, "or cancelled").toBe(200);
});

test("of twenty checkouts of the same lines at once, each to another address, one becomes an order (R42, E8)", async () => {
  const mei = await memberWith(bottles);
  const form = await formOf(mei);
  const answers = await together(shop, 20, (index) =>
    checkOut(mei, { ...form, customer_address: `${index} Fig Lane` }),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, body } of answers)
    if (status !== 200)
      expect(["idempotency_in_progress", "lines_already_ordered"]).toContain(body.code);
  expect(await ordersOf(mei)).toHaveLength(1);
});

test("lines of an order that the upstream has ended, or that was placed for other lines, are in nobody's way", async () => {
  const mei = await memberWith(bottles);
  const first = await checkOut(mei, await formOf(mei));
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = 'payment_failed' WHERE id = ?")
    .bind(first.body.id)
    .run();
  const second = await checkOut(mei, await formOf(mei, { customer_address: "2 Fig Lane" }));
  expect(second.status).toBe(200);
  const added = await mei.send("POST", "/cart/items", bottles);
  const line = added.body.items.at(-1);
  const third = await checkOut(mei, {
    ...(await formOf(mei)),
    cart_items: [{ id: line.id }],
    expected_total: line.price,
  });
  expect(third.status).toBe(200);
});

test("one key with another form is refused; a missing or odd key is too (R42)", async () => {
  const mei = await memberWith(bottles);
  const key = newKey();
  const form = await formOf(mei);
  expect((await checkOut(mei, form, key)).status).toBe(200);
  expect(await checkOut(mei, { ...form, customer_name: "Somebody else" }, key)).toMatchObject({
    status: 422,
    body: { code: "idempotency_mismatch" },
  });
  expect(await mei.send("POST", "/cart/checkout", form)).toMatchObject({
    status: 400,
    body: { fields: { "Idempotency-Key": "required" } },
  });
  expect(await checkOut(mei, form, "short")).toMatchObject({
    status: 400,
    body: { fields: { "Idempotency-Key": "invalid" } },
  });
});

test("a shopper who saw another price is told the present one, and nothing is ordered", async () => {
  const mei = await memberWith(bottles);
  const { totalPrice } = await cartOf(mei);
  await shop.db
    .prepare(
      "UPDATE cart_items SET unit_price = 1 WHERE cart_id = (SELECT cart_id FROM cart_items WHERE id = ?)",
    )
    .bind((await cartOf(mei)).items[0].id)
    .run();
  const seen = await formOf(mei);
  expect(seen.expected_total).toBe(100);
  expect(await checkOut(mei, seen)).toMatchObject({
    status: 409,
    body: { code: "price_changed", detail: { total: totalPrice, expected_total: 100 } },
  });
  expect((await cartOf(mei)).totalPrice).toBe(totalPrice);
  expect(await ordersOf(mei)).toHaveLength(0);
  expect((await checkOut(mei, await formOf(mei))).status).toBe(200);
});

test("a line that is gone, or somebody else's, is never ordered", async () => {
  const mei = await memberWith(bottles);
  const stranger = await memberWith(bottles);
  const foreign = (await cartOf(stranger)).items[0];
  const form = await formOf(mei);
  expect(
    await checkOut(mei, {
      ...form,
      cart_items: [{ id: foreign.id }],
      expected_total: foreign.price,
    }),
  ).toMatchObject({
    status: 409,
    body: { code: "price_changed", detail: { total: 0 } },
  });
  await mei.send("DELETE", "/cart/clear");
  expect(await checkOut(mei, form)).toMatchObject({ status: 409, body: { code: "cart_empty" } });
  expect(await ordersOf(mei)).toHaveLength(0);
});

test.each([
  [
    "a price in a line",
    (form: Json) => ({
      ...form,
      cart_items: form.cart_items.map((line: Json) => ({ ...line, price: 1 })),
    }),
  ],
  ["a total", (form: Json) => ({ ...form, order_total_price: 1 })],
  ["a status", (form: Json) => ({ ...form, status: "paid" })],
  ["a negative sum", (form: Json) => ({ ...form, expected_total: -100 })],
  ["a huge sum", (form: Json) => ({ ...form, expected_total: 1e18 })],
  ["a sum in words", (form: Json) => ({ ...form, expected_total: "100" })],
  ["half a dollar", (form: Json) => ({ ...form, expected_total: 100.5 })],
  ["no lines", (form: Json) => ({ ...form, cart_items: [] })],
  ["another currency", (form: Json) => ({ ...form, currency: "JPY" })],
  ["no name", (form: Json) => ({ ...form, customer_name: "   " })],
  ["letters in the phone", (form: Json) => ({ ...form, customer_phone: "call me" })],
  ["a company without tax id", (form: Json) => ({ ...form, invoice_type: "B2B" })],
  [
    "seven digits of a tax id",
    (form: Json) => ({ ...form, invoice_type: "B2B", tax_id: "1234567" }),
  ],
  ["a donation to nobody", (form: Json) => ({ ...form, invoice_type: "DONATE" })],
  [
    "an odd carrier",
    (form: Json) => ({ ...form, carrier_type: "mobile_barcode", carrier_num: "ABC" }),
  ],
  [
    "a mobile barcode of nine",
    (form: Json) => ({ ...form, carrier_type: "mobile_barcode", carrier_num: "/ABC12345" }),
  ],
  [
    "a mobile barcode in small letters",
    (form: Json) => ({ ...form, carrier_type: "mobile_barcode", carrier_num: "/abc1234" }),
  ],
  [
    "a carrier without its number",
    (form: Json) => ({ ...form, carrier_type: "citizen_certificate" }),
  ],
  [
    "a certificate of one letter",
    (form: Json) => ({
      ...form,
      carrier_type: "citizen_certificate",
      carrier_num: "A123456789012345",
    }),
  ],
  [
    "a love code of two digits",
    (form: Json) => ({ ...form, invoice_type: "DONATE", love_code: "12" }),
  ],
  [
    "a love code of eight digits",
    (form: Json) => ({ ...form, invoice_type: "DONATE", love_code: "12345678" }),
  ],
])("a form with %s is refused and orders nothing (R35, R36)", async (_what, change) => {
  const mei = await sharedShopper();
  expect(await checkOut(mei, change(await formOf(mei)))).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  expect(await ordersOf(mei)).toHaveLength(0);
});

let shared: Promise<Shopper> | null = null;
/** These forms are all refused, so one member can try them. */
function sharedShopper(): Promise<Shopper> {
  shared ??= memberWith(bottles);
  return shared;
}

test("what a form says twice or wrongly about sums never becomes a total (R36)", async () => {
  const mei = await sharedShopper();
  const form = await formOf(mei);
  const wrong = [1, form.expected_total - 1, form.expected_total + 1, 199_999_999];
  for (const expected_total of wrong) {
    expect(await checkOut(mei, { ...form, expected_total })).toMatchObject({
      status: 409,
      body: { code: "price_changed", detail: { total: form.expected_total } },
    });
  }
  expect(
    await checkOut(mei, { ...form, cart_items: [...form.cart_items, ...form.cart_items] }),
  ).toMatchObject({ status: 200 });
  expect((await ordersOf(mei)).map((order) => order.order_total_price)).toEqual([
    form.expected_total,
  ]);
});

test.each([
  ["two quiz sets", { surveyResponseId: "response-2" }],
  ["a second set that hides where it came from", { surveyResponseId: null }],
])("%s at once are too many", async (_what, change) => {
  const mei = await memberWith(sampleSet, { ...sampleSet, ...change });
  expect(await checkOut(mei, await formOf(mei))).toMatchObject({
    status: 409,
    body: { code: "too_many_samples", detail: { count: 2 } },
  });
});

test("a sample order under way stops the next checkout, and paying it later is still possible", async () => {
  const mei = await memberWith(sampleSet);
  const first = await checkOut(mei, await formOf(mei));
  const { id } = first.body;
  expect(await checkOut(mei, await formOf(mei, { customer_note: "again" }))).toMatchObject({
    status: 409,
    body: { code: "active_sample_order" },
  });

  const retry = await pay(mei, id);
  expect(retry).toMatchObject({
    status: 200,
    body: { id, order_id: first.body.order_id, ecpay_form_data: { TotalAmount: "100" } },
  });
  expect(retry.body.ecpay_form_data.MerchantTradeNo).not.toBe(
    first.body.ecpay_form_data.MerchantTradeNo,
  );
  await notify(
    shop,
    await signedNotice({
      merchantTradeNo: retry.body.ecpay_form_data.MerchantTradeNo,
      amountTwd: 100,
    }),
  );
  expect((await cartOf(mei)).totalItems).toBe(0);
  expect(await pay(mei, id)).toMatchObject({ status: 409, body: { code: "order_not_payable" } });

  // The page of the first attempt was still open, and was paid too.
  await notify(
    shop,
    await signedNotice({
      merchantTradeNo: first.body.ecpay_form_data.MerchantTradeNo,
      amountTwd: 100,
    }),
  );
  expect((await attemptsFor(id)).reduce((sum, attempt) => sum + attempt.needs_refund, 0)).toBe(1);
});

test("nobody pays somebody else's order, or one that does not exist", async () => {
  const mei = await memberWith(bottles);
  const { id } = (await checkOut(mei, await formOf(mei))).body;
  const { shopper: stranger } = await newMember(shop);
  expect(await pay(stranger, id)).toMatchObject({ status: 404, body: { code: "order_not_found" } });
  expect(await pay(mei, "no-such-order")).toMatchObject({
    status: 404,
    body: { code: "order_not_found" },
  });
  expect(
    (await newShopper(shop).send("POST", `/orders/${id}/pay`, {}, { "Idempotency-Key": newKey() }))
      .status,
  ).toBe(401);
});

test("a guest cannot check out, nor can somebody whose session is over", async () => {
  const guest = newShopper(shop);
  await guest.send("POST", "/cart/items", sampleSet);
  expect(await checkOut(guest, await formOf(guest))).toMatchObject({
    status: 401,
    body: { code: "unauthenticated" },
  });
  const mei = await memberWith(bottles);
  const form = await formOf(mei);
  await mei.send("POST", "/auth/logout");
  expect(await checkOut(mei, form)).toMatchObject({ status: 401, body: { code: "token_revoked" } });
});

test("when the orders cannot be read, checkout goes on", async () => {
  const mei = await memberWith(bottles);
  await stageFault(shop, "refuse", ["/orders/my-orders"]);
  const answer = await checkOut(mei, await formOf(mei));
  await stageFault(shop, "none");
  expect(answer.status).toBe(200);
});

test("when the order cannot be made, cart and key stay as they are and the same form goes through later", async () => {
  const mei = await memberWith(sampleSet);
  const form = await formOf(mei);
  const key = newKey();
  await stageFault(shop, "refuse", ["/cart/checkout"]);
  expect((await checkOut(mei, form, key)).status).toBeGreaterThanOrEqual(500);
  await stageFault(shop, "none");
  expect((await cartOf(mei)).totalItems).toBe(1);
  expect((await checkOut(mei, form, key)).status).toBe(200);
  expect(await ordersOf(mei)).toHaveLength(1);
});

test.each([
  ["mobile_barcode", "/AB+-.12"],
  ["citizen_certificate", "AB12345678901234"],
])(
  "an invoice may go to a %s, and the payment's event carries what issuing it needs",
  async (carrier_type, carrier_num) => {
    const mei = await memberWith(bottles);
    const { id, ecpay_form_data: first } = (
      await checkOut(mei, await formOf(mei, { carrier_type, carrier_num }))
    ).body;
    // Paying again knows the invoice of the first try.
    const { ecpay_form_data: again } = (await pay(mei, id)).body;
    expect(again.MerchantTradeNo).not.toBe(first.MerchantTradeNo);
    await notify(
      shop,
      await signedNotice({
        merchantTradeNo: again.MerchantTradeNo,
        amountTwd: Number(again.TotalAmount),
      }),
    );
    const row = await shop.db
      .prepare("SELECT payload FROM outbox WHERE order_id = ?")
      .bind(id)
      .first<{ payload: string }>();
    expect(JSON.parse(row?.payload ?? "")).toMatchObject({
      order_id: id,
      invoice: {
        invoice_type: "B2C",
        tax_id: "",
        carrier_type,
        carrier_num,
        love_code: "",
        customer_name: "林小美",
        customer_email: "mei@example.test",
        customer_phone: "0912-345-678",
        customer_address: "臺北市中山區香氣路 1 號",
        items: [{ product_number: "SL-001", product_unit: "BOTTLE", amount: 100, price: 38_000 }],
      },
    });
    await expect.poll(async () => (await ordersOf(mei))[0].status).toBe("pending");
  },
);

test("an invoice may be donated to a love code", async () => {
  const mei = await memberWith(bottles);
  const { id } = (
    await checkOut(mei, await formOf(mei, { invoice_type: "DONATE", love_code: "168001" }))
  ).body;
  const order = await shop.upstreamDb
    .prepare("SELECT invoice_type, love_code FROM orders WHERE id = ?")
    .bind(id)
    .first();
  expect(order).toEqual({ invoice_type: "DONATE", love_code: "168001" });
});

test("an invoice carries the fields of its own kind only", async () => {
  const mei = await memberWith(bottles);
  const form = await formOf(mei, {
    invoice_type: "B2B",
    tax_id: "１２３４５６７８".normalize("NFKC"),
    carrier_type: "mobile_barcode",
    carrier_num: "/ABC1234",
    love_code: "168001",
  });
  const { id } = (await checkOut(mei, form)).body;
  const order = await shop.upstreamDb
    .prepare(
      "SELECT invoice_type, tax_id, carrier_type, carrier_num, love_code FROM orders WHERE id = ?",
    )
    .bind(id)
    .first();
  expect(order).toEqual({
    invoice_type: "B2B",
    tax_id: "12345678",
    carrier_type: "",
    carrier_num: "",
    love_code: "",
  });
});

test("a donation without its code is refused by a code that says so", async () => {
  const mei = await memberWith(sampleSet);
  const form = await formOf(mei, { invoice_type: "DONATE" });
  expect(await checkOut(mei, form)).toMatchObject({
    status: 400,
    body: { code: "validation_failed", fields: { love_code: "donation_code_required" } },
  });
});
