import type { CheckoutAnswer } from "#contract/checkout-body";
import Toasts from "../../web/feedback/Toasts.tsx";
import CheckoutPage from "../../web/pages/checkout/CheckoutPage.tsx";
import { newDraft, readDraft, writeDraft } from "../../web/payment/checkout-draft.ts";
import { useAuth } from "../../web/stores/auth.ts";
import { useCart } from "../../web/stores/cart.ts";
import {
  cartLine,
  cartWith,
  listOf,
  memberOf,
  orderOf,
  plain,
  sentToCashier,
  signInHere,
  words,
  dialogTitle,
} from "../support/buying.ts";
import {
  isAt,
  openPages,
  page,
  refusal,
  until,
  type Answers,
  type Staged,
} from "../support/shown-page.tsx";
import { set, wholeShop } from "../support/whole-shop.ts";

const open = openPages();
let alerts: string[];

const other = cartLine({ ...set, id: "other", surveyResponseId: "r2", userAnswer: "warm bread" });
const paid: CheckoutAnswer = {
  id: "o1",
  order_id: "SL-1",
  ecpay_form_data: { MerchantTradeNo: "T1", TotalAmount: "100" },
  payment_url: "https://cashier.test/pay",
};
const placing = "POST /cart/checkout";
const paying = "POST /orders/o1/pay";
const addressesSaved = (...addresses: string[]) => ({
  json: { data: addresses.map((address, at) => ({ id: `a${at}`, address })) },
});

const usual: Answers = {
  ...wholeShop,
  "GET /cart/": { json: cartWith(set) },
  "GET /shipping-addresses": addressesSaved("1 Fig Lane"),
  [placing]: { json: paid },
  [paying]: { json: paid },
};

beforeEach(() => {
  alerts = [];
  vi.stubGlobal("alert", (text: string) => alerts.push(text));
  signInHere();
  open.stage(usual);
});
afterEach(() => void vi.unstubAllGlobals());

const all = (
  <>
    <CheckoutPage />
    <Toasts />
  </>
);
async function look(language = "en") {
  await open.show(all, `/${language}/checkout`);
}
const confirmText = (total = "100") => `Confirm order · NT$\u00A0${total}`;
const confirm = (total?: string) => page.press(confirmText(total));
const goToForm = async (language?: string) => {
  await look(language);
  await until(() => page.field("customer_name"));
};
const box = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]');
const tickBox = () => page.tick('input[type="checkbox"]');
const agreed = () => tickBox().then(() => page.press("I have read and agree"));
const comeBack = (persisted = true) =>
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));
const atCashier = (times = 1) => until(() => expect(sentToCashier()).toHaveLength(times));
const goToAgreedForm = async () => {
  await goToForm();
  await until(() => expect(page.value("customer_name")).toBe("Noor Test"));
  await agreed();
};
const sent = (name = placing) => page.answers(name);
const keyOf = (call: { headers: Headers } | undefined) => call?.headers.get("Idempotency-Key");
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const usualTitle = "About your made-to-order perfume";
test.each([
  ["Only this.", usualTitle, "Only this."],
  ["One.\n\nTwo.", usualTitle, "One.Two."],
  ["Mind\nthis\n\nTwo.", usualTitle, "Mind\nthisTwo."],
  ["Before you order\n\nOnly this.", "Before you order", "Only this."],
  [`${"x".repeat(60)}\n\nTwo.`, "x".repeat(60), "Two."],
  [`${"x".repeat(61)}\n\nTwo.`, usualTitle, `${"x".repeat(61)}Two.`],
])("the shop's own notices and consent %j replace the usual ones", async (text, title, rest) => {
  const data = [
    { type: "checkout_important_notices", text: "One\n\nTwo" },
    { type: "checkout_checkbox_text", text: "Yes to all" },
    { type: "checkout_modal_content", text },
  ];
  open.stage({ "GET /custom-texts/": { json: { data } } });
  await goToForm();
  expect(sent("GET /custom-texts/")[0]?.search).toBe("?type_filter=checkout_");
  const notices = [...document.querySelectorAll("form section > ul > li")];
  expect(notices.map((notice) => notice.textContent)).toEqual(["One", "Two"]);
  expect(page.text()).toContain("Yes to all");
  await tickBox();
  expect(await dialogTitle()).toBe(title);
  expect(words("dialog [role=region]")).toBe(rest);
  await page.press("Close");
  expect(document.querySelector("dialog")).toBeNull();
  expect(box()?.checked).toBe(false);
});

