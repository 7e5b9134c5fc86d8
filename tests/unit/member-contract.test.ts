import { expect, test } from "vitest";
import { fieldsOf } from "../../worker/middleware/validate.ts";
import { memberChange, registration } from "#contract/member";

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
const refusedOf = (schema: typeof registration | typeof memberChange, value: object) => {
  const parsed = schema.safeParse(value);
  return parsed.success ? {} : fieldsOf(parsed.error.issues, value);
};

test("a business in Taiwan registers with eight digits of tax id, however wide they are typed", () => {
  expect(registration.parse({ ...business, tax_id: " １２３４５６７８ " }).tax_id).toBe("12345678");
  for (const tax_id of ["1234567", "123456789", "1234567a"])
    expect(refusedOf(registration, { ...business, tax_id })).toEqual({ tax_id: "invalid_tax_id" });
});

test("a business elsewhere registers with the tax id of its country, or none", () => {
  const abroad = { ...business, country: "JP", country_code: "+81" };
  for (const tax_id of ["T1-2345-6789-0123", "x".repeat(50), "", null])
    expect(refusedOf(registration, { ...abroad, tax_id }), String(tax_id)).toEqual({});
  expect(refusedOf(registration, { ...abroad, tax_id: "x".repeat(51) })).toEqual({
    tax_id: "too_long",
  });
});

test("a member changes the tax id to at most fifty characters; which country's rule holds is for who knows the member", () => {
  for (const tax_id of ["T1-2345-6789-0123", "x".repeat(50), "", null])
    expect(refusedOf(memberChange, { tax_id })).toEqual({});
  for (const tax_id of ["x".repeat(51), "x".repeat(5_000)])
    expect(refusedOf(memberChange, { tax_id })).toEqual({ tax_id: "too_long" });
  expect(refusedOf(memberChange, { tax_id: "T1\u0000" })).toEqual({ tax_id: "hidden_characters" });
});

test("a member cannot empty phone or dial code", () => {
  expect(refusedOf(memberChange, { phone: "", country_code: "" })).toEqual({
    phone: "invalid_phone",
    country_code: "invalid",
  });
});
