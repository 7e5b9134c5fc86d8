import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { Route } from "wouter";
import type { Order, OrderItem } from "#contract/order";
import { ApiError } from "../../web/api/client.ts";
import { findOrder, findSampleBlock } from "../../web/api/orders.ts";
import CheckoutPage from "../../web/pages/checkout/CheckoutPage.tsx";
import { forgetDraft, newDraft, writeDraft } from "../../web/payment/checkout-draft.ts";
import { readRefusal } from "../../web/pages/checkout/read-refusal.ts";
import OrderPage from "../../web/pages/order/OrderPage.tsx";
import OrdersPage from "../../web/pages/orders/OrdersPage.tsx";
import PaymentResultPage from "../../web/pages/payment-result/PaymentResultPage.tsx";
import QuizPage from "../../web/pages/quiz/QuizPage.tsx";
import { useAuth } from "../../web/stores/auth.ts";
import { storage, storageKeys } from "../../web/stores/storage.ts";
import { hollowParts, openSparseShop, slips, type SparseShop } from "../support/sparse-shop.ts";
import { until, type ShownPage } from "../support/shown-page.tsx";

let shop: SparseShop;
let page: ShownPage | null = null;

beforeAll(() => {
  shop = openSparseShop();
});
beforeEach(() =>
  useAuth
    .getState()
    .signedIn({ accessToken: `a.${btoa('{"sub":"noor"}')}.c`, mustChangePassword: false }),
);
afterEach(async () => {
  await page?.leave();
  page = null;
  forgetDraft();
  storage.removeItem(storageKeys.paymentResult);
  useAuth.getState().signOut();
});

const line = (change: Partial<OrderItem> = {}): OrderItem => ({
  id: "1",
  type: "FINISHED_PRODUCT",
  product_unit: "LARGE_JAR_KG",
  product_number: "SL-001",
  amount: 2.5,
  price: null,
  product_ids: [],
  addon_item_ids: [],
  ...change,
});
const unreadable = line({ type: "", product_unit: "" });
const sample = line({ type: "SAMPLE", product_unit: "JAR" });
const order = (id: string, status: string, ...order_items: OrderItem[]): Order => ({
  id,
  order_id: `SL-${id}`,
  status,
  created_at: null,
  customer_name: "Noor",
  customer_phone: "02",
  customer_email: "noor@example.test",
  customer_address: "1 Fig Lane",
  order_total_price: null,
  currency: "TWD",
  order_items,
});
const orders = (...data: Order[]) => ({ "/orders/my-orders": { data, total: data.length } });
const cartLine = {
  id: "c1",
  productIds: ["p1"],
  label: "SL-001",
  price: 100,
  itemType: "JAR",
  type: "FINISHED_PRODUCT",
  amount: 1,
  concentration: null,
  surveyResponseId: null,
  userAnswer: null,
  addonItemIds: [],
  labelText: null,
  createdAt: "2026-11-22T00:00:00Z",
};
const cart = (...items: object[]) => ({
  "/cart/": {
    items,
    totalItems: items.length,
    totalPrice: 100 * items.length,
    lastUpdated: "",
    version: 1,
  },
});
const config = {
  "/config": {
    survey_id: "s",
    description_question_id: "d",
    label_category_id: "l",
    concentration_items: {},
    ecpay_environment: "stand-in",
    set_price: 100,
    delivery: {
      preparing: { min: 3, max: 5 },
      transit: null,
      calendar: { from: "2026-01-01", until: "2027-12-31", closed: [], open: [] },
    },
  },
};
const dialog = () =>
  until(() => document.querySelector("dialog h2")?.textContent ?? expect.fail("no dialog yet"));