test("what is missing is said above the form and at its field, each line leads there, and mending takes it back", async () => {
  await goToForm("zh");
  await until(() => expect(page.value("customer_name")).toBe("Noor Test"));
  await page.press("手動輸入");
  const blank = {
    customer_name: "",
    customer_phone: "",
    customer_email: "",
    customer_address: " ",
  };
  await page.type(blank);
  await page.tick('input[value="B2B"]');
  await page.press("確認訂單・NT$\u00A0100");
  const fields = [...Object.keys(blank), "tax_id"];
  const mistakes = fields.map((name) => page.mistake(name));
  expect(new Set(mistakes).size).toBe(5);
  const lines = [...document.querySelectorAll('[role="alert"] li')].map((line) => line.textContent);
  expect(lines.toSorted()).toEqual(mistakes.toSorted());
  expect(page.focused()).toBe("customer_name");
  await page.press(page.mistake("tax_id") ?? "");
  expect(page.focused()).toBe("tax_id");
  await page.type({ tax_id: "12a３4567890" });
  expect(page.value("tax_id")).toBe("12345678");
  expect(fields.map((name) => page.mistake(name))).toEqual([...mistakes.slice(0, 4), null]);
  expect(sent()).toEqual([]);
});

test("one mistake alone needs no list, and without consent nothing is sent", async () => {
  await goToForm();
  await until(() => expect(page.value("customer_phone")).toBe("+886 912-345-678"));
  await page.type({ customer_email: "mei@" });
  await confirm();
  expect(page.mistake("customer_email")).toBe("Please enter a valid e-mail address.");
  expect(page.text()).not.toContain("Please check these fields");
  await page.type({ customer_email: "mei@example.test" });
  await confirm();
  expect(page.alert()).not.toBe("");
  await agreed();
  expect([page.alert(), sent()]).toEqual(["", []]);
  await page.type({ carrier_type: "mobile_barcode", carrier_num: "/ABC1234" });
  await page.type({ carrier_type: "citizen_certificate" });
  expect(page.value("carrier_num"), "of another carrier").toBe("");
});

const barcode = (carrier_num: string) => ({ carrier_type: "mobile_barcode", carrier_num });
test.each([
  ["B2C", {}, { tax_id: "", carrier_type: "", carrier_num: "" }],
  ["B2C", barcode("／abc12-3xx"), { tax_id: "", ...barcode("/ABC12-3") }],
  ["B2B", { tax_id: "12345678" }, { tax_id: "12345678", carrier_type: "", carrier_num: "" }],
])("a %s invoice with %j is ordered as it was filled in", async (type, filled, invoice) => {
  open.stage({ "GET /shipping-addresses": addressesSaved() });
  await goToAgreedForm();
  await page.type({ customer_address: "7 Camphor Street", customer_note: "Ring twice" });
  // A carrier that was chosen before counts for no company.
  if (type === "B2B") await page.type({ carrier_type: "mobile_barcode", carrier_num: "/ABC1234" });
  await page.tick(`input[value="${type}"]`);
  await page.type(filled);
  await confirm();
  await atCashier();
  expect(sent().map(({ json }) => json)).toEqual([
    {
      customer_name: "Noor Test",
      customer_address: "7 Camphor Street",
      customer_phone: "+886 912-345-678",
      customer_email: "noor@example.test",
      customer_note: "Ring twice",
      pay_type: "ecpay",
      country: "TW",
      currency: "TWD",
      invoice_type: type,
      cart_items: [{ id: "set" }],
      expected_total: 100,
      ...invoice,
    },
  ]);
  expect(sentToCashier()).toEqual([{ url: paid.payment_url, fields: paid.ecpay_form_data }]);
});

