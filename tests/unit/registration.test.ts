/** What the registration form holds against somebody, and what it sends. */
import { expect, test } from "vitest";
import {
  dialCodeOf,
  emptyRegistration,
  isListedCountry,
  needsTaxId,
  registrationOf,
  mistakesIn,
} from "../../web/pages/register/registration.ts";

const mistakes = (form: Partial<typeof emptyRegistration>, isBusiness = true) =>
  mistakesIn((key) => key, { ...written, agreed: true, ...form }, isBusiness);
const field = (code: string) => `common.errors.field.${code}`;
const written = {
  ...emptyRegistration,
  first_name: " Ada ",
  last_name: " Lovelace ",
  email: " ａda@example.test ",
  country: "TW",
  phone: " ０２ 2345 6789 ",
  address: " 12 St James's Square ",
  company_name: " Engines ",
  tax_id: " １2345678 ",
};

test("a business sends what it wrote, without blanks around it and in plain digits", () => {
  expect(registrationOf(written, true, "ja")).toEqual({
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.test",
    country: "TW",
    country_code: "+886",
    phone: "02 2345 6789",
    address: "12 St James's Square",
    is_business: true,
    company_name: "Engines",
    tax_id: "12345678",
    language_code: "ja",
  });
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
  expect(needsTaxId(true, "TW")).toBe(true);
  expect(needsTaxId(false, "TW") || needsTaxId(true, "JP")).toBe(false);
});

test.each([
  ["last_name", " ", field("required")],
  ["last_name", "香".repeat(50), undefined],
  ["last_name", "香".repeat(51), field("too_long")],
  ["first_name", "🌧".repeat(50), undefined],
  ["first_name", "a".repeat(51), field("too_long")],
  ["company_name", "", field("required")],
  ["company_name", "a".repeat(128), undefined],
  ["company_name", "a".repeat(129), field("too_long")],
  ["email", " ａda＠example.test ", undefined],
  ["email", "ada@", field("invalid_email")],
  ["phone", "０２ 2345 6789", undefined],
  ["phone", "0912", field("invalid_phone")],
  ["address", "a".repeat(200), undefined],
  ["address", "a".repeat(201), field("too_long")],
  ["tax_id", "", field("required")],
  ["tax_id", "２４５３６８０７", undefined],
  ["tax_id", "1234567", field("invalid_tax_id")],
  ["tax_id", "123456789", field("invalid_tax_id")],
  ["tax_id", "1234567a", field("invalid_tax_id")],
  ["tax_id_abroad", " ", undefined],
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
