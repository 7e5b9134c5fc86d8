import type * as z from "zod/mini";
import { email, line, phone, text } from "#contract/fields";
import { memberChange, registration } from "#contract/member";
import { cartItemBody, cartItemChange, cartRestoring } from "#contract/cart";
import { checkoutBody } from "#contract/checkout-body";
import { surveyStartBody } from "#contract/survey";
import { codeOf, fieldsOf } from "../../worker/middleware/validate.ts";
import { checkoutForm } from "../support/checkouts.ts";

test.each(["mei@example.test\u0000", "mei\ud800@example.test"])(
  "%j is no e-mail address (R64)",
  (typed) => {
    expect(email.safeParse(typed).success).toBe(false);
  },
);

test("an e-mail address may be typed in wide letters, with spaces around it", () => {
  expect(email.parse(" ｍｅｉ@example.test ")).toBe("mei@example.test");
});

test.each(["rain\u0000", "r\u007fain", "rain\ud800"])("a note of %j is refused", (note) => {
  expect(text(10).safeParse(note).success).toBe(false);
});

const hidden: [what: string, sign: string][] = [
  ["a line end", "\r\n"],
  ["a tab", "\t"],
  ["a line separator", "\u2028"],
  ["a C1 control", "\u0085"],
  ["a bidi override", "\u202E"],
  ["a zero-width space", "\u200B"],
  ["a byte order mark", "\uFEFF"],
  ["a private sign", "\uE000"],
  ["a tag letter", "\u{E0041}"],
];

test.each(hidden)("%s is refused in a single line and an e-mail address (R64)", (_what, sign) => {
  expect(line(50).safeParse(`Mei${sign}Chen`).error?.issues[0]?.message).toBe("hidden_characters");
  expect(email.safeParse(`me${sign}i@example.test`).success).toBe(false);
  expect(email.safeParse(`mei@exam${sign}ple.test`).success).toBe(false);
});

test("notes keep their line ends", () => {
  expect(text(50).parse("ring twice\nthen wait")).toBe("ring twice\nthen wait");
});

test.each([
  ["a joiner without anything to join", "Me\u200Di"],
  ["one between Latin letters", "Me\u200Ci"],
])("%s is refused: nobody sees it", (_what, name) => {
  expect(line(50).safeParse(name).success).toBe(false);
});

test.each([
  ["a variation selector of a Japanese name", "葛\u{E0100}城"],
  ["a Sinhala conjunct", "ශ්\u200Dරී"],
  ["a Persian name with a non-joiner", "علی\u200Cرضا"],
  ["a wide space", "王　小明"],
  ["a picture of joined parts", "👩\u200D🔬"],
])("%s is an ordinary part of a name", (_what, name) => {
  expect(line(50).parse(name)).toBe(name.normalize("NFC"));
});

test.each([
  ["12345", true],
  ["1234", false],
  ["000-1234", false],
  ["1".repeat(20), true],
  ["1".repeat(21), false],
])("somebody can be reached by the phone %s: %s", (typed, isOne) => {
  expect(phone.safeParse(typed).success).toBe(isOne);
});

test("a phone is kept as it is dialled, without what was typed around it", () => {
  expect(phone.parse(" ０９１２-345678　")).toBe("0912-345678");
});

const business = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.test",
  country: "TW",
  country_code: "+886",
  phone: "0912-345-678",
  address: "1 Test Road, Taipei",
  is_business: true,
  company_name: "Dew",
  tax_id: "12345678",
  language_code: "en",
};
const faultsOf = (schema: z.ZodMiniType, value: unknown) =>
  fieldsOf(schema.safeParse(value, { error: codeOf }).error?.issues ?? []);

test("a business in Taiwan registers with eight digits of tax id, however wide they are typed", () => {
  expect(registration.parse({ ...business, tax_id: " １２３４５６７８ " }).tax_id).toBe("12345678");
  for (const tax_id of ["1234567", "123456789", "1234567a"])
    expect(faultsOf(registration, { ...business, tax_id })).toEqual({ tax_id: "invalid_tax_id" });
});