test("the same form sent again pays for the order that it made, and another form makes another", async () => {
  await goToAgreedForm();
  const pay = (count: number) =>
    confirm()
      .then(() => atCashier(count))
      .then(() => comeBack());
  const isBusy = () => document.querySelector("[type=submit]")?.getAttribute("aria-busy");
  await confirm();
  await atCashier();
  comeBack(false);
  expect([words("[type=submit]"), isBusy()]).toEqual(["Taking you to the payment page…", "true"]);
  comeBack();
  await until(() => expect(isBusy()).toBeNull());
  expect(readDraft()).toMatchObject({ orderId: "o1", hasConsented: true, memberId: "noor" });
  await pay(2);
  await pay(3);
  expect(sent()).toHaveLength(1);
  expect(sent(paying).map(({ json }) => json)).toEqual([
    { pay_type: "ecpay" },
    { pay_type: "ecpay" },
  ]);
  await page.type({ customer_note: "After six" });
  await pay(4);
  expect(sent()).toHaveLength(2);
  const keys = [...sent(), ...sent(paying)].map(keyOf);
  expect(new Set(keys).size, "each with a key of its own").toBe(4);
});

test.each([
  ["order_not_payable", 409, 2],
  ["order_not_found", 404, 2],
  ["upstream_maintenance", 503, 1],
])("paying again for an order that is refused as %s", async (code, status, orders) => {
  await goToAgreedForm();
  await confirm();
  await atCashier();
  comeBack();
  open.stage({ [paying]: refusal(status, code) });
  await confirm();
  await until(() => expect(sent(paying)).toHaveLength(1));
  if (orders === 1) await until(() => expect(page.alert()).not.toBe(""));
  else await atCashier(2);
  expect(new Set(sent().map(keyOf)).size).toBe(orders);
});

test("after a failure the same form is the same order, and is sent under the same key", async () => {
  await goToAgreedForm();
  const said = "We couldn’t place your order. Please try again later.";
  for (const failure of ["lost" as const, refusal(503, "upstream_maintenance")]) {
    open.stage({ [placing]: failure });
    await confirm();
    await until(() => expect(page.alert()).toBe(said));
  }
  expect(page.value("customer_name")).toBe("Noor Test");
  open.stage({ [placing]: { json: paid } });
  await confirm();
  await atCashier();
  expect(page.alert()).toBe("");
  expect([...new Set(sent().map(keyOf))]).toEqual([readDraft().idempotencyKey]);
});

test("a second press waits for the answer of the first, a second at a time and not for ever", async () => {
  await goToAgreedForm();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  open.stage({ [placing]: refusal(409, "idempotency_in_progress") });
  await confirm();
  for (let times = 1; times <= 9; times += 1) {
    await until(() => expect(sent().length).toBeGreaterThanOrEqual(times));
    expect(page.alert()).toBe("");
    await wait(1_000);
  }
  await until(() => expect(page.alert()).not.toBe(""));
  expect(sent()).toHaveLength(9);
  expect(new Set(sent().map(keyOf)).size).toBe(1);
});

const { payment_url: url, ecpay_form_data: form } = paid;
const submitted = ["Your order has been submitted. Order number SL-1"];
test.each([
  ["whose cashier is an address of its own", { payment_redirect_url: "#wallet" }, "#wallet", []],
  ["without an address to pay at", { ecpay_form_data: form }, "/en/fragrance-quiz", submitted],
  ["without a form to pay by", { payment_url: url }, "/en/fragrance-quiz", submitted],
])("after an order %s the shopper goes on", async (_what, change, to, told) => {
  const nothing = { payment_url: "", ecpay_form_data: {} };
  open.stage({ [placing]: { json: { ...paid, ...nothing, ...change } } });
  await goToAgreedForm();
  await confirm();
  await until(() => expect(location.pathname + location.hash).toContain(to));
  expect([alerts, sentToCashier()]).toEqual([told, []]);
});

test.each([
  ["business_only", 403, "Only business members can order by the kilogram."],
  ["cart_full", 400, "full"],
])("a checkout refused as %s says so above the button", async (code, status, reason) => {
  open.stage({ [placing]: refusal(status, code) });
  await goToAgreedForm();
  await confirm();
  await until(() => expect(page.alert()).toContain(reason));
  expect(document.querySelectorAll('[role="alert"]')).toHaveLength(1);
  expect(page.button(confirmText()).getAttribute("aria-busy")).toBeNull();
});

