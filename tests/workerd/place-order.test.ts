import type { CheckoutBody } from "#contract/checkout-body";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { placeOrder } from "../../worker/shop/checkout/place-order.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { addItem } from "../../worker/store/carts.ts";
import { limits, paymentAttempts, settings } from "../../worker/store/schema.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { changeOf, lineOf, mei as herCart } from "./cart-rows.ts";
import { attempts, dayMs, db, minuteMs, noon, refuses, snapshot } from "./database.ts";
import { customer, letMeiIn, mei, portsWith, sampleOrder, type Answers } from "./ports.ts";

const seen = { cart_items: [{ id: "line" }], expected_total: 500 };
const carrier = { carrier_type: "mobile_barcode", carrier_num: "/ABC1234" } as const;
const body: CheckoutBody = { ...customer, ...carrier, ...seen, customer_note: "After six" };
const elsewhere = { ...body, customer_address: "2 Test Road" };

const kilogram = { itemType: "LARGE_JAR_KG", saleType: "FINISHED_PRODUCT" } as const;
const line = lineOf("line", { ...kilogram, unitPrice: 500 });

/** Mei is signed in with a line in her cart. @returns her upstream: what it lists, and what it was sent. */
async function upstream(more: Answers = () => undefined) {
  await letMeiIn();
  await addItem(db, changeOf(herCart), "mei's cart", line);
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

const ordered = { id: "l1", type: kilogram.saleType, product_unit: kilogram.itemType };
const listed = (order_id: string) => ({
  ...sampleOrder,
  id: order_id.replace("SL", "order "),
  order_id,
  order_total_price: 500,
  order_items: [{ ...ordered, product_number: "SL-001", amount: 1 }],
});

const unlisted = (path: string) =>
  path === "/orders/my-orders" ? new ShopError("upstream_unavailable") : undefined;

const first = { orderId: "order 1", orderNumber: "SL1", memberId: "mei" };

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
      start: ({ amountTwd, orderNumber }) => {
        presses += 1;
        const fields = { TotalAmount: `${amountTwd}`, order: orderNumber };
        const form = { url: "https://cashier.test", fields };
        return Promise.resolve({ merchantTradeNo: `TRY${presses}`, form });
      },
    },
  });
  return placeOrder(deps, mei, wish, key);
}

test("an order is what the shopper saw, and the attempt at paying it remembers what it is about", async () => {
  const { answers, sent } = await upstream();
  expect(await press(answers)).toEqual({
    id: "order 1",
    order_id: "SL1",
    ecpay_form_data: { TotalAmount: "500", order: "SL1" },
    payment_url: "https://cashier.test",
  });
  expect(sent).toMatchObject([{ customer_name: "Mei", cart_items: [{ id: "line", price: 500 }] }]);
  const times = { createdAt: noon, expiresAt: noon + 7 * dayMs, nextQueryAt: noon + 10 * minuteMs };
  const opened = { ...times, state: "open", provider: "ecpay", amountTwd: 500 };
  expect(await attempts()).toMatchObject([
    {
      ...first,
      ...opened,
      cartItemIds: ["line"],
      sums: { lines: 500, adjustments: [], total: 500 },
      lines: [{ label: "SL-001", amount: 1, price: 500, itemType: "LARGE_JAR_KG" }],
      snapshot: {
        ...snapshot,
        customerNote: "After six",
        invoice: { invoice_type: "B2C", items: [{ product_unit: "LARGE_JAR_KG", price: 500 }] },
      },
    },
  ]);
});

test("the same press twice gives the same form, and one order", async () => {
  const { answers, sent } = await upstream();
  expect(await press(answers)).toEqual(await press(answers, { now: noon + minuteMs }));
  expect([sent.length, (await attempts()).length]).toEqual([1, 1]);
  const counted = { key: "payment-attempt:member:mei", count: 1 };
  expect(await db.select().from(limits)).toMatchObject([counted]);
  await refuses(press(answers, { wish: elsewhere }), "idempotency_mismatch");
});

test("another tab with the same wish gets another form for the same order", async () => {
  const { answers, sent } = await upstream();
  await press(answers);
  const again = await press(answers, { key: "other tab", now: noon + minuteMs });
  expect([again.order_id, sent.length, (await attempts()).length]).toEqual(["SL1", 1, 2]);
});

test.each([
  ["paid here", () => db.update(paymentAttempts).set({ state: "paid" })],
  ["cancelled here", () => cancelOrder(db, { ...first, now: noon, isReported: false })],
])("after an order was %s the same wish is a new one, once for each press", async (_w, end) => {
  const { answers, sent } = await upstream();
  await press(answers);
  await end();
  const again = await press(answers, { key: "next", now: noon + minuteMs });
  expect([again.order_id, sent.length]).toEqual(["SL2", 2]);
  expect(await press(answers, { key: "next", now: noon + minuteMs })).toEqual(again);
});