test("the card of an order names each kind that it holds, once", async () => {
  const set = { type: "SAMPLE", product_unit: "JAR" } as const;
  shop.answers(orders(order("1", "shipped", line(set), line(), line({ amount: 3 }))));
  page = await shop.show(<OrdersPage />, "/en/orders");
  await page.shows("Order SL-1");
  const head = document.querySelector("article header")?.textContent;
  expect(head).toBe("Order SL-1Jar (trial)Finished perfume: kg");
});

test("somebody reads an order of which no price, date or scent is known, without a gap", async () => {
  shop.answers(
    orders(
      order("1", "shipped", line(), line({ amount: 1200.25, price: 900 }), unreadable),
      order("2", "delivered"),
    ),
  );
  page = await shop.show(<OrdersPage />, "/en/orders");
  await page.shows("Order SL-2");
  expect(page.text()).not.toMatch(slips);
  expect(hollowParts()).toEqual([]);
  expect(page.text()).toContain("Finished perfume: kg · 2.5 kg");
  expect(page.text()).toContain("1,200.25 kg");
  expect(page.text()).toContain("Item data format error");
  expect(page.text().split("NT$"), "the one price that is known").toHaveLength(2);
  expect(page.text()).not.toContain("Total");
  expect(document.querySelectorAll("article :is(time, footer, svg)")).toHaveLength(0);
});

test.each([
  ["en", "NT$ 200 refunded on Nov 13, 2026", "NT$ 1,300 refunded on Nov 14, 2026"],
  ["zh", "已於 2026/11/13 退款 NT$ 200", "已於 2026/11/14 退款 NT$ 1,300"],
  ["ja", "2026/11/13 NT$ 200 を返金", "2026/11/14 NT$ 1,300 を返金"],
])(
  "each refund of an order stands on its line with its sum and its day in Taiwan (%s)",
  async (language, ...lines) => {
    const refunds = [
      { amount_twd: 200, made_at: "2026-11-12T16:30:00.000Z" },
      { amount_twd: 1_300, made_at: "2026-11-14T04:00:00.000Z" },
    ];
    const given = { ...order("1", "partially_refunded", line()), refunds };
    shop.answers({ ...orders(given), "/orders/1": given });
    const single = (
      <Route path="/:language/orders/:id">
        <OrderPage />
      </Route>
    );
    const list = <OrdersPage />;
    for (const part of [list, single]) {
      page = await shop.show(part, `/${language}/orders${part === single ? "/1" : ""}`);
      await page.shows("SL-1");
      const said = [...document.querySelectorAll("li")].map((item) =>
        item.textContent?.replaceAll("\u00A0", " "),
      );
      expect(said).toEqual(expect.arrayContaining(lines));
      expect(hollowParts()).toEqual([]);
      await page.leave();
    }
    page = null;
  },
);

test("an order counts as one with samples, as one that may have them, or as neither", async () => {
  const blockOf = (...data: Order[]) => {
    shop.answers(orders(...data));
    return findSampleBlock("own");
  };
  page = await shop.show(null, "/en/orders");
  expect(
    await blockOf(order("1", "processing", line()), order("2", "delivered", sample, unreadable)),
  ).toBeNull();
  expect(await blockOf(order("1", "pending", line(), unreadable))).toEqual({ kind: "unreadable" });
  expect(await blockOf(order("1", "pending", unreadable), order("2", "shipped", sample))).toEqual({
    kind: "sample",
  });
  const waiting = order("3", "payment_pending", sample);
  expect(await blockOf(waiting)).toEqual({ kind: "unpaid", order: waiting });
  expect(await blockOf(waiting, order("1", "pending", unreadable))).toEqual({ kind: "unreadable" });
  expect(await blockOf(order("own", "payment_pending", sample, unreadable))).toBeNull();
  expect(await blockOf(order("own", "pending", sample))).toEqual({ kind: "sample" });
});

