import { signNotice } from "#ecpay/notification";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import OrdersPage from "../../web/pages/orders/OrdersPage.tsx";
import PaymentResultPage from "../../web/pages/payment-result/PaymentResultPage.tsx";
import { newMember, type NewMember } from "../support/new-member.ts";
import { comeBack, noticeFields, notify, stageKeys } from "../support/payments.ts";
import { giveOrder } from "../support/quiz-orders.ts";
import { openShop, until, type OpenShop, type ShownPage } from "../support/shown-page.tsx";

let open: OpenShop;
let member: NewMember;
let page: ShownPage;

beforeAll(async () => {
  open = await openShop();
  // jsdom goes nowhere; the form stays in the document.
  HTMLFormElement.prototype.submit = () => undefined;
});
beforeEach(async () => {
  member = await newMember(open.shop);
});
afterEach(async () => {
  await page.leave();
  open.startOver();
});

const lookAtOrders = async () =>
  void (page = await open.show(<OrdersPage />, "/en/orders", member));
/** The numbers of the trades with which the page has sent its shopper to the cashier. */
const sentToCashier = () =>
  [...document.querySelectorAll<HTMLInputElement>("form [name=MerchantTradeNo]")].map(
    (field) => field.value,
  );
const isBusy = () => page.button("Pay now").getAttribute("aria-busy") === "true";

test("a shopper who comes back from the cashier can pay again, as a new attempt", async () => {
  await giveOrder(open.shop, member.email, { status: "payment_pending" });
  await lookAtOrders();
  await page.press("Pay now");
  await until(() => expect(sentToCashier()).toHaveLength(1));
  expect(isBusy()).toBe(true);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await until(() => expect(isBusy()).toBe(false));
  await page.press("Pay now");
  await until(() => expect(sentToCashier()).toHaveLength(2));
  expect(new Set(sentToCashier()).size).toBe(2);
  for (const form of document.querySelectorAll("form[hidden]")) form.remove();
});

test("somebody whose order cannot be looked up reads its number all the same, and never its internal key", async () => {
  const order = await giveOrder(open.shop, member.email, { status: "payment_pending" });
  const paying = await member.shopper.send(
    "POST",
    `/orders/${order.id}/pay`,
    {},
    { "Idempotency-Key": crypto.randomUUID() },
  );
  const merchantTradeNo: string = paying.body.ecpay_form_data.MerchantTradeNo;
  const notice = new URLSearchParams(
    await signNotice(noticeFields({ merchantTradeNo, amountTwd: 100 }), stageKeys),
  ).toString();
  expect(await notify(open.shop, notice)).toMatchObject({ text: "1|OK" });
  const { pathname, search } = new URL(
    (await comeBack(open.shop, notice)).location ?? "",
    open.shop.url,
  );

  page = await open.show(<PaymentResultPage />, pathname + search);
  await page.shows(`Order number${order.number}`);
  expect(page.answers("GET /orders/my-orders"), "nobody is signed in").toEqual([]);
  expect(page.text()).toContain("臺北市大安區和平東路一段 1 號");
  expect(page.text()).not.toContain(order.id);
  await page.leave();

  page = await open.show(<PaymentResultPage />, pathname + search, member);
  await page.shows("Osmanthus Lane SL-011Fig Terrace SL-017");
  expect(page.text()).toContain(`Order number${order.number}`);
  expect(page.text()).not.toContain(order.id);
});

test("a buyer asked about a scent may order it, refine it with the scent kept, or begin again without it", async () => {
  const { responseId } = await giveOrder(open.shop, member.email);
  await lookAtOrders();
  await page.press("Order again");
  await page.press("Choose Fig Terrace");
  await page.shows("Are you happy with this scent?");
  const quiz = `/en/fragrance-quiz?retryFrom=${responseId}`;
  expect(page.link("Keep this scent and explore more")).toBe(`${quiz}&selectedProduct=fig-terrace`);
  expect(page.link("No, take the quiz again")).toBe(quiz);
  await page.press("Yes, order it");
  await until(() => expect(location.pathname).toBe("/en/purchase-options"));
  expect(new URLSearchParams(location.search).get("productId")).toBe("fig-terrace");
});