test("an order that the upstream has ended is not paid for again, one that it does not list is", async () => {
  const { answers, orders } = await upstream();
  await press(answers);
  const [order] = orders.splice(0);
  const gone = await press(answers, { key: "second", now: noon + minuteMs });
  expect(gone.order_id).toBe("SL1");
  orders.push({ ...listed("SL1"), ...order, status: "cancelled" });
  const third = await press(answers, { key: "third", now: noon + 2 * minuteMs });
  expect(third.order_id).toBe("SL2");
});

const namesOfTheFirst = [
  ["its key", "order 1", "another"],
  ["its number", "another", "SL1"],
  ["its key as the number", "another", "order 1"],
  ["its number as the key", "SL1", "another"],
] as const;

test.each(namesOfTheFirst)("an order that has ended is known by %s", async (_, id, order_id) => {
  const names = { id, order_id };
  const { answers, orders } = await upstream();
  await press(answers);
  orders.splice(0, 1, { ...listed("SL1"), ...names, status: "cancelled" });
  const again = await press(answers, { key: "second", now: noon + minuteMs });
  expect(again.order_id).toBe("SL2");
});

test.each(namesOfTheFirst)("unpaid lines are not ordered twice: %s", async (_, id, order_id) => {
  const names = { id, order_id };
  const { answers, orders } = await upstream();
  await press(answers);
  orders.splice(0, 1, { ...listed("SL1"), ...names });
  const twice = { wish: elsewhere, key: "elsewhere", now: noon + 2 * 60 * minuteMs };
  const detail = { id: "order 1", order_id: "SL1" };
  await refuses(press(answers, twice), "lines_already_ordered", { detail });
  orders.splice(0, 1, { ...listed("SL1"), ...names, status: "cancelled" });
  expect(await press(answers, twice)).toMatchObject({ order_id: "SL2" });
});

test("an order that the upstream's list lacks stands in the way for an hour, and while there is no list", async () => {
  let isDown = false;
  const { answers, orders } = await upstream((path) => (isDown ? unlisted(path) : undefined));
  await press(answers);
  orders.splice(0);
  const hour = 60 * minuteMs;
  const twice = (now: number) => press(answers, { wish: elsewhere, key: "elsewhere", now });
  await refuses(twice(noon + hour - 1), "lines_already_ordered");
  isDown = true;
  await refuses(twice(noon + hour), "lines_already_ordered");
  isDown = false;
  expect(await twice(noon + hour)).toMatchObject({ order_id: "SL2" });
});

test("an unpaid order of a week ago no longer stands in the way", async () => {
  const { answers } = await upstream();
  await press(answers);
  await db.update(paymentAttempts).set({ createdAt: noon - 7 * dayMs });
  const another = await press(answers, { wish: elsewhere, key: "elsewhere" });
  expect(another.order_id).toBe("SL2");
});

test("orders that cannot be read let a shopper through who has none of these lines in another", async () => {
  const { answers } = await upstream(unlisted);
  expect(await press(answers)).toMatchObject({ order_id: "SL1" });
});

test("a sample set on its way stops the next order, one that has arrived and an order without lines do not", async () => {
  const { answers, orders } = await upstream();
  orders.push({ ...sampleOrder, status: "shipped" });
  await refuses(press(answers), "active_sample_order");
  orders.splice(0, 1, { ...sampleOrder, status: "delivered" }, { ...sampleOrder, order_items: [] });
  expect(await press(answers)).toMatchObject({ order_id: "SL1" });
});

test("a line without a type might be a sample set", async () => {
  const { answers, orders } = await upstream();
  orders.push({ ...sampleOrder, order_items: [{ ...sampleOrder.order_items[0]!, type: "" }] });
  await refuses(press(answers), "order_unreadable");
});

async function failing(error: unknown, placesIt = false) {
  const state = { error };
  const one = await upstream((path) => {
    if (path !== "/cart/checkout" || state.error === null) return undefined;
    if (placesIt) one.orders.push(listed("SL7"));
    return state.error;
  });
  return { ...one, state };
}

test("the upstream's own refusal of a second sample order is told with its words, and the form may be changed", async () => {
  const refused = new ShopError("upstream_refused", { status: 409, detail: "one at a time" });
  const { answers, state } = await failing(refused);
  await refuses(press(answers), "active_sample_order", { detail: "one at a time" });
  state.error = null as never;
  expect(await press(answers, { wish: elsewhere })).toMatchObject({ order_id: "SL1" });
});

function noticing(answers: Answers): [Answers, string[]] {
  const asked: string[] = [];
  return [(path, request) => (asked.push(path), answers(path, request)), asked];
}