test("a field that only the server refuses is marked and focused, until it is mended", async () => {
  const fields = { customer_phone: "invalid_phone", customer_note: "too_long" };
  open.stage({ [placing]: refusal(422, "validation_failed", { fields }) });
  await goToAgreedForm();
  await page.type({ customer_note: "long" });
  await confirm();
  await until(() => expect(page.mistake("customer_phone")).not.toBeNull());
  expect(page.focused()).toBe("customer_phone");
  expect(page.mistake("customer_note")).not.toBe(page.mistake("customer_phone"));
  await confirm();
  expect(page.mistake("customer_phone"), "until the next answer").toBeNull();
  await until(() => expect(page.mistake("customer_phone")).not.toBeNull());
  await page.type({ customer_phone: "0912 345 678" });
  expect(page.mistake("customer_phone")).toBeNull();
  expect(page.mistake("customer_note")).not.toBeNull();
});

test("a price that changed is told, old and new, and the next press is about the new one", async () => {
  open.stage({ [placing]: refusal(409, "price_changed") });
  await goToAgreedForm();
  open.stage({ "GET /cart/": { json: cartWith({ ...set, price: 120 }) } });
  await confirm();
  await page.shows("The price has changed from NT$\u00A0100 to NT$\u00A0120.");
  expect(document.querySelector("main [role=alert]"), "no failure").toBeNull();
  await tickBox();
  await agreed();
  expect(page.text()).toContain("The price has changed");
  open.stage({ [placing]: { json: paid } });
  await confirm("120");
  await atCashier();
  expect(page.text()).not.toContain("The price has changed");
  expect(sent().map(({ json }) => (json as { expected_total: number }).expected_total)).toEqual([
    100, 120,
  ]);
});

const unpaid = orderOf({ status: "payment_pending" });
const orders = (...data: (typeof unpaid)[]) => ({
  "GET /orders/my-orders": { json: listOf(...data) },
});
const unreadOrders: Answers = { "GET /orders/my-orders": "lost" };
const waiting = "One of your orders is awaiting payment";
const stopped = "You can’t check out yet";

test.each<[string, Answers, string, string]>([
  ["active_sample_order", orders(orderOf()), stopped, "a sample order under way"],
  ["active_sample_order", orders(unpaid), waiting, "SL-1 contains a sample set"],
  ["active_sample_order", unreadOrders, stopped, "a sample order under way"],
  ["order_unreadable", orders(), stopped, "We can’t open one of your current orders"],
  ["lines_already_ordered", orders(unpaid), waiting, "SL-1 already contains these items"],
])("a checkout stopped by %s shows what is in the way", async (code, before, title, text) => {
  open.stage({ [placing]: refusal(409, code, { detail: { id: "o1" } }) });
  await goToAgreedForm();
  open.stage(before);
  await confirm();
  expect(await dialogTitle()).toBe(title);
  expect(plain(page.text())).toContain(text);
  expect(page.has("customer_name")).toBe(true);
  await page.press("Back to cart");
  await isAt("/en/cart");
});

const closed = "Closed for stocktaking.";
const alike = "lines_already_ordered";
test.each<[string, string, Answers, object, string?]>([
  ["a like order that nobody can see", alike, unreadOrders, { detail: { id: "o1" } }],
  ["a like order that is paid by now", alike, orders(orderOf()), { detail: { id: "o1" } }],
  ["a like order that has no name", alike, orders(unpaid), {}],
  ["what the upstream alone knows", "active_sample_order", orders(), { detail: closed }, closed],
])("a checkout stopped by %s just says so", async (_what, code, before, more, said = "") => {
  open.stage({ [placing]: refusal(409, code, more) });
  await goToAgreedForm();
  open.stage(before);
  await confirm();
  await until(() => expect(page.alert()).not.toBe(""));
  expect(page.alert()).toContain(said);
  expect(document.querySelector("dialog")).toBeNull();
});

const emptied: Staged[] = [{ json: cartWith() }, "lost"];
test.each(emptied)("a cart found empty at the confirmation leads to the cart", async (cart) => {
  open.stage({ [placing]: refusal(409, "cart_empty") });
  await goToAgreedForm();
  open.stage({ "GET /cart/": cart });
  await confirm();
  await isAt("/en/cart");
});