test("a business elsewhere registers with the tax id of its country, or none", () => {
  const abroad = { ...business, country: "JP", country_code: "+81" };
  for (const tax_id of ["T1-2345-6789-0123", "x".repeat(50), "", null])
    expect(faultsOf(registration, { ...abroad, tax_id }), String(tax_id)).toEqual({});
  const longer = faultsOf(registration, { ...abroad, tax_id: "x".repeat(51) });
  expect(longer).toEqual({ tax_id: "too_long" });
});

test("a member changes the tax id to at most fifty characters; which country's rule holds is for who knows the member", () => {
  for (const tax_id of ["T1-2345-6789-0123", "x".repeat(50), "", null])
    expect(faultsOf(memberChange, { tax_id })).toEqual({});
  for (const tax_id of ["x".repeat(51), "x".repeat(5_000)])
    expect(faultsOf(memberChange, { tax_id })).toEqual({ tax_id: "too_long" });
  expect(faultsOf(memberChange, { tax_id: "T1\u0000" })).toEqual({ tax_id: "hidden_characters" });
});

test("a member cannot empty phone or dial code", () => {
  const faults = { phone: "invalid_phone", country_code: "invalid" };
  expect(faultsOf(memberChange, { phone: "", country_code: "" })).toEqual(faults);
});

const set = {
  productIds: ["hinoki-rain", "cedar-library"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "response-1",
};

test.each<[string, object, Record<string, string>]>([
  ["a total", { totalPrice: 1 }, { totalPrice: "unknown_field" }],
  ["a member", { memberId: "x" }, { memberId: "unknown_field" }],
  ["a negative amount", { amount: -1 }, { amount: "out_of_range" }],
  ["half a set", { amount: 1.5 }, { amount: "invalid" }],
  ["an amount beyond counting", { amount: 2 ** 53 }, { amount: "out_of_range" }],
  ["no product", { productIds: [] }, { productIds: "required" }],
  ["six products", { productIds: Array(6).fill("hinoki-rain") }, { productIds: "too_long" }],
  ["a path for a product", { productIds: ["../orders"] }, { "productIds.0": "invalid" }],
  ["an unknown kind", { itemType: "BARREL" }, { itemType: "invalid_choice" }],
  ["twenty-one options", { addonItemIds: Array(21).fill("box") }, { addonItemIds: "too_long" }],
  ["a label of 21 signs", { labelText: "x".repeat(21) }, { labelText: "too_long" }],
  ["words that never end", { userAnswer: "x".repeat(501) }, { userAnswer: "too_long" }],
])("a line with %s is not read (R35, R36)", (_what, change, faults) => {
  expect(faultsOf(cartItemBody, { ...set, ...change })).toEqual(faults);
});

test("a line is read with all that it may say, or without what it need not", () => {
  const whole = { amount: 100, concentration: "LIGHT", addonItemIds: ["box"], labelText: "雨後" };
  expect(cartItemBody.parse({ ...set, ...whole })).toEqual({ ...set, ...whole });
  const { surveyResponseId: _quiz, ...least } = set;
  expect(faultsOf(cartItemBody, least)).toEqual({});
  expect(faultsOf(cartItemBody, { ...set, surveyResponseId: null, labelText: null })).toEqual({});
});

test("what the server decides of a line may be sent back to it, and is ignored", () => {
  const decided = { id: "line-1", label: "SL-001", price: 1, createdAt: "2026-01-01" };
  expect(cartItemBody.parse({ ...decided, ...set })).toEqual(set);
  expect(cartItemChange.parse({ ...decided, amount: 2 })).toEqual({ amount: 2 });
  expect(faultsOf(cartItemChange, decided)).toEqual({ amount: "required" });
});

test.each<[string, object, Record<string, string>]>([
  ["an amount alone", { amount: 100 }, {}],
  ["a whole line", set, {}],
  ["nothing", {}, { amount: "required" }],
  ["a part of a line", { type: "SAMPLE" }, { productIds: "required", itemType: "required" }],
  ["a total", { amount: 100, totalPrice: 1 }, { totalPrice: "unknown_field" }],
])("%s is a change of a line, or no change", (_what, body, faults) => {
  expect(faultsOf(cartItemChange, body)).toEqual(faults);
});

test("as many lines come back at once as a cart can hold, and at least one", () => {
  const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, at) => `line-${at}`) });
  expect([1, 100].map((count) => faultsOf(cartRestoring, ids(count)))).toEqual([{}, {}]);
  expect(faultsOf(cartRestoring, ids(0))).toEqual({ ids: "required" });
  expect(faultsOf(cartRestoring, ids(101))).toEqual({ ids: "too_long" });
});