test("another refusal of the upstream is told as it is", async () => {
  const refused = new ShopError("upstream_refused", { status: 422 });
  const { answers } = await failing(refused);
  const [noticed, asked] = noticing(answers);
  await expect(press(noticed)).rejects.toBe(refused);
  const looks = asked.filter((path) => path === "/orders/my-orders");
  expect(looks, "nobody looks for what was refused").toHaveLength(1);
});

test("an order that comes into the list a moment after its answer was lost is found", async () => {
  let looks = 0;
  const { answers } = await upstream((path) => {
    if (path === "/cart/checkout") return new ShopError("upstream_timeout");
    if (path !== "/orders/my-orders") return undefined;
    looks += 1;
    return { data: looks < 3 ? [] : [listed("SL7")] };
  });
  expect(await press(answers)).toMatchObject({ order_id: "SL7" });
  expect(looks, "before it was placed, at once, and again").toBe(3);
});

test("when it is nowhere the shopper is told, the upstream is not asked again, and the same form goes on later, though the shop has closed", async () => {
  const lost = new ShopError("upstream_timeout");
  const { answers, state, sent } = await failing(lost);
  const [counted, asked] = noticing(answers);
  await expect(press(counted)).rejects.toBe(lost);
  expect(asked.filter((path) => path === "/cart/checkout")).toHaveLength(1);
  state.error = null as never;
  await refuses(press(counted, { wish: elsewhere }), "idempotency_mismatch");
  await db.insert(settings).values({ name: "orders_closed", value: 1 });
  expect(await press(counted, { now: noon + 1 })).toMatchObject({ order_id: "SL1" });
  expect(sent).toHaveLength(1);
});

test.each([
  ["press", "press"],
  ["other tab", "other tab"],
  ["other tab", "third tab"],
])("an order that the shop never heard of is found later: %s, %s", async (key, last) => {
  const lost = new ShopError("upstream_timeout");
  let isDown = true;
  const { answers, state } = await failing(lost, true);
  const halfDown: Answers = (path, request) =>
    (isDown ? unlisted(path) : undefined) ?? answers(path, request);
  await expect(press(halfDown)).rejects.toBe(lost);
  state.error = null as never;
  const again = { key, now: noon + 11 * minuteMs };
  await refuses(press(halfDown, again), "upstream_unavailable");
  isDown = false;
  const found = press(halfDown, { key: last, now: noon + 12 * minuteMs });
  expect(await found).toMatchObject({ order_id: "SL7" });
  expect(await attempts()).toHaveLength(1);
});

test("while one tab orders another waits, until the first was given up for dead, which then starts no payment", async () => {
  let answerTheFirst = () => {};
  const slow = new Promise<void>((resolve) => (answerTheFirst = resolve));
  let placed = 0;
  const { answers } = await upstream((path) => {
    if (path !== "/cart/checkout") return undefined;
    placed += 1;
    return placed === 1 ? slow : undefined;
  });
  const late = press(answers);
  await expect.poll(() => placed).toBe(1);
  const other = { wish: elsewhere, key: "other tab" };
  await refuses(press(answers, other), "idempotency_in_progress");
  const later = await press(answers, { ...other, now: noon + minuteMs });
  expect(later.order_id).toBe("SL1");
  answerTheFirst();
  await refuses(late, "idempotency_in_progress");
  expect(await attempts()).toMatchObject([{ orderNumber: "SL1" }]);
});

test("an upstream that recognises the key is asked again with the same one", async () => {
  const keys: unknown[] = [];
  const { answers } = await upstream((path, { idempotencyKey }) => {
    if (path !== "/cart/checkout") return undefined;
    keys.push(idempotencyKey);
    return keys.length === 1 ? new TypeError("the connection broke") : undefined;
  });
  expect(await press(answers, { honours: true })).toMatchObject({ order_id: "SL1" });
  expect(keys).toEqual([keys[0], keys[0]]);
});

test("an upstream that gives an old order which was paid gets no second payment: it is asked for another", async () => {
  let placed = 0;
  const { answers } = await upstream((path) => {
    if (path !== "/cart/checkout") return undefined;
    placed += 1;
    return placed <= 2 ? { id: "order 9", order_id: "SL9" } : { id: "order 10", order_id: "SL10" };
  });
  await press(answers);
  await db.update(paymentAttempts).set({ state: "paid" });
  const other = { wish: elsewhere, key: "elsewhere", now: noon + minuteMs };
  expect(await press(answers, other)).toMatchObject({ order_id: "SL10" });
});

test("nobody orders from a session that is over", async () => {
  const { answers, sent } = await upstream();
  await endSession(db, mei.sessionId, "logout", noon);
  await refuses(press(answers), "token_revoked");
  expect(sent).toEqual([]);
});
