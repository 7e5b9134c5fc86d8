import type { Order } from "#contract/order";
import PaymentResultPage from "../../web/pages/payment-result/PaymentResultPage.tsx";
import { newDraft, writeDraft } from "../../web/payment/checkout-draft.ts";
import { clearSession } from "../../web/session/clear-session.ts";
import {
  cartWith,
  listOf,
  orderLine,
  orderOf,
  sentToCashier,
  shopConfig,
  signInHere,
  words,
} from "../support/buying.ts";
import { openPages, page, refusal, until } from "../support/shown-page.tsx";
import { result } from "../support/whole-shop.ts";

const open = openPages();

const reading = "GET /payments/result";
const listing = "GET /orders/my-orders";
const orders = (...data: Order[]) => open.stage({ [listing]: { json: listOf(...data) } });

beforeEach(() => {
  signInHere();
  open.stage({
    [reading]: result(),
    "GET /config": { json: shopConfig() },
    "GET /cart/": { json: cartWith() },
  });
  orders(orderOf());
});

const signed = "/en/payment-result?data=d1&sig=s1";
const look = (path = signed) => open.show(<PaymentResultPage />, path);
const title = () => document.querySelector("h1")?.textContent;
const titled = (name: string) => until(() => expect(title()).toBe(name));
async function lookWhileChecking() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  orders(orderOf({ status: "payment_pending" }));
  await look();
  await titled(checking);
}
const draft = () => sessionStorage.getItem("checkout-draft");

const loading = "Opening the payment result";
const paid = "Thank you: your payment is complete";
const checking = "We are checking your payment";
const cancelled = "This order was cancelled";
const declined = "The payment wasn’t completed";
const unreadable = "We couldn’t open this payment result";
const helpers = {
  settled: "Your payment and your order are confirmed",
  usual: "This usually takes a few seconds.",
};

const created_at = new Date().toISOString();
const onItsWay = orderOf({ status: "shipped", order_items: [orderLine({ type: "" })] });

test.each<[string, Order[], string, string | null, boolean]>([
  ["is in no list", [], paid, null, true],
  ["has a status that nobody knows", [orderOf({ status: "teleported" })], paid, null, true],
  ["waits for the notice", [orderOf({ status: "payment_pending" })], checking, helpers.usual, true],
  ["has failed before", [orderOf({ status: "payment_failed" })], checking, helpers.usual, true],
  ["is settled", [orderOf({ status: " Pending ", created_at })], paid, helpers.settled, false],
  ["is on its way", [onItsWay], paid, helpers.settled, false],
  ["is partly refunded", [orderOf({ status: "partially_refunded" })], paid, helpers.settled, false],
  ["was cancelled", [orderOf({ status: "cancelled" })], cancelled, null, true],
  ["was refunded", [orderOf({ status: "refunded" })], cancelled, null, true],
])("a payment for an order that %s", async (how, data, heading, notice, keepsDraft) => {
  writeDraft({ ...newDraft(), orderId: "o1" });
  orders(...data);
  await look();
  await titled(heading);
  const notices = [...document.querySelectorAll('[aria-live="polite"] > *')];
  expect(notices.map(({ textContent }) => textContent?.includes(notice ?? "-"))).toEqual(
    notice === null ? [] : [true],
  );
  const isBlended = ["is on its way", "is partly refunded"].includes(how);
  if (heading !== cancelled && !isBlended) await page.shows("Expected to ship");
  else expect(page.text()).not.toContain("Expected to ship");
  expect(page.link("SL-1")).toBe(data.length === 0 ? undefined : "/en/orders/o1");
  await until(() => expect(draft() !== null).toBe(keepsDraft));
  if (!keepsDraft) await until(() => expect(page.answers("GET /cart/")).toHaveLength(1));
  else expect(page.calls.map(({ name }) => name)).not.toContain("GET /cart/");
});

test("the order is asked for every three seconds, from the twentieth time on every fifteen and with other words", async () => {
  await lookWhileChecking();
  const polls = () => page.calls.filter(({ name }) => name === listing).length;
  // StrictMode looks twice at first.
  const first = polls();
  const ask = async (ms: number) => {
    const before = polls();
    await vi.advanceTimersByTimeAsync(ms - 500);
    expect(polls()).toBe(before);
    await vi.advanceTimersByTimeAsync(500);
    await until(() => expect(page.answers(listing)).toHaveLength(before + 1));
  };
  for (let poll = 2; poll <= 20; poll += 1) {
    expect(page.text()).toContain(helpers.usual);
    await ask(3_000);
  }
  await page.shows("This is taking longer than usual.");
  await ask(15_000);
  orders(orderOf());
  await ask(15_000);
  await titled(paid);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(polls() - first, "a settled order is asked for no more").toBe(21);
});

