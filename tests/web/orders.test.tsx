import { Route } from "wouter";
import type { Order } from "#contract/order";
import { findOrder } from "../../web/api/orders.ts";
import Toasts from "../../web/feedback/Toasts.tsx";
import { formatDateTime } from "../../web/i18n/dates.ts";
import OrderPage from "../../web/pages/order/OrderPage.tsx";
import OrdersPage from "../../web/pages/orders/OrdersPage.tsx";
import { useToasts } from "../../web/stores/toasts.ts";
import {
  listOf,
  memberOf,
  orderLine,
  orderOf,
  sentToCashier,
  shopConfig,
  signInHere,
  words,
  dialogTitle,
  noDialog,
  cartWith,
} from "../support/buying.ts";
import { recommendationsOf } from "../support/quiz-screens.ts";
import { isAt, openPages, page, refusal, toasts as said, until } from "../support/shown-page.tsx";

const open = openPages();

const listing = "GET /orders/my-orders";
const stageOrders = (...data: Order[]) => open.stage({ [listing]: { json: listOf(...data) } });
const answer = {
  id: "o1",
  order_id: "SL-1",
  ecpay_form_data: { MerchantTradeNo: "T1" },
  payment_url: "https://cashier.test/",
};

beforeEach(() => {
  signInHere();
  open.stage({
    "GET /config": { json: shopConfig() },
    "GET /members/me": { json: memberOf() },
    "POST /orders/o1/pay": { json: answer },
  });
});

const single = (
  <Route path="/:language/orders/:id">
    <OrderPage />
  </Route>
);
const shop = (
  <>
    <Route path="/:language/orders">
      <OrdersPage />
    </Route>
    {single}
    <Toasts />
  </>
);
const look = (path = "/en/orders") => open.show(shop, path);
const hasButton = (name: string) =>
  [...document.querySelectorAll("button")].some(({ textContent }) => textContent === name);
const isBusy = (name: string) => page.button(name).getAttribute("aria-busy") === "true";
const cards = () => [...document.querySelectorAll("article h2")].map((head) => head.textContent);

test("an order's own page has its number once it is read, and can be printed, also without its prices", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-23T04:00:00Z") });
  const order = orderOf({ status: "processing", survey_response_id: "r1" });
  open.stage({ "GET /orders/SL%201": { json: order } });
  await look("/en/orders/SL%201");
  expect(words("h1")).toBe("Order …");
  expect(words('[role="status"]')).toBe("Loading…");
  await page.shows("Expected to ship");
  expect(document.querySelector("time")?.dateTime).toBe(order.created_at);
  expect(hasButton("Pay now")).toBe(false);
  expect(hasButton("Order finished perfume"), "it is not delivered yet").toBe(false);
  const { dataset } = document.documentElement;
  const printed: boolean[] = [];
  vi.stubGlobal("print", () => {
    printed.push("gift" in dataset);
    dispatchEvent(new Event("afterprint"));
  });
  for (const paper of ["Print without prices", "Print this order"]) await page.press(paper);
  vi.unstubAllGlobals();
  expect(printed, "only the first is for whoever is given it").toEqual([true, false]);
});

test.each([400, 404])("the address of no order leads to all orders (%i)", async (status) => {
  stageOrders();
  open.stage({ "GET /orders/nobody's": refusal(status, "order_not_found") });
  await look("/en/orders/nobody's");
  await isAt("/en/orders");
  await until(() =>
    expect(said()).toContain("We couldn’t find order nobody's. Here are all your orders."),
  );
  expect(useToasts.getState().toasts[0]?.tone).toBe("danger");
});

const unpaid = orderOf({ status: "payment_pending" });

test.each(["/en/orders", "/en/orders/o1"])("on %s paying again is a new attempt", async (path) => {
  stageOrders(unpaid);
  open.stage({ "GET /orders/o1": { json: unpaid } });
  await look(path);
  await page.shows(`Held until ${formatDateTime("2026-11-23T01:00:00Z")}`);
  expect(page.text().includes("Secure payment")).toBe(path !== "/en/orders");
  open.stage({ "POST /orders/o1/pay": refusal(409, "order_not_payable") });
  await page.press("Pay now");
  await until(() => expect(page.alert()).not.toBe(""));
  open.stage({ "POST /orders/o1/pay": { json: answer } });
  await page.press("Pay now");
  await until(() =>
    expect(sentToCashier()).toEqual([{ url: answer.payment_url, fields: answer.ecpay_form_data }]),
  );
  expect(page.alert()).toBe("");
  expect(isBusy("Pay now")).toBe(true);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await until(() => expect(isBusy("Pay now")).toBe(false));
  const keys = page
    .answers("POST /orders/o1/pay")
    .map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(2);
});

