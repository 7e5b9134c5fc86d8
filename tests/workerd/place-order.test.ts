/** `worker/shop/checkout/place-order.ts`: from a cart to a payable order, whatever the upstream, other tabs and other days do. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CheckoutBody } from "#contract/checkout-body";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { placeOrder } from "../../worker/shop/checkout/place-order.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { addItem } from "../../worker/store/carts.ts";
import { paymentAttempts } from "../../worker/store/schema.ts";
import { changeOf, lineOf, mei as herCart } from "./cart-rows.ts";
import { attempts, dayMs, db, minuteMs, noon } from "./database.ts";
import { letMeiIn, mei, portsWith, sampleOrder, type Answers } from "./ports.ts";

const body: CheckoutBody = {
  customer_name: "Mei",
  customer_address: "1 Test Road",
  customer_phone: "0912345678",
  customer_email: "mei@example.test",
  pay_type: "ecpay",
  country: "TW",
  currency: "TWD",
  invoice_type: "B2C",
  carrier_type: "mobile_barcode",
  carrier_num: "/ABC1234",
  cart_items: [{ id: "line" }],
  expected_total: 500,
};
const elsewhere = { ...body, customer_address: "2 Test Road" };

/** The upstream of one test: what it lists, and what it was sent. */
function upstream(more: Answers = () => undefined) {
  const orders: (typeof sampleOrder)[] = [];
  const sent: unknown[] = [];
  const answers: Answers = async (path, request) => {
    const special = await more(path, request);
    if (special !== undefined) return special;
    if (path === "/orders/my-orders") return { data: orders, total: orders.length };
    if (path === "/reorder-settings/") return [{ id: "kilograms", user_type: "ENTERPRISE" }];
    if (path === "/product-pricing/{id}") return [{ mini_buy_amount: 1, unit_price: 500 }];
    if (path === "/members/me") return { id: "mei", is_business: true };
    if (path !== "/cart/checkout") return { product_id: "SL-001" };
    sent.push(request.body);
    const order_id = `SL${sent.length}`;
    orders.push(listed(order_id));
    return { id: `order ${sent.length}`, order_id };
  };
  return { answers, orders, sent };
}

const listed = (order_id: string) => ({
  ...sampleOrder,
  id: order_id.replace("SL", "order "),
  order_id,
  order_total_price: 500,
  order_items: [
    {
      id: "l1",
      type: "FINISHED_PRODUCT",
      product_unit: "LARGE_JAR_KG",
      product_number: "SL-001",
      amount: 1,
    },
  ],
});

interface Press {
  key?: string;
  wish?: CheckoutBody;
  now?: number;
  honours?: boolean;
}

let presses = 0;
function press(answers: Answers, { key = "press", wish = body, now = noon, honours }: Press = {}) {
  const { deps } = portsWith({
    answers,
    now: () => now,
    config: { UPSTREAM_HONOURS_IDEMPOTENCY: honours ?? false },
    gateway: {
      begin: ({ amountTwd, itemCount }) => {
        presses += 1;
        const fields = { TotalAmount: `${amountTwd}`, items: `${itemCount}` };
        return Promise.resolve({
          merchantTradeNo: `TRY${presses}`,
          url: "https://cashier.test",
          method: "POST",
          fields,
        });
      },
    },
  });
  return placeOrder(deps, mei, wish, key);
}

async function begin(): Promise<void> {
  await letMeiIn();
  const line = lineOf("line", {
    itemType: "LARGE_JAR_KG",
    saleType: "FINISHED_PRODUCT",
    unitPrice: 500,
  });
  await addItem(db, changeOf(herCart), "mei's cart", line, 100);
}

test("an order is what the shopper saw, and the attempt at paying it remembers what it is about", async () => {
  await begin();
  const { answers, sent } = upstream();
  expect(await press(answers)).toEqual({
    id: "order 1",
    order_id: "SL1",
    ecpay_form_data: { TotalAmount: "500", items: "1" },
    payment_url: "https://cashier.test",
  });
  expect(sent).toMatchObject([{ customer_name: "Mei", cart_items: [{ id: "line", price: 500 }] }]);
  expect(await attempts()).toMatchObject([
    {
      state: "open",
      orderId: "order 1",
      orderNumber: "SL1",
      memberId: "mei",
      provider: "ecpay",
      amountTwd: 500,
      cartItemIds: ["line"],
      createdAt: noon,
      expiresAt: noon + 7 * dayMs,
      nextQueryAt: noon + 10 * minuteMs,
      lines: [{ label: "SL-001", amount: 1, price: 500, itemType: "LARGE_JAR_KG" }],
      snapshot: {
        orderDate: new Date(noon).toISOString(),
        customerName: "Mei",
        customerPhone: "0912345678",
        customerAddress: "1 Test Road",
        invoice: { invoice_type: "B2C", items: [{ product_unit: "LARGE_JAR_KG", price: 500 }] },
      },
    },
  ]);
});

