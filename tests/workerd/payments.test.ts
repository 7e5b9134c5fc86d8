import * as store from "../../worker/store/payments.ts";
import { cartItems, outbox, paymentInbox, paymentNotices } from "../../worker/store/schema.ts";
import { cancelOrder, selectCancelledOrders } from "../../worker/store/cancelled-orders.ts";
import { add, cartOf, mei } from "./cart-rows.ts";
import * as at from "./database.ts";
import { attempts, db, minuteMs, noon, openAttempt, outboxRows, settle } from "./database.ts";

const later = noon + 2 * minuteMs;
const kinds = async () => (await outboxRows()).map(({ kind }) => kind);
const booksAgree = async () => expect(await at.brokenRules(later)).toEqual([]);

test("ECPay may say ten times at once that Mei has paid: it is settled once, and the upstream is told once", async () => {
  await openAttempt();
  const settled = await Promise.all(Array.from({ length: 10 }, () => settle()));
  expect(new Set(settled.map((attempt) => attempt?.settleNonce)).size).toBe(1);
  const event = { kind: "order.paid", idempotencyKey: "payment-TRY1", orderId: "order" };
  expect(await outboxRows()).toMatchObject([event]);
  await booksAgree();
});

test("an order was paid when the gateway says, however late the shop heard of it", async () => {
  await openAttempt();
  await settle({ paidAt: noon }, noon + 5 * 60 * minuteMs);
  await openAttempt({ id: "second", merchantTradeNo: "TRY2", orderId: "other" });
  await settle({ merchantTradeNo: "TRY2", tradeNo: "2", paidAt: null });
  const [first, second] = await attempts();
  expect(first).toMatchObject({ paidAt: noon, settledAt: noon + 5 * 60 * minuteMs });
  expect(second).toMatchObject({ paidAt: later, settledAt: later });
  const told = (await outboxRows()).map(({ payload }) => Date.parse(JSON.parse(payload).paid_at));
  expect(told).toEqual([noon, later]);
});

test("the upstream is told of the payment and of the invoice that was asked for", async () => {
  const invoice = { invoice_type: "B2C" } as never;
  await openAttempt({ snapshot: { ...at.snapshot, invoice } });
  await settle();
  const [event] = await outboxRows();
  const paid_at = new Date(noon + minuteMs).toISOString();
  expect(JSON.parse(event?.payload ?? "")).toEqual({ ...at.paidEvent, paid_at, invoice });
});

test("a paid order is unreported until the upstream has been told, and its latest try comes first", async () => {
  await openAttempt();
  await openAttempt({ id: "second", merchantTradeNo: "TRY2", createdAt: later });
  await settle();
  const unreported = async () =>
    (await store.selectPaidOrders(db, "mei")).map(({ isUnreported }) => isUnreported);
  expect(await unreported()).toEqual([true]);
  await db.update(outbox).set({ sentAt: later });
  expect(await unreported()).toEqual([false]);
  const tries = await store.selectAttempts(db, "mei", ["order"]);
  expect(tries.map(({ state }) => state)).toEqual(["open", "paid"]);
});

test("an unpaid order holds its cart lines by when it was placed, not by when it is asked about", async () => {
  const cartItemIds = ["line"];
  await openAttempt({ cartItemIds });
  await openAttempt({ id: "2", merchantTradeNo: "TRY2", orderId: "another", state: "paid" });
  await openAttempt({ id: "3", merchantTradeNo: "TRY3", memberId: "chen", cartItemIds });
  const held = async (since: number) =>
    (await store.selectUnpaidOrdersOfLines(db, "mei", ["line"], since)).length;
  expect([await held(noon - 1), await held(noon)]).toEqual([1, 0]);
});

test("tries at paying an order are found by its key and by its number, for its own member alone", async () => {
  await openAttempt();
  const found = async (memberId: string, name: string) =>
    (await store.selectAttempts(db, memberId, [name])).length;
  expect([await found("mei", "order"), await found("mei", "SL261121ABCDE")]).toEqual([1, 1]);
  expect(await found("chen", "order")).toBe(0);
});