test("cancelling asks once more, says why it fails, and then says that it is done", async () => {
  stageOrders(unpaid);
  await look();
  await page.press("Cancel this order");
  expect(await dialogTitle()).toBe("Cancel order SL-1?");
  await page.press("Keep the order");
  await noDialog();
  await page.press("Cancel this order");
  open.stage({ "POST /orders/o1/cancel": refusal(409, "order_not_cancellable") });
  await page.press("Yes, cancel the order");
  expect(isBusy("Yes, cancel the order")).toBe(true);
  await until(() => expect(words("dialog [role=alert]")).not.toBe(""));
  expect(isBusy("Yes, cancel the order")).toBe(false);
  open.stage({ "POST /orders/o1/cancel": { status: 204 } });
  stageOrders({ ...unpaid, status: "cancelled" });
  await page.press("Yes, cancel the order");
  expect(words("dialog [role=alert]")).toBe("");
  await until(() => expect(words("article")).toContain("Cancelled"));
  await until(() => expect(said()).toEqual(["Order SL-1 has been cancelled"]));
  expect(hasButton("Pay now")).toBe(false);
  await noDialog();
});

const many = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) =>
    orderOf({ id: `o${from + at}`, order_id: `SL-${from + at}` }),
  );
const stageMany = (total: number) =>
  open.stage({
    [listing]: ({ search }) => {
      const skip = Number(new URLSearchParams(search).get("skip"));
      return { json: { data: many(Math.max(0, Math.min(10, total - skip)), skip + 1), total } };
    },
  });

test("a member with 42 orders leafs through them, to the last page and not beyond", async () => {
  stageMany(42);
  await look();
  await page.shows("Showing 1–10 of 42");
  const step = (name: string) =>
    document.querySelector<HTMLAnchorElement>(`nav a[aria-label="${name}"]`);
  expect(document.activeElement?.tagName, "where the browser put it").toBe("BODY");
  expect(step("Previous page")).toBeNull();
  step("Next page")?.click();
  await isAt("/en/orders?page=2");
  await page.shows("Showing 11–20 of 42");
  expect(cards()[0]).toBe("Order SL-11");
  const isAtTop = () =>
    expect(document.activeElement).toBe(document.querySelector("form")?.parentElement);
  isAtTop();
  step("Previous page")?.focus();
  step("Previous page")?.click();
  await page.shows("Showing 1–10 of 42");
  isAtTop();
  await page.leave();
  await look("/en/orders?page=99");
  await isAt("/en/orders?page=5");
  await page.shows("Showing 41–42 of 42");
  expect(cards()).toEqual(["Order SL-41", "Order SL-42"]);
  expect(step("Next page")).toBeNull();
  step("Previous page")?.click();
  await page.shows("Showing 31–40 of 42");
  expect(page.answers(listing).at(-1)?.search).toBe("?skip=30&limit=10");
  await page.leave();
  await look("/en/orders?start=2026-11-20");
  await page.shows("Showing 1–10 of 42");
  expect(page.link("5"), "the dates stay").toBe("/en/orders?page=5&start=2026-11-20");
});

test("a list that cannot be read again after a cancellation is emptied, as it is old", async () => {
  stageOrders(unpaid);
  await look();
  await page.press("Cancel this order");
  open.stage({
    "POST /orders/o1/cancel": { status: 204 },
    [listing]: refusal(503, "upstream_maintenance"),
  });
  await page.press("Yes, cancel the order");
  await until(() => expect(page.alert()).toContain("Your orders couldn’t be opened"));
  expect(cards()).toEqual([]);
  expect(page.text()).not.toContain("Showing");
});