test("the same press twice gives the same form, and one order", async () => {
  await begin();
  const { answers, sent } = upstream();
  expect(await press(answers)).toEqual(await press(answers, { now: noon + minuteMs }));
  expect([sent.length, (await attempts()).length]).toEqual([1, 1]);
  await expect(press(answers, { wish: elsewhere })).rejects.toMatchObject({
    code: "idempotency_mismatch",
  });
});

test("another tab with the same wish gets another form for the same order", async () => {
  await begin();
  const { answers, sent } = upstream();
  await press(answers);
  const again = await press(answers, { key: "other tab", now: noon + minuteMs });
  expect([again.order_id, sent.length, (await attempts()).length]).toEqual(["SL1", 1, 2]);
});

test.each([
  ["paid here", () => db.update(paymentAttempts).set({ state: "paid" })],
  [
    "cancelled here",
    () =>
      cancelOrder(db, {
        orderId: "order 1",
        orderNumber: "SL1",
        memberId: "mei",
        now: noon,
        isReported: false,
      }),
  ],
])("after an order was %s the same wish is a new one, once for each press", async (_w, end) => {
  await begin();
  const { answers, sent } = upstream();
  await press(answers);
  await end();
  const again = await press(answers, { key: "next", now: noon + minuteMs });
  expect([again.order_id, sent.length]).toEqual(["SL2", 2]);
  expect(await press(answers, { key: "next", now: noon + minuteMs })).toEqual(again);
});

test("an order that the upstream has ended is not paid for again, one that it does not list is", async () => {
  await begin();
  const { answers, orders } = upstream();
  await press(answers);
  const [order] = orders.splice(0);
  const unlisted = await press(answers, { key: "second", now: noon + minuteMs });
  expect(unlisted.order_id).toBe("SL1");
  orders.push({ ...listed("SL1"), ...order, status: "cancelled" });
  const third = await press(answers, { key: "third", now: noon + 2 * minuteMs });
  expect(third.order_id).toBe("SL2");
});

test.each([
  ["its key", { id: "order 1", order_id: "another" }],
  ["its number", { id: "another", order_id: "SL1" }],
  ["its key as the number", { id: "another", order_id: "order 1" }],
  ["its number as the key", { id: "SL1", order_id: "another" }],
])("lines of an order that waits for its money are not ordered twice: %s", async (_what, names) => {
  await begin();
  const { answers, orders } = upstream();
  await press(answers);
  orders.splice(0, 1, { ...listed("SL1"), ...names });
  const twice = { wish: elsewhere, key: "elsewhere", now: noon + 2 * 60 * minuteMs };
  await expect(press(answers, twice)).rejects.toMatchObject({
    code: "lines_already_ordered",
    facts: { detail: { id: "order 1", order_id: "SL1" } },
  });
  orders.splice(0, 1, { ...listed("SL1"), ...names, status: "cancelled" });
  expect(await press(answers, twice)).toMatchObject({ order_id: "SL2" });
});

test("an order that the upstream's list lacks stands in the way for an hour, and while there is no list", async () => {
  await begin();
  let isDown = false;
  const { answers, orders } = upstream((path) => {
    if (isDown && path === "/orders/my-orders") throw new ShopError("upstream_unavailable");
    return undefined;
  });
  await press(answers);
  orders.splice(0);
  const hour = 60 * minuteMs;
  const twice = (now: number) => press(answers, { wish: elsewhere, key: "elsewhere", now });
  const refusal = { code: "lines_already_ordered" };
  await expect(twice(noon + hour - 1)).rejects.toMatchObject(refusal);
  isDown = true;
  await expect(twice(noon + hour)).rejects.toMatchObject(refusal);
  isDown = false;
  expect(await twice(noon + hour)).toMatchObject({ order_id: "SL2" });
});

test("an unpaid order of a week ago no longer stands in the way", async () => {
  await begin();
  const { answers } = upstream();
  await press(answers);
  await db.update(paymentAttempts).set({ createdAt: noon - 7 * dayMs });
  expect(await press(answers, { wish: elsewhere, key: "elsewhere" })).toMatchObject({
    order_id: "SL2",
  });
});

test("orders that cannot be read let a shopper through who has none of these lines in another", async () => {
  await begin();
  const { answers } = upstream((path) => {
    if (path === "/orders/my-orders") throw new ShopError("upstream_unavailable");
    return undefined;
  });
  expect(await press(answers)).toMatchObject({ order_id: "SL1" });
});