test("somebody with an order that cannot be read learns before the quiz what to do", async () => {
  shop.answers({ ...orders(order("1", "processing", unreadable)), ...cart(), ...config });
  page = await shop.show(<QuizPage />, "/en/fragrance-quiz");
  expect(await dialog()).toBe("An order under way cannot be read");
  expect(page.link("Go to orders")).toBe("/en/orders");
  expect(page.link("Talk to a brand consultant")).toBe("/en/info/ContactTheBrandConsultant");
});

test("somebody with an order that cannot be read learns before the checkout what to do, unless it is the one to pay for", async () => {
  shop.answers({
    ...orders(order("1", "processing", unreadable)),
    ...cart(cartLine),
    ...config,
  });
  page = await shop.show(<CheckoutPage />, "/en/checkout");
  expect(await dialog()).toBe("You cannot check out yet");
  await page.shows("An order of yours that is under way cannot be read");
  expect(page.link("View orders")).toBe("/en/orders");
  expect(page.link("Talk to a brand consultant")).toBe("/en/info/ContactTheBrandConsultant");
  await page.leave();

  const waiting = order("1", "payment_pending", unreadable);
  shop.answers({ ...orders(waiting), ...cart(cartLine), ...config });
  for (const orderId of [waiting.id, waiting.order_id]) {
    writeDraft({ ...newDraft(), orderId });
    page = await shop.show(<CheckoutPage />, "/en/checkout");
    await page.shows("Confirm order");
    expect(document.querySelector("dialog h2")).toBeNull();
    await page.leave();
  }
  page = null;
});

test("a checkout that the server stops at an order that cannot be read says so like the look before it", async () => {
  page = await shop.show(null, "/en/checkout");
  shop.answers(orders(order("1", "processing", unreadable)));
  const refused = new ApiError("order_unreadable", { status: 409 });
  expect(await readRefusal(refused, 0)).toEqual({ block: { kind: "unreadable" } });
});

test("a checkout that the server stops at an unpaid order shows that order", async () => {
  page = await shop.show(null, "/en/checkout");
  const waiting = order("1", "payment_pending", sample);
  shop.answers(orders(waiting));
  const refused = new ApiError("active_sample_order", { status: 409 });
  expect(await readRefusal(refused, 0)).toEqual({ block: { kind: "unpaid", order: waiting } });
});

test("an order is found by its number or its key, by its number first", async () => {
  page = await shop.show(null, "/en/orders");
  const [first, second] = [order("SL-2", "shipped"), order("2", "shipped")];
  shop.answers(orders(first, second));
  expect(await findOrder("SL-2")).toEqual(second);
  expect(await findOrder("2")).toEqual(second);
  expect(await findOrder("SL-SL-2")).toEqual(first);
  expect(await findOrder("3")).toBeNull();
});

test.each<[string, Order[], string]>([
  ["is in no list", [], "Thank you, your payment went through"],
  [
    "is of a status that nobody knows",
    [order("1", "teleported", sample)],
    "Thank you, your payment went through",
  ],
  ["waits for the notice", [order("1", "payment_pending", sample)], "We are checking your payment"],
  [
    "is settled",
    [order("1", "pending", sample)],
    "The payment is settled and your order is confirmed.",
  ],
])("somebody who has paid for an order that %s reads how it stands", async (_how, data, words) => {
  const value = {
    status: "success",
    orderId: "1",
    order_date: "2026-11-22T00:00:00Z",
    amount: 100,
    currency: "TWD",
    customer_name: "Noor",
    customer_phone: "",
    customer_address: "1 Fig Lane",
  };
  storage.setItem(
    storageKeys.paymentResult,
    JSON.stringify({ data: "d", sig: "s", memberId: null, expiry: Date.now() + 600_000 }),
  );
  shop.answers({
    ...orders(...data),
    ...cart(),
    "/payments/result": { expiry: Date.now() + 600_000, value },
  });
  page = await shop.show(<PaymentResultPage />, "/en/payment-result");
  await page.shows(words);
  expect(page.text().includes("checking")).toBe(words.includes("checking"));
  expect(hollowParts()).toEqual([]);
});