test("after a hundred looks nobody asks any more", async () => {
  await lookWhileChecking();
  const first = page.calls.filter(({ name }) => name === listing).length;
  for (let turns = 0; turns < 120; turns += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(page.answers(listing).length - first).toBe(99);
});

test("orders that cannot be read three times leave the signed message, and one that was read stays", async () => {
  await lookWhileChecking();
  open.stage({ [listing]: "lost" });
  for (const heading of [checking, checking, paid]) {
    const before = page.answers(listing).length;
    await vi.advanceTimersByTimeAsync(3_000);
    await until(() => expect(page.answers(listing)).toHaveLength(before + 1));
    await titled(heading);
    expect(page.link("SL-1")).toBe("/en/orders/o1");
  }
});

test("the page waits for the order as for the result, and then says that it is checked", async () => {
  const come = open.hold(listing, { json: listOf(orderOf({ status: "payment_pending" })) });
  await look();
  await until(() => expect(location.search).toBe(""));
  expect(words("main")).toBe("Opening the payment resultLoading…");
  come();
  await titled(checking);
});

test("who leaves the page asks no more, and a cart that cannot be read is no trouble", async () => {
  await lookWhileChecking();
  const { calls } = page;
  await page.leave();
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls).toHaveLength(before);
  vi.useRealTimers();
  orders(orderOf());
  open.stage({ "GET /cart/": "lost" });
  await look();
  await titled(paid);
});

test("after a declined payment a member pays again from there", async () => {
  open.stage({
    [reading]: result({ status: "failed" }),
    "POST /orders/SL-1/pay": refusal(503, "upstream_maintenance"),
  });
  await look();
  await titled(declined);
  expect(page.calls.map(({ name }) => name)).not.toContain(listing);
  const again = "Try payment again · NT$\u00A01,300";
  await page.press(again);
  await until(() => expect(page.alert()).toContain("maintenance"));
  const answer = {
    payment_url: "https://cashier.test/",
    ecpay_form_data: { MerchantTradeNo: "T2" },
  };
  open.stage({ "POST /orders/SL-1/pay": { json: { id: "o1", order_id: "SL-1", ...answer } } });
  await page.press(again);
  expect(page.alert()).toBe("");
  await until(() =>
    expect(sentToCashier()).toEqual([{ url: answer.payment_url, fields: answer.ecpay_form_data }]),
  );
  expect(page.button(again).getAttribute("aria-busy")).toBe("true");
  const keys = page
    .answers("POST /orders/SL-1/pay")
    .map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(2);
});

test.each([
  ["a result that does not hold", signed],
  ["half a result", "/en/payment-result?data=d1"],
  ["the other half", "/en/payment-result?sig=s1"],
])("%s says nothing about the payment", async (_what, path) => {
  open.stage({ [reading]: refusal(400, "result_invalid") });
  await look(path);
  await titled(unreadable);
  expect(location.search).toBe("");
  expect(page.answers(reading)[0]?.search).toBe(new URL(path, location.origin).search);
});

test("while the shop is down the result stays in the address, and is opened by trying again", async () => {
  open.stage({ [reading]: refusal(500, "internal") });
  await look();
  await until(() => expect(page.alert()).not.toBe(""));
  expect(title()).toBe(loading);
  expect(location.search).toBe("?data=d1&sig=s1");
  expect(page.link("View orders")).toBe("/en/orders");
  open.stage({ [reading]: result({ status: "failed" }) });
  await page.press("Try again");
  await titled(declined);
  expect(location.search).toBe("");
});

test("a result is checked again at a reload, for the member who came back with it alone", async () => {
  open.stage({ [reading]: result({ status: "failed" }) });
  signInHere("mei");
  await look();
  await titled(declined);
  await page.leave();

  await look("/en/payment-result");
  await titled(declined);
  expect(page.answers(reading)[0]?.search).toBe("?data=d1&sig=s1");
  await page.leave();

  signInHere("chen");
  await look("/en/payment-result");
  await titled(unreadable);
  expect(page.calls.map(({ name }) => name)).not.toContain(reading);
});

test("a member whose session ended there finds the result again after signing in, as nobody else does", async () => {
  open.stage({ [reading]: result({ status: "failed" }) });
  signInHere("mei");
  await look();
  await titled(declined);
  await page.leave();
  for (const [id, heading] of [
    ["chen", unreadable],
    ["mei", declined],
  ] as const) {
    clearSession();
    signInHere(id);
    await look("/en/payment-result");
    await titled(heading);
    await page.leave();
  }
});

test("a result that somebody wrote into this browser is no result", async () => {
  const expiry = Date.now() + 600_000;
  const kept = { data: "d1", sig: "s1", memberId: "noor", expiry };
  open.stage({ [reading]: result({ status: "failed" }) });
  for (const [what, isOne] of [
    [kept, true],
    [{ ...result().json, expiry }, false],
    [{ ...kept, sig: 1 }, false],
    [null, false],
  ] as const) {
    localStorage.setItem("paymentResult", JSON.stringify(what));
    await look("/en/payment-result");
    await titled(isOne ? declined : unreadable);
    await page.leave();
  }
  localStorage.setItem("paymentResult", "{");
  await look("/en/payment-result");
  await titled(unreadable);
});

test("a result whose ten minutes are over is shown and not kept", async () => {
  const failed = result({ status: "failed" }).json;
  open.stage({ [reading]: { json: { ...failed, expiry: Date.now() - 1 } } });
  await look();
  await titled(declined);
  expect(localStorage.getItem("paymentResult")).toBeNull();
});