test.each([
  ["a sample set on its way", { status: "shipped" }, "active_sample_order"],
  ["an order without lines", { order_items: [] as never[] }, null],
  ["a sample set that has arrived", { status: "delivered" }, null],
])("who has %s", async (_what, change, code) => {
  await begin();
  const { answers, orders } = upstream();
  orders.push({ ...sampleOrder, ...change });
  if (code === null) expect(await press(answers)).toMatchObject({ order_id: "SL1" });
  else await expect(press(answers)).rejects.toMatchObject({ code });
});

test("a line without a type might be a sample set", async () => {
  await begin();
  const { answers, orders } = upstream();
  orders.push({ ...sampleOrder, order_items: [{ ...sampleOrder.order_items[0]!, type: "" }] });
  await expect(press(answers)).rejects.toMatchObject({ code: "order_unreadable" });
});

/** The upstream's answer to placing an order, until it is taken back. */
function failing(error: unknown, placesIt = false) {
  const state = { error };
  const one = upstream((path) => {
    if (path !== "/cart/checkout" || state.error === null) return undefined;
    if (placesIt) one.orders.push(listed("SL7"));
    throw state.error;
  });
  return { ...one, state };
}

test("the upstream's own refusal of a second sample order is told with its words, and the form may be changed", async () => {
  await begin();
  const refused = new ShopError("upstream_refused", { status: 409, detail: "one at a time" });
  const { answers, state } = failing(refused);
  await expect(press(answers)).rejects.toMatchObject({
    code: "active_sample_order",
    facts: { detail: "one at a time" },
  });
  state.error = null as never;
  expect(await press(answers, { wish: elsewhere })).toMatchObject({ order_id: "SL1" });
});

test("another refusal of the upstream is told as it is", async () => {
  await begin();
  const refused = new ShopError("upstream_refused", { status: 422 });
  await expect(press(failing(refused).answers)).rejects.toBe(refused);
});

test("when the answer is lost the order is found among the member's", async () => {
  await begin();
  const { answers } = failing(new ShopError("upstream_timeout"), true);
  expect(await press(answers)).toMatchObject({ id: "order 7", order_id: "SL7" });
});

test("an order that comes into the list a moment after its answer was lost is found", async () => {
  await begin();
  let looks = 0;
  const { answers } = upstream((path) => {
    if (path === "/cart/checkout") throw new ShopError("upstream_timeout");
    if (path !== "/orders/my-orders") return undefined;
    looks += 1;
    return { data: looks < 3 ? [] : [listed("SL7")] };
  });
  expect(await press(answers)).toMatchObject({ order_id: "SL7" });
  expect(looks, "before it was placed, at once, and again").toBe(3);
});

test("when it is nowhere the shopper is told, the upstream is not asked again, and the same form goes on later", async () => {
  await begin();
  const lost = new ShopError("upstream_timeout");
  let asked = 0;
  const { answers, state, sent } = failing(lost);
  const counted: Answers = (path, request) => {
    if (path === "/cart/checkout") asked += 1;
    return answers(path, request);
  };
  await expect(press(counted)).rejects.toBe(lost);
  expect(asked).toBe(1);
  state.error = null as never;
  await expect(press(counted, { wish: elsewhere })).rejects.toMatchObject({
    code: "idempotency_mismatch",
  });
  expect(await press(counted, { now: noon + 1 })).toMatchObject({ order_id: "SL1" });
  expect(sent).toHaveLength(1);
});

test("an upstream that recognises the key is asked again with the same one", async () => {
  await begin();
  const keys: unknown[] = [];
  const { answers } = upstream((path, { idempotencyKey }) => {
    if (path !== "/cart/checkout") return undefined;
    keys.push(idempotencyKey);
    if (keys.length === 1) throw new TypeError("the connection broke");
    return undefined;
  });
  expect(await press(answers, { honours: true })).toMatchObject({ order_id: "SL1" });
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("an upstream that gives an old order which was paid gets no second payment: it is asked for another", async () => {
  await begin();
  let placed = 0;
  const { answers } = upstream((path) => {
    if (path !== "/cart/checkout") return undefined;
    placed += 1;
    return placed <= 2 ? { id: "order 9", order_id: "SL9" } : { id: "order 10", order_id: "SL10" };
  });
  await press(answers);
  await db
    .update(paymentAttempts)
    .set({ state: "paid" })
    .where(eq(paymentAttempts.orderId, "order 9"));
  const other = { wish: elsewhere, key: "elsewhere", now: noon + minuteMs };
  expect(await press(answers, other)).toMatchObject({ order_id: "SL10" });
});

test("nobody orders from a session that is over", async () => {
  const { answers, sent } = upstream();
  await expect(press(answers)).rejects.toMatchObject({ code: "token_revoked" });
  expect(sent).toEqual([]);
});
