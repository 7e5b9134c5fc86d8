import { emptyForm } from "../../web/payment/checkout-draft.ts";
import * as checkout from "../../web/pages/checkout/checkout-fields.ts";
import {
  dialCodeOf,
  emptyRegistration,
  isListedCountry,
  registrationOf,
  mistakesIn,
} from "../../web/pages/register/registration.ts";

const filled = {
  ...emptyForm,
  customer_name: "陳美玲",
  customer_address: "臺北市大安區",
  customer_phone: "+886 (0)912-345-678",
  customer_email: "mei@example.test",
};

const problemsOf = (form: typeof filled, isListed?: boolean) =>
  Object.fromEntries(
    Object.entries(checkout.mistakesIn(form, isListed)).map(([name, key]) => [
      name,
      key.replace("shop.checkout.errors.", ""),
    ]),
  );

test("a filled form has no problem, an empty one names every missing field", () => {
  expect(problemsOf(filled)).toEqual({});
  const fields = ["name", "address", "phone", "email"];
  const missing = fields.map((field) => [`customer_${field}`, `${field}_required`]);
  expect(problemsOf(emptyForm)).toEqual(Object.fromEntries(missing));
});

type Case = [Partial<typeof filled>, object];
const barcodeForm = "mobile_barcode_format";
const certificateForm = { carrier_num: "citizen_certificate_format" };

test("where saved addresses are listed, one is to be chosen rather than entered", () => {
  const unaddressed = { ...filled, customer_address: " " };
  expect(problemsOf(unaddressed, true)).toEqual({ customer_address: "address_unchosen" });
  expect(problemsOf(filled, true)).toEqual({});
});

test.each<Case>([
  [{ customer_phone: "0912abc" }, { customer_phone: "phone_invalid" }],
  [{ customer_email: "mei@example" }, { customer_email: "email_invalid" }],
  [{ customer_phone: "０９１２－３４５－６７８" }, {}],
  [{ invoice_type: "B2B" }, { tax_id: "tax_id_required" }],
  [{ invoice_type: "B2B", tax_id: "1234567" }, { tax_id: "tax_id_digits" }],
  [{ invoice_type: "B2C", tax_id: "12" }, {}],
  [{ invoice_type: "B2B", tax_id: "12345678", carrier_type: "mobile_barcode" }, {}],
  [{ carrier_type: "mobile_barcode", carrier_num: "/ABC+-.1" }, {}],
  [{ carrier_type: "mobile_barcode", carrier_num: "ABC12345" }, { carrier_num: barcodeForm }],
  [{ carrier_type: "mobile_barcode", carrier_num: "" }, { carrier_num: barcodeForm }],
  [{ carrier_type: "citizen_certificate", carrier_num: "AB12345678901234" }, {}],
  [{ carrier_type: "citizen_certificate", carrier_num: "AB1234567890123" }, certificateForm],
])("a form with %j is told %j", (written, problems) => {
  expect(problemsOf({ ...filled, ...written })).toEqual(problems);
});

test.each([
  ["+886", "912-345-678", "+886 912-345-678"],
  ["+886", "+886-912-345-678", "+886-912-345-678"],
  ["+886", "（０２）２３４５６７８９", "+886 (2)23456789"],
  ["+886", "0912-345-678", "+886 912-345-678"],
  ["+39", "06 1234 5678", "+39 06 1234 5678"],
  ["+886", "00886 912 345 678", "00886 912 345 678"],
  ["+886", "0912-345-678 #12", ""],
  ["+886", "12345678901234567890", "12345678901234567890"],
  ["+886", "", ""],
  [null, "0912345678", "0912345678"],
])("a member of %s with the phone number %s finds %j in the form", (country_code, phone, shown) => {
  expect(checkout.phoneOf({ country_code, phone })).toBe(shown);
  if (shown !== "") expect(problemsOf({ ...filled, customer_phone: shown })).toEqual({});
});

