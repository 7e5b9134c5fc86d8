import { cancelOrder, payOrder } from "../../worker/shop/orders/own-order.ts";
import { listOrders, type OrdersQuery } from "../../worker/shop/orders/list-orders.ts";
import type { PaymentMethod } from "../../worker/payments/method.ts";
import * as store from "../../worker/store/cancelled-orders.ts";
import { cancelledOrders, limits, paymentAttempts, refunds } from "../../worker/store/schema.ts";
import type { OrderedLine } from "../../worker/store/schema.ts";
import { keepSnapshot } from "../../worker/store/refusals.ts";
import { minuteMs, noon } from "./database.ts";
import { attempts, db, openAttempt, outboxRows, refuses, unsent } from "./database.ts";
import { snapshot as whole } from "./database.ts";
import { letMeiIn, mei, portsWith, sampleOrder, type Answers } from "./ports.ts";

beforeEach(letMeiIn);

type Listed = Partial<Omit<typeof sampleOrder, "order_total_price" | "created_at">> & {
  survey_response_id?: string;
  order_total_price?: number | null;
  created_at?: string | null;
};
const listing =
  (...orders: Listed[]): Answers =>
  () => ({ data: orders.map((order) => ({ ...sampleOrder, ...order })), total: orders.length });

async function list(answers: Answers, query: OrdersQuery = {}) {
  const { deps, finished } = portsWith({ answers });
  const found = await listOrders(deps, mei, query);
  await finished();
  return found;
}
const statusOf = async (status: string, names: Listed = {}) =>
  (await list(listing({ status, ...names }))).data[0]?.status;

const cancelHere = (orderId = "order", orderNumber = "SL261121ABCDE") =>
  store.cancelOrder(db, { orderId, orderNumber, memberId: "mei", now: noon, isReported: false });

test.each([
  ["payment_pending", "pending"],
  ["something new", "pending"],
  ["pending", "pending"],
  [" Processing", " Processing"],
  ["shipped", "shipped"],
  ["cancelled", "cancelled"],
  ["refunded", "refunded"],
])("an order that was paid here and is %s upstream is shown as %s", async (said, shown) => {
  await openAttempt({ state: "paid" });
  expect(await statusOf(said)).toBe(shown);
});

test.each([
  ["payment_pending", "cancelled"],
  ["Payment_Failed", "cancelled"],
  ["pending", "pending"],
  ["processing", "processing"],
])("an order that was cancelled here and is %s upstream is shown as %s", async (said, shown) => {
  await cancelHere();
  expect(await statusOf(said)).toBe(shown);
});

test("money that is owed back pays no order, and an order without books of ours is as the upstream says", async () => {
  expect(await statusOf("payment_pending")).toBe("payment_pending");
  await openAttempt({ state: "paid", needsRefund: true });
  expect(await statusOf("payment_pending")).toBe("payment_pending");
});

test.each([
  [{ id: "order", order_id: "x" }, "pending"],
  [{ id: "x", order_id: "SL261121ABCDE" }, "pending"],
  [{ id: "x", order_id: "order" }, "pending"],
  [{ id: "x", order_id: "y" }, "payment_pending"],
])("key and number stand in for each other: %j", async (names, shown) => {
  await openAttempt({ state: "paid" });
  expect(await statusOf("payment_pending", names)).toBe(shown);
});

test.each([
  ["pending", noon],
  ["processing", noon],
  ["payment_pending", null],
  ["cancelled", null],
])("an upstream that shows %s knows of the payment, or is yet to be told", async (said, sentAt) => {
  await openAttempt({ state: "paid" });
  await unsent();
  await unsent({ orderId: "other" });
  await unsent({ kind: "order.needs_refund" });
  await statusOf(said);
  const told = (await outboxRows()).map((row) => [row.sentAt, row.leaseUntil]);
  const others = [null, 0];
  expect(told).toEqual([[sentAt, 0], others, others]);
});

test.each<[string, OrdersQuery, number | null, number]>([
  ["says how many there are", { skip: 10, limit: 1 }, 77, 77],
  ["does not, and the page is full", { skip: 10, limit: 1 }, null, 12],
  ["does not, and the page has room", { skip: 10, limit: 2 }, null, 11],
  ["does not, and nobody asked for a page", {}, null, 1],
])("the number of orders where the upstream %s", async (_what, query, total, shown) => {
  const { deps, asked } = portsWith({ answers: () => ({ data: [sampleOrder], total }) });
  expect((await listOrders(deps, mei, query)).total).toBe(shown);
  expect(asked).toMatchObject([{ query }]);
});

const kind = { itemType: "JAR", saleType: "SAMPLE" } as const;
const sample = { ...kind, amount: 1, label: "SL-001", price: 100 };
const plain = { concentration: null, addonItemIds: [], labelText: null };
const ordered: OrderedLine = { ...sample, ...plain, productIds: ["hinoki-rain"] };
const second = { id: "2", order_id: "SL2" };