test("dates narrow the list, stand in the address, and are cleared again", async () => {
  stageMany(3);
  await look("/en/orders?start=2026-02-30&end=2026-11-20");
  await page.shows("Showing 1–3 of 3");
  expect(page.answers(listing)[0]?.search).toBe("?skip=0&limit=10&end_date=2026-11-20");
  expect([page.value("start"), page.value("end")]).toEqual(["", "2026-11-20"]);
  await page.type({ start: "2026-11-21" });
  await page.press("Apply");
  expect(page.mistake("end")).toBe("The end date can’t be before the start date");
  expect(location.search).toBe("?start=2026-02-30&end=2026-11-20");
  await page.type({ start: "2026-11-20" });
  expect(page.mistake("end")).toBeNull();
  expect(page.field("start").getAttribute("max")).toBe("2026-11-20");
  expect(page.field("end").getAttribute("min")).toBe("2026-11-20");
  await page.press("Apply");
  await isAt("/en/orders?start=2026-11-20&end=2026-11-20");
  await until(() =>
    expect(page.answers(listing).at(-1)?.search).toBe(
      "?skip=0&limit=10&start_date=2026-11-20&end_date=2026-11-20",
    ),
  );
  await until(() => expect(page.value("end")).toBe("2026-11-20"));
  await page.type({ end: "" });
  await page.press("Apply");
  await isAt("/en/orders?start=2026-11-20");
  await page.press("Clear");
  await isAt("/en/orders");
  const values = () => [page.value("start"), page.value("end")];
  await until(() => expect(values()).toEqual(["", ""]));
  await until(() => expect(hasButton("Clear")).toBe(false));
  await page.type({ start: "2026-11-21", end: "2026-11-20" });
  await page.press("Apply");
  await page.press("Clear");
  expect([...values(), page.mistake("end")], "that were only typed").toEqual(["", "", null]);
});

test("a period without orders leads to all, and a member without orders to the quiz and all scents", async () => {
  open.stage({ [listing]: { json: listOf() } });
  await look("/en/orders?end=2020-01-01");
  await page.shows("No orders in this period");
  expect(page.link("Start the scent quiz")).toBeUndefined();
  await page.tick('main section a[href="/en/orders"]');
  await isAt("/en/orders");
  await page.shows("No orders yet");
  expect(page.value("end")).toBe("");
  expect(page.link("Start the scent quiz")).toBe("/en/fragrance-quiz");
  expect(page.link("All our scents")).toBe("/en/scents");
});

const suggested = recommendationsOf(["fig-terrace", "SL-017", "Fig Terrace"]);
const suggesting = "GET /orders/o1/survey-recommendations";
const settings = (...data: object[]) =>
  open.stage({ "GET /reorder-settings/": { json: { data } } });
const setting = (user_type: string, use_purchase_options_page: boolean) => ({
  id: `s-${user_type}`,
  user_type,
  use_purchase_options_page,
});
const delivered = (unit = "JAR") =>
  orderOf({
    status: "delivered",
    survey_response_id: "r1",
    order_items: [orderLine({ product_unit: unit })],
  });
async function beginAgain(unit?: string) {
  stageOrders(delivered(unit));
  open.stage({ [suggesting]: { json: suggested } });
  await look();
  await page.press("Order finished perfume");
  expect(isBusy("Order finished perfume")).toBe(true);
  expect(await dialogTitle()).toBe("The scents we found for you");
  expect(isBusy("Order finished perfume")).toBe(false);
  for (const part of ["SL-017", "Fig leaf"]) expect(words("dialog")).toContain(part);
}
async function chooseFig(unit?: string) {
  await beginAgain(unit);
  await page.press("Choose Fig Terrace");
  expect(await dialogTitle()).toBe("Are you happy with this scent?");
}

test("whoever closes what the quiz suggested begins again with nothing chosen, where there is still a scent", async () => {
  await chooseFig();
  await page.press("Close");
  await noDialog();
  await page.press("Order finished perfume");
  expect(await dialogTitle()).toBe("The scents we found for you");
  await page.press("Close");
  await noDialog();
  open.stage({ [suggesting]: { json: { response_id: null, products: [] } } });
  await page.press("Order finished perfume");
  await page.shows("This order contains no scent that can be ordered as finished perfume.");
  expect(page.link("Not quite right? Look again")).toBe("/en/fragrance-quiz");
});

