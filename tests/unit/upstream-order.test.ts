import type { CheckoutBody } from "#contract/checkout-body";
import {
  invoiceOf,
  orderedLineOf,
  orderFormOf,
} from "../../worker/shop/checkout/order-upstream.ts";
import type { CartItemRow } from "../../worker/store/carts.ts";

const noon = Date.UTC(2026, 10, 21, 12);
const where = { customer_address: "1 Test Road", customer_phone: "0912345678" };
const person = { customer_name: "Mei", customer_email: "mei@example.test", ...where };
const taiwan = { country: "TW", currency: "TWD", invoice_type: "B2C", pay_type: "ecpay" } as const;
const seen = { cart_items: [{ id: "line" }], expected_total: 200 };
const body: CheckoutBody = { ...person, ...taiwan, ...seen };
const line: CartItemRow = {
  id: "line",
  cartId: "cart",
  productIds: ["hinoki-rain"],
  label: "SL-001",
  itemType: "JAR",
  saleType: "SAMPLE",
  amount: 2,
  unitPrice: 100,
  concentration: "RICH",
  surveyResponseId: "quiz",
  userAnswer: "rain",
  addonItemIds: [],
  labelText: null,
  createdAt: noon,
  removedAt: null,
};
const carrier = { carrier_type: "MOBILE" as never, carrier_num: "/ABC1234" };
const otherInvoiceFields = { ...carrier, tax_id: "12345678", love_code: "919" };
const none = { tax_id: "", carrier_type: "", carrier_num: "", love_code: "" };

test.each([
  ["B2C", carrier],
  ["B2B", { tax_id: "12345678" }],
  ["DONATE", { love_code: "919" }],
] as const)("of an invoice %s only its own fields are sent", (invoice_type, sent) => {
  const form = orderFormOf({ ...body, ...otherInvoiceFields, invoice_type }, [line]);
  expect(form).toMatchObject({ invoice_type, ...none, ...sent });
  expect(orderFormOf({ ...body, invoice_type }, [])).toMatchObject({ invoice_type, ...none });
});

test("without a kind of carrier its number is not sent", () => {
  expect(orderFormOf({ ...body, ...otherInvoiceFields, carrier_type: "" }, [])).toMatchObject(none);
});

test("a line is ordered at the price of all of it, with what was chosen for it", () => {
  const noted = orderFormOf({ ...body, customer_note: "ring twice" }, [line]);
  expect(noted.customer_note).toBe("ring twice");
  const [plain] = noted.cart_items;
  expect(plain).toEqual({
    id: "line",
    productIds: ["hinoki-rain"],
    label: "SL-001",
    price: 200,
    itemType: "JAR",
    type: "SAMPLE",
    amount: 2,
    concentration: "RICH",
    surveyResponseId: "quiz",
    userAnswer: "rain",
    createdAt: new Date(noon).toISOString(),
  });
  const chosen = { ...line, addonItemIds: ["cap"], labelText: "For Mei" };
  const [labelled] = orderFormOf(body, [chosen]).cart_items;
  expect(labelled).toEqual({ ...plain, addonItemIds: ["cap"], labelText: "For Mei" });
  expect(orderFormOf(body, [])).toMatchObject({ ...person, customer_note: "", currency: "TWD" });
  const { id: _id, cartId: _cart, unitPrice: _price, surveyResponseId: _quiz, ...rest } = chosen;
  const { userAnswer: _answer, createdAt: _at, removedAt: _gone, ...kept } = rest;
  expect(orderedLineOf(chosen)).toEqual({ ...kept, price: 200 });
});

test("an invoice names who buys, each line by its number, and what is added to them", () => {
  const adjustments = [{ kind: "shipping", amount: 60 }];
  const invoice = invoiceOf(body, [line], { lines: 200, adjustments, total: 260 });
  const items = [
    { product_number: "SL-001", product_unit: "JAR", amount: 2, price: 200 },
    { product_number: "shipping", product_unit: "", amount: 1, price: 60 },
  ];
  expect(invoice).toEqual({ invoice_type: "B2C", ...none, ...person, items });
});