test("the tax id field lets in eight digits and nothing else", () => {
  expect(checkout.onlyTaxIdDigits("12-34 ab５６７８９")).toBe("12345678");
});

test("the carrier field makes capitals, folds full-width signs and stops at its length", () => {
  expect(checkout.onlyCarrierSigns("／ａｂｃ12-3 45", "mobile_barcode")).toBe("/ABC12-3");
  const certificate = checkout.onlyCarrierSigns("ab 1234 5678 9012 3456", "citizen_certificate");
  expect(certificate).toBe("AB12345678901234");
});

const mistakes = (form: Partial<typeof emptyRegistration>, isBusiness = true) =>
  mistakesIn({ ...written, agreed: true, ...form }, isBusiness);
const field = (code: string) => `common.errors.field.${code}`;
const person = { first_name: " Ada ", last_name: " Lovelace ", email: " ａda@example.test " };
const where = { country: "TW", phone: " ０２ 2345 6789 ", address: " 12 St James's Square " };
const firm = { company_name: " Engines ", tax_id: " １2345678 " };
const written = { ...emptyRegistration, ...person, ...where, ...firm };

test("a business sends what it wrote, without blanks around it and in plain digits", () => {
  const who = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.test" };
  const at = { country_code: "+886", phone: "02 2345 6789", address: "12 St James's Square" };
  const business = { is_business: true, company_name: "Engines", tax_id: "12345678" };
  const sent = { ...who, country: "TW", ...at, ...business, language_code: "ja" };
  expect(registrationOf(written, true, "ja")).toEqual(sent);
});

test("an individual sends neither company nor tax id, and a business no empty tax id", () => {
  const nothing = { is_business: false, company_name: null, tax_id: null };
  expect(registrationOf(written, false, "en")).toMatchObject(nothing);
  expect(registrationOf({ ...written, tax_id: " " }, true, "en")?.tax_id).toBeNull();
});

test("only countries of the list have a dial code, and only they can be registered from", () => {
  expect([dialCodeOf("JP"), dialCodeOf("XX"), dialCodeOf("")]).toEqual(["+81", "", ""]);
  for (const country of ["", "XX", "tw", "toString"]) {
    expect(isListedCountry(country), country).toBe(false);
    expect(registrationOf({ ...written, country }, true, "en")).toBeNull();
  }
});

test("the tax id is asked of businesses in Taiwan alone", () => {
  expect(mistakes({ tax_id: "" })).toEqual({ tax_id: field("required") });
  expect(mistakes({ tax_id: "" }, false)).toEqual({});
  expect(mistakes({ country: "JP", tax_id: "" })).toEqual({});
});

test.each([
  ["last_name", " ", field("required")],
  ["first_name", "🌧".repeat(50), undefined],
  ["company_name", "", field("required")],
  ["email", " ａda＠example.test ", undefined],
  ["email", "ada@", field("invalid_email")],
  ["phone", "0912", field("invalid_phone")],
  ["address", "a".repeat(201), field("too_long")],
  ["tax_id", "２４５３６８０７", undefined],
  ["tax_id", "1234567", field("invalid_tax_id")],
  ["tax_id_abroad", "x".repeat(50), undefined],
  ["tax_id_abroad", "x".repeat(51), field("too_long")],
] as const)("in %s, %s is answered by %s", (name, value, said) => {
  const isAbroad = name === "tax_id_abroad";
  const form = isAbroad ? { country: "JP", tax_id: value } : { [name]: value };
  expect(mistakes(form)).toEqual(said === undefined ? {} : { [isAbroad ? "tax_id" : name]: said });
});

test("a country must be chosen from the list, and the terms agreed to", () => {
  expect(mistakes({ country: "" }, false)).toEqual({ country: field("required") });
  expect(mistakes({ country: "XX" }, false)).toEqual({ country: "auth.register.country_unlisted" });
  expect(mistakes({ agreed: false })).toEqual({ agreed: "auth.register.terms_required" });
});