test.each([
  ["a member of jars", "JAR", false, "PERSONAL_JAR", "personal-jar"],
  ["a member of papers", " sample_paper ", false, "PERSONAL_PAPER", "personal-paper"],
  ["a business", "SAMPLE_PAPER", true, "ENTERPRISE", "enterprise"],
])("%s is led on to the options", async (_who, unit, is_business, user, buyer) => {
  open.stage({ "GET /members/me": { json: memberOf({ is_business }) } });
  settings(setting(user, true));
  await chooseFig(unit);
  await page.press("Yes, order it");
  await isAt(`/en/purchase-options?productId=fig-terrace&productNumber=SL-017&userType=${buyer}`);
});

test("recommendations or a member that cannot be had are told where they were asked for", async () => {
  stageOrders(delivered());
  open.stage({ [suggesting]: refusal(503, "upstream_maintenance") });
  await look();
  await page.press("Order finished perfume");
  await until(() => expect(page.alert()).toContain("We couldn’t load the scents we found for you"));
  expect(document.querySelector("dialog")).toBeNull();
  open.stage({ [suggesting]: { json: suggested }, "GET /members/me": "lost" });
  await page.press("Order finished perfume");
  await page.press("Choose Fig Terrace");
  expect(page.alert()).toBe("");
  await page.press("Yes, order it");
  await until(() => expect(page.alert()).toContain("We couldn’t load your details"));
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  await page.press("Cancel");
  await noDialog();
  expect(page.alert()).toBe("");
});

const tiers = [
  { mini_buy_amount: 200, unit_price: 360 },
  { mini_buy_amount: 100, unit_price: 380 },
];
async function openWindow() {
  settings(setting("PERSONAL_JAR", false), setting("ENTERPRISE", true));
  open.stage({ "GET /product-pricing/s-PERSONAL_JAR": { json: { data: tiers } } });
  await chooseFig();
  await page.press("Yes, order it");
  expect([isBusy("Yes, order it"), isBusy("Order finished perfume")]).toEqual([true, false]);
  await until(() => expect(words("dialog h2")).toBe("Order Fig Terrace"));
}
async function want(quantity: string) {
  await page.type({ Quantity: quantity });
  page.key("Enter", {}, page.field("Quantity"));
}

test("in the window bottles are bought by their tier, from their least on", async () => {
  await openWindow();
  await page.shows("Quantity and unit price");
  await want("１５０");
  await until(() => expect(words("dialog")).toContain("TotalNT$ 57,000"));
  open.stage({ "POST /cart/items": refusal(400, "cart_full") });
  await page.press("Add to cart");
  expect(isBusy("Add to cart")).toBe(true);
  await until(() => expect(page.alert()).toContain("We couldn’t add this to your cart"));
  expect(isBusy("Add to cart")).toBe(false);
  open.stage({ "POST /cart/items": { json: cartWith() } });
  await page.press("Add to cart");
  await isAt("/en/cart");
  expect(page.answers("POST /cart/items").at(-1)?.json).toEqual({
    productIds: ["fig-terrace"],
    itemType: "JAR",
    type: "FINISHED_PRODUCT",
    amount: 150,
    addonItemIds: [],
    labelText: null,
  });
});

test("a price that cannot be had is told in the window, which then closes", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  settings();
  await chooseFig();
  await page.press("Yes, order it");
  await until(() =>
    expect(page.alert()).toBe("Unable to load pricing information, please try again later"),
  );
  expect(page.button("Add to cart").disabled).toBe(true);
  expect(words("dialog")).not.toContain("Total");
  expect(words("dialog")).not.toContain("Loading");
  await page.press("Close");
  await noDialog();
  warnings.mockRestore();
});

test("an order is found by its number or its key, by its number first", async () => {
  await open.show(null, "/en/orders");
  const [first, second] = [
    orderOf({ id: "SL-2", order_id: "SL-SL-2" }),
    orderOf({ id: "2", order_id: "SL-2" }),
  ];
  stageOrders(first, second);
  expect(await findOrder("SL-2")).toEqual(second);
  expect(await findOrder("2")).toEqual(second);
  expect(await findOrder("SL-SL-2")).toEqual(first);
  expect(await findOrder("3")).toBeNull();
  expect(page.answers(listing)[0]?.search).toBe("?skip=0&limit=100");
});