const failed = { state: "failed", lastRtnCode: "10100058" } as const;
test("money that comes after a failure, or after the time was over, is still taken", async () => {
  await openAttempt();
  await openAttempt({ id: "other", merchantTradeNo: "TRY2", orderId: "other order" });
  await store.changeUnsettled(db, "attempt", failed);
  await store.changeUnsettled(db, "other", { state: "expired" });
  expect((await attempts()).map(({ state }) => state)).toEqual(["failed", "expired"]);
  expect(await store.claimFirstQuery(db, "attempt"), "nobody asks about a failure").toBe(false);
  await store.changeUnsettled(db, "attempt", { nextQueryAt: later, queryMayWait: true });
  expect(await attempts()).toMatchObject([{ nextQueryAt: later }, {}]);
  await settle();
  await settle({ merchantTradeNo: "TRY2", tradeNo: "2611211200000002" });
  await store.changeUnsettled(db, "attempt", failed);
  const ends = (await attempts()).map((one) => `${one.state} ${one.lastRtnCode}`);
  expect(ends).toEqual(["paid 1", "paid 1"]);
});

test("what Mei has paid for leaves her cart; what she added since, and Chen's cart, stay", async () => {
  await add(mei, "paid");
  await add(mei, "new");
  await add({ memberId: "chen" }, "theirs");
  await openAttempt({ cartItemIds: ["paid", "theirs"] });
  await settle();
  expect((await db.select().from(cartItems)).map(({ id }) => id).sort()).toEqual(["new", "theirs"]);
  expect(await cartOf(mei)).toMatchObject({ version: 3, updatedAt: later });
  expect(await cartOf({ memberId: "chen" })).toMatchObject({ version: 1 });
});

test.each<[string, Partial<store.Attempt>, number]>([
  ["has run out", { state: "expired", nextQueryAt: noon }, later],
  ["may wait", { queryMayWait: true, nextQueryAt: noon }, later],
  ["is to be asked about in a while", {}, later],
  ["is to be asked about already", { nextQueryAt: noon }, noon],
])("an odd message has ECPay asked about a try that %s", async (_what, attempt, nextQueryAt) => {
  await openAttempt(attempt);
  const what = { merchantTradeNo: "TRY1", reason: "unknown field", fields: "{}" };
  const message = { id: "odd", ...what, receivedAt: later };
  expect(await store.insertUnverifiedNotice(db, "ecpay", message)).toBe(true);
  expect(await store.insertUnverifiedNotice(db, "ecpay", message)).toBe(false);
  const asked = { state: "open", nextQueryAt, queryMayWait: false };
  expect(await attempts()).toMatchObject([asked]);
  await settle({}, later + minuteMs);
  const [kept] = await db.select().from(paymentInbox);
  expect(kept).toMatchObject({ id: "odd", resolvedAt: later + minuteMs });
});

test("a message of another gateway that names the same number finds nothing and settles nothing", async () => {
  await openAttempt();
  // Only one gateway is known so far; the next one is a row of the contract.
  const provider = "another" as "ecpay";
  expect(await store.findAttempt(db, { provider, merchantTradeNo: "TRY1" })).toBeNull();
  const settling = { provider, payment: at.paymentOf(), nonce: "nonce", now: later };
  expect(await store.settleAttempt(db, settling)).toBeNull();
  expect(await attempts()).toMatchObject([{ state: "open", settleNonce: null }]);
  expect(await outboxRows()).toEqual([]);
});

test("a repeated message changes nothing more: no second event, no line, no message that waits for people", async () => {
  await openAttempt({ cartItemIds: ["again"] });
  await settle();
  // Years later, when the sent event was removed, and the same line lies in the cart once more.
  await db.delete(outbox);
  await add(mei, "again");
  const message = { merchantTradeNo: "TRY1", reason: "second_trade", fields: "{}" };
  await db.insert(paymentInbox).values({ id: "odd", ...message, receivedAt: later });
  await settle({}, later + minuteMs);
  expect(await outboxRows()).toEqual([]);
  expect(await cartOf(mei)).toMatchObject({ version: 1, items: [{ id: "again" }] });
  expect(await db.select().from(paymentInbox)).toMatchObject([{ resolvedAt: null }]);
});

const about = { provider: "ecpay", merchantTradeNo: "TRY1", amountTwd: 1200 } as const;
const notice = { id: "n", sealed: "sealed" };
const keep = async (message: store.SealedNotice, changes: object = {}, now = noon) => {
  await store.insertNotice(db, message, { ...about, ...changes }, now);
  return (await db.select().from(paymentNotices)).length;
};

