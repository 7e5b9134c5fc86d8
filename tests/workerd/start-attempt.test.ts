import type { CheckoutBody } from "#contract/checkout-body";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { type Checkout, orderUpstream } from "../../worker/shop/checkout/order-upstream.ts";
import { type PayableOrder, startAttempt } from "../../worker/shop/checkout/claim-request.ts";
import { cancelOrder } from "../../worker/store/cancelled-orders.ts";
import { checkCart } from "../../worker/shop/checkout/place-order.ts";
import { addItem, type NewCartItem } from "../../worker/store/carts.ts";
import { minuteMs, noon } from "./database.ts";
import { attempts, claimed, db, meisOrder, openAttempt, refuses, snapshot } from "./database.ts";
import { type Answers, customer, mei, portsWith, reorderSettings, sampleOrder } from "./ports.ts";
import { cartOf, changeOf, lineOf, mei as herCart } from "./cart-rows.ts";

const payable: PayableOrder = { ...meisOrder, cartItemIds: ["line"], snapshot };
const { deps: ports } = portsWith({});

const claim = (key: string, now = noon) => claimed("checkout:mei", key, now);
const paid = { state: "paid", orderNumber: "another" } as const;
const cancel = (names: Partial<PayableOrder> = {}) =>
  cancelOrder(db, { ...payable, ...names, now: noon, isReported: false });

test("a form and its row come together, whatever else is paid, and the same key has no second", async () => {
  await openAttempt({ ...paid, orderId: "other" });
  const held = await claim("press");
  expect(await startAttempt(ports, payable, held)).toMatchObject({ order_id: "SL261121ABCDE" });
  await refuses(startAttempt(ports, payable, held), "idempotency_in_progress");
  expect(await attempts()).toHaveLength(2);
});

test.each<[string, () => Promise<unknown>]>([
  ["cancelled it", () => cancel()],
  ["cancelled its namesake", () => cancel({ orderId: "other", orderNumber: "order" })],
  ["paid it", () => openAttempt({ state: "paid" })],
  ["paid it by its number", () => openAttempt({ ...paid, orderId: "SL261121ABCDE" })],
  ["paid its namesake", () => openAttempt({ ...paid, orderId: "other", orderNumber: "order" })],
])("an order gets no form when its member has %s meanwhile", async (_what, happen) => {
  await happen();
  const before = await attempts();
  await refuses(startAttempt(ports, payable, await claim("press")), "order_not_payable");
  expect(await attempts()).toEqual(before);
});

test("a request that was given up for dead makes no form beside its heir's", async () => {
  const late = await claim("press");
  const heir = await claim("press", noon + minuteMs);
  const headers = { "Retry-After": "1" };
  await refuses(startAttempt(ports, payable, late), "idempotency_in_progress", { headers });
  await startAttempt(ports, payable, heir);
  expect(await attempts()).toHaveLength(1);
});

const scent = { id: "line", productIds: ["hinoki-rain"], label: "SL-001" };
const sold = { itemType: "JAR", type: "SAMPLE", price: 100, amount: 1 } as const;
const unsaid = { concentration: null, surveyResponseId: null, userAnswer: null };
const none = { customer_note: "", tax_id: "", carrier_type: "", carrier_num: "", love_code: "" };
const held = { scope: "checkout:mei", key: "press-1", bodyHash: "form" };
const wish: Checkout = {
  actor: mei,
  claim: { ...held, leaseUntil: noon + 2 * minuteMs, isResumed: true, startedAt: noon },
  items: [],
  form: {
    ...customer,
    ...none,
    cart_items: [{ ...scent, ...sold, ...unsaid, createdAt: new Date(noon).toISOString() }],
  },
  sums: { lines: 100, adjustments: [], total: 100 },
  content: "a sample set",
  before: null,
  lostSince: noon,
  rivals: [],
  own: { paid: [], cancelled: [] },
};

/** The request with this form after one that died. @returns the order that it goes on with. */
function comeAgain(answers: Answers, changes: Partial<Checkout> = {}) {
  const { deps, heard } = portsWith({ answers, now: () => noon + minuteMs });
  return { order: orderUpstream(deps, { ...wish, ...changes }), heard };
}

