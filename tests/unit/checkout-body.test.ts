/** `worker/contract/checkout-body.ts`: what the shop reads of a checkout. */
import { expect, test } from "vitest";
import { checkoutBody } from "#contract/checkout-body";
import { fieldsOf } from "../../worker/middleware/validate.ts";
import { checkoutForm } from "../support/checkout-form.ts";

const form = checkoutForm({ items: [{ id: "line" }], totalPrice: 100 });
const faultsOf = (change: object) => {
  const value = { ...form, ...change };
  return fieldsOf(checkoutBody.safeParse(value).error?.issues ?? [], value);
};

const tooMany = Array.from({ length: 101 }, () => ({ id: "a" }));
const priced = { id: "a", price: 1 };
const company = (tax_id: string) => ({ invoice_type: "B2B", tax_id });
const donation = (love_code: string) => ({ invoice_type: "DONATE", love_code });

test.each<[string, object, Record<string, string>]>([
  ["a price in a line", { cart_items: [priced] }, { "cart_items.0.price": "unknown_field" }],
  ["a total", { order_total_price: 1 }, { order_total_price: "unknown_field" }],
  ["a status", { status: "paid" }, { status: "unknown_field" }],
  ["a negative sum", { expected_total: -100 }, { expected_total: "out_of_range" }],
  ["a huge sum", { expected_total: 1e18 }, { expected_total: "out_of_range" }],
  ["a sum in words", { expected_total: "100" }, { expected_total: "invalid" }],
  ["half a dollar", { expected_total: 100.5 }, { expected_total: "invalid" }],
  ["no lines", { cart_items: [] }, { cart_items: "required" }],
  ["101 lines", { cart_items: tooMany }, { cart_items: "too_long" }],
  ["another currency", { currency: "JPY" }, { currency: "invalid_choice" }],
  ["another country", { country: "JP" }, { country: "invalid_choice" }],
  ["another way to pay", { pay_type: "cash" }, { pay_type: "invalid_choice" }],
  ["no name", { customer_name: "   " }, { customer_name: "required" }],
  ["letters in the phone", { customer_phone: "call me" }, { customer_phone: "invalid_phone" }],
  ["a company without tax id", { invoice_type: "B2B" }, { tax_id: "required" }],
  ["seven digits of a tax id", company("1234567"), { tax_id: "invalid_tax_id" }],
  ["a donation to nobody", { invoice_type: "DONATE" }, { love_code: "donation_code_required" }],
  ["a love code of two digits", donation("12"), { love_code: "invalid" }],
  ["a love code of eight", donation("12345678"), { love_code: "invalid" }],
  ["a carrier of no kind", { carrier_type: "pigeon" }, { carrier_type: "invalid_choice" }],
])("a form with %s is refused (R35, R36)", (_what, change, faults) => {
  expect(faultsOf(change)).toEqual(faults);
});

test.each([
  ["mobile_barcode", "/AB+-.12", true],
  ["mobile_barcode", "/ABC12345", false],
  ["mobile_barcode", "/abc1234", false],
  ["mobile_barcode", "ABC", false],
  ["citizen_certificate", "AB12345678901234", true],
  ["citizen_certificate", "A123456789012345", false],
  ["citizen_certificate", undefined, false],
  ["", "", true],
])("to a %j goes an invoice with %j: %s", (carrier_type, carrier_num, isTaken) => {
  const faults = faultsOf({ carrier_type, ...(carrier_num !== undefined && { carrier_num }) });
  expect(faults).toEqual(isTaken ? {} : { carrier_num: "invalid" });
});

test("a company, a donor and a person without a note may order", () => {
  for (const change of [
    company("12345678"),
    donation("168001"),
    donation("X12"),
    { customer_note: undefined },
  ])
    expect(faultsOf(change)).toEqual({});
});