test("a message about a try at paying is kept as it came, once", async () => {
  await openAttempt();
  expect(await keep(notice)).toBe(1);
  expect(await keep(notice, {}, noon + minuteMs), "the same again").toBe(1);
  expect(await keep({ id: "later", sealed: "another" }, {}, noon + minuteMs)).toBe(2);
  expect(await db.select().from(paymentNotices)).toMatchObject([
    { merchantTradeNo: "TRY1", sealed: "sealed", receivedAt: noon },
    { merchantTradeNo: "TRY1", sealed: "another", receivedAt: noon + minuteMs },
  ]);
});

test("a message about another sum, try or gateway is not kept", async () => {
  await openAttempt();
  expect(await keep(notice, { amountTwd: 1201 })).toBe(0);
  expect(await keep(notice, { merchantTradeNo: "TRY2" })).toBe(0);
  expect(await keep(notice, { provider: "another" })).toBe(0);
});

const mine = { orderId: "order", orderNumber: "SL261121ABCDE", memberId: "mei" };
const cancel = (changes: Partial<Parameters<typeof cancelOrder>[1]> = {}) =>
  cancelOrder(db, { ...mine, now: noon, isReported: true, ...changes });
const nextAttempt = { ...at.meisTry, id: "next", merchantTradeNo: "TRY2" };

test("Mei cancels an order though she, or somebody else, has paid another", async () => {
  await openAttempt();
  await settle();
  const other = { orderId: "another", orderNumber: "SL261121FGHIJ" };
  expect(await cancel(other)).toBe(true);
  expect(await cancel({ memberId: "chen" }), "of whom nothing is paid").toBe(true);
  expect(await selectCancelledOrders(db, "mei")).toEqual([other]);
  expect(await cancel(), "which she has paid").toBe(false);
});

test("a paid order is not cancelled, whichever of its names is used", async () => {
  await openAttempt();
  await settle();
  expect(await cancel()).toBe(false);
  expect(await cancel({ orderId: "SL261121ABCDE" })).toBe(false);
  expect(await cancel({ orderNumber: "order" })).toBe(false);
  expect(await outboxRows()).toMatchObject([{ kind: "order.paid" }]);
});

test.each([
  mine,
  { orderId: mine.orderNumber, orderNumber: "another" },
  { orderId: "another", orderNumber: mine.orderNumber },
  { orderId: "another", orderNumber: mine.orderId },
])("money for an order that was cancelled as %j is owed back", async (names) => {
  await openAttempt({ cartItemIds: ["set"] });
  await add(mei, "set");
  await cancel(names);
  expect(await settle()).toMatchObject({ state: "paid", needsRefund: true });
  expect(await kinds()).toEqual(["order.cancelled", "order.needs_refund"]);
  expect((await cartOf(mei)).items).toHaveLength(1);
  await booksAgree();
});

test("an attempt begins for an order that somebody else's cancelled order is named like", async () => {
  await cancel({ memberId: "chen" });
  const claim = await at.claimed("pay:mei:order", "k");
  await db.batch([store.insertAttempt(db, nextAttempt, claim)]);
  expect(await attempts()).toMatchObject([{ id: "next", state: "open", queryCount: 0 }]);
});

test("of a payment and a cancellation at once, one decides, and the books agree either way", async () => {
  for (let round = 0; round < 10; round += 1) {
    const names = { orderId: `order ${round}`, orderNumber: `SL${round}` };
    const merchantTradeNo = `TRY${round}`;
    await openAttempt({ id: `attempt ${round}`, merchantTradeNo, ...names });
    const pay = () => settle({ merchantTradeNo, tradeNo: `2611${round}` });
    const acts = round % 2 === 0 ? [() => cancel(names), pay] : [pay, () => cancel(names)];
    await Promise.all(acts.map((act) => act()));
    const [attempt] = (await attempts()).filter(({ orderId }) => orderId === names.orderId);
    const isCancelled = (await selectCancelledOrders(db, "mei", [names.orderId])).length > 0;
    expect(attempt?.needsRefund).toBe(isCancelled);
  }
  await booksAgree();
});