test("an unpaid set is paid for from there, or cancelled and the form opens", async () => {
  const declined = { ...unpaid, was_declined: true };
  open.stage({ ...orders(declined), "POST /orders/o1/cancel": { status: 204 } });
  await look();
  await page.shows("The last payment for this order was declined. Nothing was charged.");
  await page.press("Pay now");
  await atCashier();
  comeBack();
  await page.press("Cancel this order");
  expect(words("dialog dialog h2")).toBe("Cancel order SL-1?");
  await page.press("Keep the order");
  expect(words("dialog dialog h2")).toBe("");
  expect(await dialogTitle()).toBe(waiting);
  await page.press("Cancel this order");
  open.stage(orders({ ...unpaid, status: "cancelled" }));
  await page.press("Yes, cancel the order");
  await until(() => page.field("customer_name"));
  expect(document.querySelector("dialog")).toBeNull();
  expect(sent("POST /orders/o1/cancel")).toHaveLength(1);
});

test("once the order of the same lines is cancelled, the form is there to be sent again", async () => {
  open.stage({
    [placing]: refusal(409, "lines_already_ordered", { detail: { id: "o1" } }),
    "POST /orders/o1/cancel": { status: 204 },
  });
  await goToAgreedForm();
  open.stage(orders({ ...unpaid, created_at: null }));
  await confirm();
  expect(await dialogTitle()).toBe(waiting);
  await page.press("Cancel this order");
  open.stage(orders());
  await page.press("Yes, cancel the order");
  await until(() => expect(document.querySelector("dialog")).toBeNull());
  expect(page.value("customer_name")).toBe("Noor Test");
});

test("the order that this form made does not stand in its own way", async () => {
  writeDraft({ ...newDraft("noor"), orderId: "SL-1" });
  open.stage(orders(unpaid));
  await goToForm();
  expect(document.querySelector("dialog")).toBeNull();
});

test("orders or a cart that cannot be read stop nobody; the server checks them as well", async () => {
  const warnings = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  useCart.getState().replace(cartWith(set));
  open.stage({ "GET /orders/my-orders": "lost", "GET /cart/": "lost" });
  await goToForm();
  expect(warnings).toHaveBeenCalled();
  warnings.mockRestore();
});

test("the form is shown when everything that it needs was read, and not before", async () => {
  const come = open.hold("GET /shipping-addresses", addressesSaved("1 Fig Lane"));
  await look();
  await until(() => expect(sent("GET /members/me")).not.toEqual([]));
  await until(() => expect(sent("GET /custom-texts/")).not.toEqual([]));
  expect(page.has("customer_name")).toBe(false);
  expect(page.text()).toContain("Loading");
  come();
  await until(() => page.field("customer_name"));
  expect(page.text()).not.toContain("Loading");
});

test("an empty cart leads to the cart, also when it is emptied while somebody types", async () => {
  open.stage({ "GET /cart/": { json: cartWith() } });
  await look();
  await isAt("/en/cart");
  await page.leave();
  open.stage(usual);
  await goToForm();
  useCart.getState().replace(cartWith());
  await isAt("/en/cart");
});

test("a guest is asked to sign in, is taken there, and finds the form filled on coming back", async () => {
  useAuth.getState().signOut();
  await goToForm();
  expect(sent("GET /orders/my-orders"), "nobody's orders").toEqual([]);
  expect(document.querySelector("[role=tab][aria-selected=true]")?.textContent).toBe(
    "Enter an address",
  );
  await page.type({ customer_name: "Grace", customer_address: "1 Fragrance Road" });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  for (const _ of ["once", "and again, with two seconds anew"]) {
    await confirm();
    expect(page.text()).toContain("Please log in first before checkout");
    await wait(1_900);
    expect(location.pathname).toBe("/en/checkout");
  }
  await wait(100);
  await isAt(`/en/login?from=${encodeURIComponent("/en/checkout")}`);
  vi.useRealTimers();
  await page.leave();
  signInHere();
  await goToForm();
  await until(() => expect(page.value("customer_email")).toBe("noor@example.test"));
  expect(page.value("customer_name")).toBe("Grace");
  expect(page.value("customer_address")).toBe("1 Fragrance Road");
  expect(readDraft().memberId).toBe("noor");
});

