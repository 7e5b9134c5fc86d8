import { expect, test } from "vitest";
import { isReadToEnd } from "../../web/purchase/ConsentDialog.tsx";
import { emptyForm } from "../../web/payment/checkout-draft.ts";
import { phoneOf } from "../../web/pages/checkout/prefill.ts";
import {
  onlyCarrierSigns,
  onlyTaxIdDigits,
  problemsOf,
} from "../../web/pages/checkout/validation.ts";

const filled = {
  ...emptyForm,
  customer_name: "陳美玲",
  customer_address: "臺北市大安區",
  customer_phone: "+886 (0)912-345-678",
  customer_email: "mei@example.test",
};

test("a filled form has no problem", () => {
  expect(problemsOf(filled)).toEqual({});
});

test("an empty form names every missing field", () => {
  expect(problemsOf(emptyForm)).toEqual({
    customer_name: "name_required",
    customer_address: "address_required",
    customer_phone: "phone_required",
    customer_email: "email_required",
  });
});

test("where saved addresses are listed, one is to be chosen rather than entered", () => {
  const unaddressed = { ...filled, customer_address: " " };
  expect(problemsOf(unaddressed, true)).toEqual({ customer_address: "address_unchosen" });
  expect(problemsOf(filled, true)).toEqual({});
});

test.each(["0912abc", "０９１２x", "+-() ", "123456789012345678901"])(
  "the phone number %s is refused",
  (customer_phone) => {
    expect(problemsOf({ ...filled, customer_phone })).toEqual({ customer_phone: "phone_invalid" });
  },
);

test("full-width digits are the same phone number", () => {
  expect(problemsOf({ ...filled, customer_phone: "０９１２－３４５－６７８" })).toEqual({});
});

test.each([
  ["+886", "912-345-678", "+886 912-345-678"],
  ["+886", "+886-912-345-678", "+886-912-345-678"],
  ["+886", "886912345678", "886912345678"],
  ["+886", "（０２）２３４５６７８９", "+886 (2)23456789"],
  ["+886", "0912-345-678", "+886 912-345-678"],
  ["+81", "080-2417-6093", "+81 80-2417-6093"],
  ["+39", "06 1234 5678", "+39 06 1234 5678"],
  ["+852", "9123 4567", "+852 9123 4567"],
  ["+886", "00886 912 345 678", "00886 912 345 678"],
  ["+886", "0912-345-678 #12", ""],
  ["+886", "(02) 2345-6789 012", "(02) 2345-6789 012"],
  ["+886", "12345678901234567890", "12345678901234567890"],
  ["+886", "", ""],
  ["+886", null, ""],
  [null, "0912345678", "0912345678"],
])("a member of %s with the phone number %s finds %j in the form", (country_code, phone, shown) => {
  expect(phoneOf({ country_code, phone })).toBe(shown);
  if (shown !== "") expect(problemsOf({ ...filled, customer_phone: shown })).toEqual({});
});

test.each(["mei", "mei@", "@example.test", "mei@example", "mei mei@example.test"])(
  "the e-mail %s is refused",
  (customer_email) => {
    expect(problemsOf({ ...filled, customer_email })).toEqual({ customer_email: "email_invalid" });
  },
);

test("a company invoice needs a tax id of exactly eight digits", () => {
  expect(problemsOf({ ...filled, invoice_type: "B2B" })).toEqual({ tax_id: "tax_id_required" });
  expect(problemsOf({ ...filled, invoice_type: "B2B", tax_id: "1234567" })).toEqual({
    tax_id: "tax_id_digits",
  });
  expect(problemsOf({ ...filled, invoice_type: "B2B", tax_id: "12345678" })).toEqual({});
  expect(problemsOf({ ...filled, invoice_type: "B2C", tax_id: "12" })).toEqual({});
});

test("the tax id field lets in eight digits and nothing else", () => {
  expect(onlyTaxIdDigits("12-34 ab５６７８９")).toBe("12345678");
});

test.each([
  ["mobile_barcode", "/ABC+-.1", {}],
  ["mobile_barcode", "ABC12345", { carrier_num: "mobile_barcode_format" }],
  ["mobile_barcode", "/ABC123", { carrier_num: "mobile_barcode_format" }],
  ["mobile_barcode", "", { carrier_num: "mobile_barcode_format" }],
  ["citizen_certificate", "AB12345678901234", {}],
  ["citizen_certificate", "AB1234567890123", { carrier_num: "citizen_certificate_format" }],
  ["citizen_certificate", "1212345678901234", { carrier_num: "citizen_certificate_format" }],
  ["", "whatever", {}],
] as const)(
  "a %s carrier may say %s, or is told its form",
  (carrier_type, carrier_num, expected) => {
    expect(problemsOf({ ...filled, carrier_type, carrier_num })).toEqual(expected);
  },
);

test("the carrier of a personal invoice does not stand in the way of a company's", () => {
  const company = { ...filled, invoice_type: "B2B" as const, tax_id: "12345678" };
  expect(problemsOf({ ...company, carrier_type: "mobile_barcode", carrier_num: "" })).toEqual({});
});

test("the carrier field makes capitals, folds full-width signs and stops at its length", () => {
  expect(onlyCarrierSigns("／ａｂｃ12-3 45", "mobile_barcode")).toBe("/ABC12-3");
  expect(onlyCarrierSigns("ab 1234 5678 9012 3456", "citizen_certificate")).toBe(
    "AB12345678901234",
  );
});

test("the notice counts as read at its end, within five pixels, or when it is short", () => {
  expect(isReadToEnd({ scrollTop: 0, clientHeight: 300, scrollHeight: 900 })).toBe(false);
  expect(isReadToEnd({ scrollTop: 594, clientHeight: 300, scrollHeight: 900 })).toBe(false);
  expect(isReadToEnd({ scrollTop: 595, clientHeight: 300, scrollHeight: 900 })).toBe(true);
  expect(isReadToEnd({ scrollTop: 0, clientHeight: 300, scrollHeight: 300 })).toBe(true);
});