const listing = (...orders: object[]) => ({ data: orders, total: orders.length });

test("a checkout that died after ordering goes on with its own sample order, which is not in its way", async () => {
  const { order, heard } = comeAgain(() => listing(sampleOrder));
  expect(await order).toEqual({ orderId: "order", orderNumber: "SL261121ABCDE" });
  expect(heard).toEqual(["/orders/my-orders"]);
});

test("nothing is ordered again while nobody can tell whether it was ordered", async () => {
  const { order, heard } = comeAgain(() => new ShopError("upstream_timeout"));
  await refuses(order, "upstream_unavailable");
  expect(heard).not.toContain("/cart/checkout");
});

test.each([
  ["of somebody else's name", { customer_name: "Chen" }],
  ["to another place", { customer_address: "2 Test Road" }],
  ["with another phone", { customer_phone: "0987654321" }],
  ["with another e-mail", { customer_email: "chen@example.test" }],
  ["of another sum", { order_total_price: 200 }],
  ["of other lines", { order_items: [{ ...sampleOrder.order_items[0], amount: 2 }] }],
  ["that is older", { created_at: new Date(noon - 10 * minuteMs - 1).toISOString() }],
])("an order %s is not taken for the lost one", async (_what, change) => {
  const { order } = comeAgain(() => listing({ ...sampleOrder, ...change }));
  await refuses(order, "active_sample_order");
});

test("an order that somebody has tried to pay is not the lost one either", async () => {
  await openAttempt();
  const { order } = comeAgain(() => listing(sampleOrder));
  await refuses(order, "active_sample_order");
});

test("an order of which the upstream tells little, made by a clock that is ten minutes slow, is still found", async () => {
  const created_at = new Date(noon - 10 * minuteMs).toISOString();
  const little = { customer_name: " Mei ", customer_phone: "", order_total_price: null };
  const { order } = comeAgain(() => listing({ ...sampleOrder, ...little, created_at }));
  expect(await order).toMatchObject({ orderId: "order" });
});

test.each([100, 160])("an order with shipping is found, summed as %i", async (total) => {
  const sums = { lines: 100, adjustments: [{ kind: "shipping", amount: 60 }], total: 160 };
  const listed = listing({ ...sampleOrder, order_total_price: total });
  const { order } = comeAgain(() => listed, { sums });
  expect(await order).toMatchObject({ orderId: "order" });
});

/** As an upstream lists so many older orders and the lost one, whichever way it sorts. */
const longList =
  (older: number, sorted: "newest first" | "oldest first", counts: boolean): Answers =>
  (_path, { query }) => {
    const delivered = Array.from({ length: older }, (_, at) => ({
      ...sampleOrder,
      id: `old-${at}`,
      order_id: `SL-${at}`,
      status: "delivered",
      created_at: new Date(noon - (older - at) * 3600_000).toISOString(),
    }));
    const all = [...delivered, sampleOrder];
    if (sorted === "newest first") all.reverse();
    const skip = Number(query?.["skip"] ?? 0);
    const data = all.slice(skip, skip + Number(query?.["limit"] ?? 10));
    return { data, ...(counts && { total: all.length }) };
  };

test.each([
  [600, "oldest first", true],
  [600, "newest first", true],
  [600, "newest first", false],
  [1_900, "oldest first", false],
] as const)("a lost order is found beside %i, %s (counted: %s)", async (older, sorted, counts) => {
  const { order, heard } = comeAgain(longList(older, sorted, counts));
  expect(await order).toEqual({ orderId: "order", orderNumber: "SL261121ABCDE" });
  expect(heard).not.toContain("/cart/checkout");
  expect(heard.length, "a bounded number of pages").toBeLessThanOrEqual(counts ? 5 : 20);
});

const catalogue: Record<string, unknown> = {
  "/reorder-settings/": reorderSettings,
  "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price: 1_000 }],
};
const product = { id: "mei", product_id: "SL-001", product_name: "Hinoki Rain" };
const put = (id: string, changes: Partial<NewCartItem> = {}) =>
  addItem(db, changeOf(herCart), "mei's cart", lineOf(id, changes));