test("what a page says of who answers a quiz is read up to the length that each may have", () => {
  const longest = { member_id: 64, session_id: 64, ip_address: 64, user_agent: 512 };
  for (const [name, length] of Object.entries(longest)) {
    const faultsAt = (size: number) => faultsOf(surveyStartBody, { [name]: "x".repeat(size) });
    expect([faultsAt(length), faultsAt(length + 1)]).toEqual([{}, { [name]: "too_long" }]);
  }
});

const form = checkoutForm({ items: [{ id: "line" }], totalPrice: 100 });
const faultsWith = (change: object) => faultsOf(checkoutBody, { ...form, ...change });

const tooMany = Array.from({ length: 101 }, () => ({ id: "a" }));
const priced = { id: "a", price: "NT$ 100" };
const company = (tax_id: string) => ({ invoice_type: "B2B", tax_id });
const donation = (love_code: string) => ({ invoice_type: "DONATE", love_code });

test.each<[string, object, Record<string, string>]>([
  ["a price in words", { cart_items: [priced] }, { "cart_items.0.price": "invalid" }],
  ["a total", { order_total_price: 1 }, { order_total_price: "unknown_field" }],
  ["a negative sum", { expected_total: -100 }, { expected_total: "out_of_range" }],
  ["a sum in words", { expected_total: "100" }, { expected_total: "invalid" }],
  ["no lines", { cart_items: [] }, { cart_items: "required" }],
  ["101 lines", { cart_items: tooMany }, { cart_items: "too_long" }],
  ["another currency", { currency: "JPY" }, { currency: "invalid_choice" }],
  ["another way to pay", { pay_type: "cash" }, { pay_type: "invalid_choice" }],
  ["no name", { customer_name: "   " }, { customer_name: "required" }],
  ["letters in the phone", { customer_phone: "call me" }, { customer_phone: "invalid_phone" }],
  ["a company without tax id", { invoice_type: "B2B" }, { tax_id: "required" }],
  ["a donation to nobody", { invoice_type: "DONATE" }, { love_code: "donation_code_required" }],
  ["a love code of two digits", donation("12"), { love_code: "invalid" }],
  ["a carrier of no kind", { carrier_type: "pigeon" }, { carrier_type: "invalid_choice" }],
])("a form with %s is refused (R35, R36)", (_what, change, faults) => {
  expect(faultsWith(change)).toEqual(faults);
});

test.each([
  ["mobile_barcode", "/AB+-.12", true],
  ["mobile_barcode", "/ABC12345", false],
  ["citizen_certificate", "AB12345678901234", true],
  ["citizen_certificate", "A123456789012345", false],
  ["citizen_certificate", undefined, false],
  ["", "", true],
])("to a %j goes an invoice with %j: %s", (carrier_type, carrier_num, isTaken) => {
  const faults = faultsWith({ carrier_type, ...(carrier_num !== undefined && { carrier_num }) });
  expect(faults).toEqual(isTaken ? {} : { carrier_num: "invalid" });
});

test("a company, a donor and a person without a note may order", () => {
  const donors = [donation("168001"), donation("X12")];
  for (const change of [company("12345678"), ...donors, { customer_note: undefined }])
    expect(faultsWith(change)).toEqual({});
});