test("what a member typed is there after a reload, and is nobody else's to see", async () => {
  await goToAgreedForm();
  await page.type({ customer_note: "Ring twice" });
  await page.leave();
  await goToForm();
  expect(page.value("customer_note")).toBe("Ring twice");
  expect(box()?.checked).toBe(true);
  await page.leave();

  open.stage({ "GET /members/me": { json: memberOf({ id: "chen", full_name: "Chen" }) } });
  await goToForm();
  await until(() => expect(page.value("customer_name")).toBe("Chen"));
  expect(page.value("customer_note")).toBe("");
  expect(box()?.checked).toBe(false);
  await page.leave();

  useAuth.getState().signOut();
  await goToForm();
  expect(page.value("customer_name")).toBe("");
});

test("what a gift asks for is sent below the shopper's own words, shares their room, and outlives a reload", async () => {
  await goToAgreedForm();
  await page.tick("form summary");
  await until(() => page.field("gift_message"));
  await page.type({ customer_note: "Ring twice", gift_message: " For Lin, with love " });
  await page.tick('[name="without_prices"]');
  await page.leave();
  await goToForm();
  expect(page.value("gift_message")).toBe(" For Lin, with love ");
  const note = [
    "Ring twice",
    "Gift message: For Lin, with love",
    "Gift: please leave prices off all paperwork in the parcel.",
  ].join("\n");
  const most = Number(page.field("customer_note").getAttribute("maxlength"));
  expect(most - "Ring twice".length).toBe(500 - note.length);
  await confirm();
  await until(() => expect(sent()[0]?.json).toMatchObject({ customer_note: note }));
});

const chosenTab = () => words('[role="tab"][aria-selected="true"]');
const chosenAddress = () =>
  document.querySelector('input[type="radio"][name="customer_address"]:checked')?.parentElement
    ?.textContent;
const saved = (...addresses: string[]) =>
  open.stage({ "GET /shipping-addresses": addressesSaved(...addresses) });

test.each([
  ["the only one", ["9 Moss Road"], "9 Moss Road"],
  ["of several, the profile's own", ["2 Moss Road", "1 Fig Lane"], "1 Fig Lane"],
  ["none of several others", ["2 Moss Road", "3 Camphor Street"], undefined],
])("of the saved addresses is chosen from the start: %s", async (_which, addresses, chosen) => {
  saved(...addresses);
  await goToForm();
  await until(() => expect(page.value("customer_email")).not.toBe(""));
  expect(chosenTab()).toBe("Saved addresses");
  expect(chosenAddress()).toBe(chosen);
  if (chosen !== undefined) return;
  await confirm();
  expect(words("fieldset [role=alert]")).toBe("Please choose a delivery address.");
  const described = document.querySelector("fieldset[aria-describedby]");
  expect(document.getElementById(described?.getAttribute("aria-describedby") ?? "")?.role).toBe(
    "alert",
  );
  await page.press("Enter an address");
  expect(page.mistake("customer_address")).toBe("Please enter the recipient’s address.");
  await page.press("Saved addresses");
  await page.tick("fieldset label:last-of-type input");
  expect(chosenAddress()).toBe("3 Camphor Street");
  expect(words("fieldset [role=alert]")).toBe("");
});

test("a member without a saved address types one, or adds one, which is then chosen", async () => {
  saved();
  await goToForm();
  expect(chosenTab()).toBe("Enter an address");
  await page.press("Saved addresses");
  expect(page.text()).toContain("You have no saved addresses yet.");
  await confirm();
  expect(words("fieldset [role=alert]")).toBe("Please enter the recipient’s address.");
  await page.press("Add an address");
  open.stage({ "POST /shipping-addresses": refusal(500, "internal") });
  await page.type({ address: " Cafe\u0301 Lane " });
  await page.press("Add");
  await until(() =>
    expect(alerts).toEqual(["We couldn’t add the address. Please try again later."]),
  );
  await page.press("Cancel");
  await page.press("Add an address");
  expect(page.value("address"), "it waits").toBe(" Cafe\u0301 Lane ");
  open.stage({ "POST /shipping-addresses": { status: 201 } });
  saved("Caf\u00E9 Lane");
  await page.press("Add");
  await until(() => expect(chosenAddress()).toBe("Caf\u00E9 Lane"));
  expect(sent("POST /shipping-addresses").at(-1)?.json).toEqual({ address: "Caf\u00E9 Lane" });
  expect(document.querySelector("dialog")).toBeNull();
});