const check = (ids: string[], expected_total: number, isBusiness = false, gateway = {}) =>
  checkSeen({ cart_items: ids.map((id) => ({ id })), expected_total }, isBusiness, gateway);

type Seen = Pick<CheckoutBody, "cart_items" | "expected_total">;

async function checkSeen(seen: Seen, isBusiness = false, gateway = {}) {
  const { deps } = portsWith({
    gateway,
    answers: (path) => catalogue[path] ?? { ...product, is_business: isBusiness },
  });
  const asked = { ...seen, pay_type: "ecpay" } as const;
  return checkCart(deps, "mei", await cartOf(herCart), asked);
}

test("what the shopper saw is ordered at its price", async () => {
  await put("set");
  expect(await check(["set"], 100)).toMatchObject({ items: [{ id: "set" }], sums: { total: 100 } });
});

test("a form without a sum is held to the prices of its lines, and to none where it says none", async () => {
  await put("set");
  const ordered = (cart_items: Seen["cart_items"]) => checkSeen({ cart_items });
  expect(await ordered([{ id: "set", price: 100 }])).toMatchObject({ sums: { total: 100 } });
  expect(await ordered([{ id: "set" }])).toMatchObject({ sums: { total: 100 } });
  const detail = { total: 100, expected_total: 90 };
  await refuses(ordered([{ id: "set", price: 90 }]), "price_changed", { detail });
});

test.each([
  ["sample sets", {}],
  ["sets of one quiz each", { surveyResponseId: "quiz" }],
])("of two %s none is ordered alone: the other would come with the next order", async (_w, of) => {
  await put("one", of);
  await put("two", of);
  await refuses(check(["one"], 100), "too_many_samples", { detail: { count: 2 } });
});

test.each([
  ["whose line has gone, though the sum is that of the others", ["set", "gone"], 100],
  ["of another sum than was seen, and the cart has the new price", ["set"], 90],
])("an order %s is told of", async (_what, ids, expected_total) => {
  await put("set", { unitPrice: expected_total });
  const detail = { total: 100, expected_total };
  await refuses(check(ids, expected_total), "price_changed", { detail });
  expect((await cartOf(herCart)).items).toMatchObject([{ unitPrice: 100 }]);
});

test("of a guest's lines one by the kilogram is enough to ask whether its member is a business", async () => {
  await put("set");
  await put("kilograms", { itemType: "LARGE_JAR_KG", saleType: "FINISHED_PRODUCT" });
  await refuses(check(["set", "kilograms"], 200), "business_only");
});

test.each([
  ["199,999 can be paid by card", 99_999, null],
  ["a dollar more cannot, whatever sum was seen", 100_000, "amount_not_payable"],
] as const)("of two lines %s", async (_what, unit_price, refusal) => {
  catalogue["/product-pricing/{id}"] = [
    { mini_buy_amount: 100, unit_price: 1_000 },
    { mini_buy_amount: 1, unit_price },
  ];
  const finished = { saleType: "FINISHED_PRODUCT" } as const;
  await put("bottles", { ...finished, amount: 100, unitPrice: 1_000 });
  const kilogram = { ...finished, itemType: "LARGE_JAR_KG", amount: 1 } as const;
  await put("kilograms", { ...kilogram, unitPrice: unit_price });
  const total = 100_000 + unit_price;
  const ordered = check(["bottles", "kilograms"], total, true);
  if (refusal === null) expect(await ordered).toMatchObject({ sums: { total } });
  else await refuses(ordered, refusal, { detail: { total, min: 5, max: 199_999 } });
});

test("with a gateway that has no settings nothing is ordered", async () => {
  await put("set");
  const ordered = check(["set"], 100, false, { isOffered: false });
  await refuses(ordered, "validation_failed", { fields: { pay_type: "invalid_choice" } });
});

test("nothing is not ordered", async () => {
  await refuses(check(["set"], 100), "cart_empty");
});