test("the lines of an order say what was chosen here, and what its member refused then", async () => {
  await openAttempt({ lines: [ordered] });
  const without = ["family:citrus"];
  await keepSnapshot(db, { responseId: "quiz", memberId: "mei", refusals: without }, noon);
  const { data } = await list(listing({ survey_response_id: "quiz" }, second));
  expect(data[0]).toMatchObject({
    order_items: [{ product_ids: ["hinoki-rain"], price: 100 }],
    without,
  });
  expect(data[1]?.order_items[0]).toMatchObject({ product_ids: [], price: null });
  expect(data[1]).not.toHaveProperty("without");
});

test("an order made here comes to what its member saw, whatever the upstream sums", async () => {
  const shipped = { lines: 100, adjustments: [{ kind: "shipping", amount: 60 }], total: 160 };
  await openAttempt({ amountTwd: 160, sums: shipped });
  const [own, elsewhere] = (await list(listing({}, second))).data;
  expect(own).toMatchObject({ order_total_price: 160, sums: shipped });
  expect(elsewhere?.order_total_price).toBe(100);
  expect(elsewhere).not.toHaveProperty("sums");
});

test("an unpaid order whose last try was declined says so; a paid one names the gateway's number", async () => {
  const declined = async () => (await list(listing({}))).data[0]?.was_declined;
  await openAttempt({ id: "first", merchantTradeNo: "TRY1", state: "failed" });
  expect(await declined()).toBe(true);
  await openAttempt({ id: "2", merchantTradeNo: "TRY2", createdAt: noon + minuteMs });
  expect(await declined(), "it is being tried again").toBeUndefined();
  await openAttempt({ id: "3", merchantTradeNo: "TRY3", state: "paid", tradeNo: "2611210001" });
  const [order] = (await list(listing({}))).data;
  expect(order).toMatchObject({ status: "pending", trade_no: "2611210001" });
  expect(order).not.toHaveProperty("was_declined");
});

test("an order says what its member wrote about the delivery, until the person is forgotten", async () => {
  const noteOf = async () => (await list(listing({}))).data[0]?.customer_note;
  await openAttempt();
  expect(await noteOf()).toBeUndefined();
  await db.update(paymentAttempts).set({ snapshot: { ...snapshot, customerNote: "After six" } });
  expect(await noteOf()).toBe("After six");
  await db.update(paymentAttempts).set({ snapshot: null });
  expect(await noteOf()).toBeUndefined();
});

test("what was given back of an order is told, the oldest first; what is only asked for, refused or somebody else's is not", async () => {
  await openAttempt({ state: "paid" });
  await openAttempt({ id: "c", merchantTradeNo: "CHEN1", memberId: "chen", state: "paid" });
  const refund = { merchantTradeNo: "TRY1", createdAt: noon };
  await db.insert(refunds).values([
    { ...refund, id: "RF1", amountTwd: 500, state: "made", endedAt: noon + 2 * minuteMs },
    { ...refund, id: "RF2", amountTwd: 700, state: "made", endedAt: noon + minuteMs },
    { ...refund, id: "RF3", amountTwd: 1, state: "requested" },
    { ...refund, id: "RF4", amountTwd: 2, state: "unclear" },
    { ...refund, id: "RF5", amountTwd: 3, state: "not_made", endedAt: noon },
    { ...refund, id: "RF6", amountTwd: 4, state: "refused", endedAt: noon },
    { ...refund, id: "RF7", amountTwd: 5, merchantTradeNo: "CHEN1", state: "made", endedAt: noon },
  ]);
  const { data } = await list(listing({}, second));
  expect(data[0]?.refunds).toEqual([
    { amount_twd: 700, made_at: new Date(noon + minuteMs).toISOString() },
    { amount_twd: 500, made_at: new Date(noon + 2 * minuteMs).toISOString() },
  ]);
  expect(data[1]).not.toHaveProperty("refunds");
});

const cancel = async (answers: Answers, name = "order", path: "/cancellations" | null = null) => {
  const ports = portsWith({ answers, config: { UPSTREAM_CANCELLATIONS_PATH: path } });
  await cancelOrder(ports.deps, mei, name);
  return ports.heard;
};

test.each(["order", "SL261121ABCDE"])("an unpaid order is cancelled once, by %s", async (name) => {
  await cancel(listing({}), name);
  await cancel(listing({}), name);
  expect(await db.select().from(cancelledOrders)).toMatchObject([
    { orderId: "order", orderNumber: "SL261121ABCDE", memberId: "mei" },
  ]);
  expect(await outboxRows()).toEqual([]);
});

test("an upstream that takes cancellations is told at once, and once", async () => {
  const twice = [1, 2].map(() => cancel(listing({}), "order", "/cancellations"));
  const heard = (await Promise.all(twice)).flat();
  expect(heard.filter((path) => path === "/cancellations")).toHaveLength(1);
  const what = { kind: "order.cancelled", orderId: "order", idempotencyKey: "cancelled-order" };
  const payload = { order_id: "order", cancelled_at: new Date(noon).toISOString() };
  const sent = { createdAt: noon, sentAt: noon, attempts: 1, leaseUntil: 0 };
  const event = { ...what, ...sent, payload: JSON.stringify(payload) };
  expect(await outboxRows()).toEqual([expect.objectContaining(event)]);
});