test("whose home is elsewhere is warned of it, and no address is taken before it is chosen", async () => {
  saved("1 Fig Lane", "2 Tea Road");
  open.stage({ "GET /members/me": { json: memberOf({ country: "JP" }) } });
  await goToForm();
  await until(() => expect(words("[role=status]")).toContain("We deliver within Taiwan"));
  await until(() => expect(page.value("customer_name")).not.toBe(""));
  expect(page.value("customer_address")).toBe("");
  await page.press("Saved addresses");
  expect(chosenAddress()).toBeUndefined();
  await page.tick("fieldset label:last-of-type input");
  expect(chosenAddress()).toBe("2 Tea Road");
});

test("addresses that cannot be read are told and tried again, and fill nothing in when they come late", async () => {
  open.stage({ "GET /shipping-addresses": refusal(503, "upstream_maintenance") });
  await goToForm();
  const name = page.field("customer_name");
  await page.press("Saved addresses");
  await until(() => expect(words("fieldset [role=alert]")).toContain("maintenance"));
  expect(page.text()).not.toContain("You have no saved addresses yet.");
  saved("1 Fig Lane");
  await page.press("Try again");
  await until(() => expect(words("fieldset")).toContain("1 Fig Lane"));
  expect(words("fieldset [role=alert]")).toBe("");
  expect(name.isConnected, "the form stays meanwhile").toBe(true);
  await page.press("Enter an address");
  expect(page.value("customer_address")).toBe("");
});

test.each([
  ["a business’s tax id is", { is_business: true, tax_id: "12345678" }, "12345678"],
  ["a private member’s tax id is not", { is_business: false, tax_id: "12345678" }, ""],
  ["a foreign tax id is not", { is_business: true, tax_id: "DE123" }, ""],
  ["whom nobody calls either, theirs is", { is_business: null, tax_id: "12345678" }, "12345678"],
])(
  "a personal invoice is offered first; for a company’s %s filled in",
  async (_, facts, filled) => {
    open.stage({ "GET /members/me": { json: memberOf(facts) } });
    await goToForm();
    await until(() => expect(page.value("customer_name")).toBe("Noor Test"));
    expect(document.querySelector("[name=invoice_type]:checked")).toHaveProperty("value", "B2C");
    await page.tick('input[value="B2B"]');
    expect(page.value("tax_id")).toBe(filled);
  },
);

const tooMany = "Your cart contains 2 sample sets";

test("two sets are told in a dialog, which leads back to the cart", async () => {
  open.stage({ "GET /cart/": { json: cartWith(set, other) } });
  await look();
  await until(() => expect(page.text()).toContain(tooMany));
  expect(document.querySelector("form")).toBeNull();
  await page.press("Back to cart");
  await isAt("/en/cart");
});

test("a second set that comes while somebody types is told by the server, and the page shows both", async () => {
  open.stage({ [placing]: refusal(409, "too_many_samples") });
  await goToAgreedForm();
  open.stage({ "GET /cart/": { json: cartWith(set, other) } });
  await confirm();
  await until(() => expect(page.text()).toContain(tooMany));
});

test("only reading the notices to their end agrees to them, each time", async () => {
  const tall = (name: string, value: number) =>
    vi.spyOn(Element.prototype as never, name as never, "get").mockReturnValue(value as never);
  const sizes = [tall("scrollHeight", 900), tall("clientHeight", 300)];
  const data = [{ type: "checkout_modal_content", text: "Nobody has read this." }];
  open.stage({ "GET /custom-texts/": { json: { data } } });
  await goToForm();
  const may = () => !page.button("I have read and agree").disabled;
  const scroll = async (to: number) => {
    const notice = document.querySelector("dialog [role=region]")!;
    notice.scrollTop = to;
    notice.dispatchEvent(new Event("scroll", { bubbles: true }));
    await new Promise((done) => setImmediate(done));
  };
  await tickBox();
  await dialogTitle();
  expect([box()?.checked, may()]).toEqual([false, false]);
  await scroll(594);
  expect(may(), "a pixel too few").toBe(false);
  await scroll(595);
  await until(() => expect(may()).toBe(true));
  await page.press("I have read and agree");
  expect([box()?.checked, document.querySelector("dialog")]).toEqual([true, null]);
  await tickBox();
  expect(box()?.checked).toBe(false);
  await tickBox();
  await dialogTitle();
  expect([box()?.checked, may()]).toEqual([false, false]);
  for (const size of sizes) size.mockRestore();
});