test("an order that was begun here is cancelled by the name that it had then", async () => {
  await openAttempt({ orderId: "first name" });
  await cancel(listing({}));
  expect(await db.select().from(cancelledOrders)).toMatchObject([{ orderId: "first name" }]);
});

test.each<[string, Listed, boolean]>([
  ["on its way", { status: "shipped" }, false],
  ["paid here", {}, true],
  ["paid here by money that is owed back", { status: "payment_pending" }, true],
])("an order that is %s is not cancelled", async (what, order, isPaidHere) => {
  if (isPaidHere) await openAttempt({ state: "paid", needsRefund: what.includes("owed") });
  await refuses(cancel(listing(order)), "order_not_cancellable");
  expect(await db.select().from(cancelledOrders)).toEqual([]);
});

test("an order that the upstream has cancelled is so already", async () => {
  await cancel(listing({ status: "Cancelled" }));
  expect(await db.select().from(cancelledOrders)).toEqual([]);
});

test("of two orders the one of that key is meant, not the one of that number", async () => {
  await cancel(listing({ id: "1", order_id: "order" }, { id: "order", order_id: "2" }));
  expect(await db.select().from(cancelledOrders)).toMatchObject([{ orderNumber: "2" }]);
});

async function pay(order: Listed, key = "press", name = "order") {
  const begun: unknown[] = [];
  let tries = 1;
  const start: PaymentMethod["start"] = async (trade) => {
    begun.push(trade);
    tries += 1;
    const form = { url: "https://cashier.test", fields: {} };
    return { merchantTradeNo: `${key}-${tries}`, form };
  };
  const now = () => noon + minuteMs;
  const { deps } = portsWith({ answers: listing(order), now, gateway: { start } });
  await payOrder(deps, mei, name, {}, key);
  const latest = (await attempts()).find((one) => one.merchantTradeNo.startsWith(key));
  return { begun, latest };
}
const invoice = { invoice_type: "B2C" };
const earlier = { customerPhone: "1", customerAddress: "1", invoice: invoice as never };
const snapshot = { ...whole, orderDate: "2026-11-20T12:00:00.000Z", ...earlier };

test("an order of this shop is paid for what it cost here, with its lines and invoice", async () => {
  await openAttempt({ orderId: "first name", cartItemIds: ["line"], lines: [ordered], snapshot });
  const { begun, latest } = await pay({ created_at: null });
  const trade = { orderNumber: "SL261121ABCDE", amountTwd: 1200 };
  expect(begun).toMatchObject([{ ...trade, createdAt: noon + minuteMs }]);
  const own = { orderId: "first name", cartItemIds: ["line"], lines: [ordered] };
  expect(latest).toMatchObject({ ...trade, ...own, snapshot: { ...whole, invoice } });
});

test("an order that was made elsewhere is paid for what the upstream says", async () => {
  const { begun, latest } = await pay({ created_at: "2026-11-20T12:00:00Z", order_items: [] });
  expect(begun).toMatchObject([{ amountTwd: 100, orderNumber: "SL261121ABCDE" }]);
  const dated = { orderDate: expect.stringContaining("2026-11-20T12:00:00"), invoice: null };
  const own = { orderId: "order", provider: "ecpay", cartItemIds: [], lines: null };
  expect(latest).toMatchObject({ ...own, snapshot: dated });
});

test.each<[string, Listed]>([
  ["no known sum", { order_total_price: null }],
  ["been cancelled", { status: "cancelled" }],
])("an order that has %s is not paid", async (_what, order) => {
  await refuses(pay(order), "order_not_payable");
});

test.each([
  ["money that the shop keeps", false],
  // Then the shop's own books no longer call the order paid.
  ["money that is owed back", true],
])("an order that was paid here by %s is not paid again", async (_what, needsRefund) => {
  await openAttempt({ state: "paid", needsRefund });
  await refuses(pay({}), "order_not_payable");
  expect(await attempts()).toHaveLength(1);
});

test("the latest try says what is paid, an earlier one the invoice and the note, and the first the date", async () => {
  await openAttempt({ snapshot: { ...snapshot, customerNote: "After six" } });
  const later = { id: "later", merchantTradeNo: "TRY2", createdAt: noon + 1, amountTwd: 1300 };
  await openAttempt({ ...later, snapshot: { ...snapshot, invoice: null } });
  const { latest } = await pay({ created_at: null });
  const orderDate = new Date(noon).toISOString();
  const customerNote = "After six";
  expect(latest).toMatchObject({ amountTwd: 1300, snapshot: { invoice, orderDate, customerNote } });
});

test("after ten tries within the hour an order waits, by whichever name, and its member can pay others", async () => {
  for (let tries = 0; tries < 10; tries += 1)
    await pay({}, `press ${tries}`, tries % 2 ? "order" : "SL261121ABCDE");
  await refuses(pay({}, "eleventh"), "too_many_requests");
  const counted = await db.select().from(limits).orderBy(limits.key);
  expect(counted.map(({ key, count }) => [key, count])).toEqual([
    ["payment-attempt:member:mei", 10],
    ["payment-attempt:order:order", 10],
  ]);
});
