import { expect, test } from "vitest";
import { email, line, phone, text } from "#contract/fields";
import { memberChange, registration } from "#contract/member";
import { fieldsOf } from "../../worker/middleware/validate.ts";

test.each([
  "mei@example.test\u0000",
  "me\u0007i@example.test",
  "mei\ud800@example.test",
  "mei@exam\u007fple.test",
])("%j is no e-mail address (R64)", (typed) => {
  expect(email.safeParse(typed).success).toBe(false);
});

test("an e-mail address may be typed in wide letters, with spaces around it", () => {
  expect(email.parse(" ｍｅｉ@example.test ")).toBe("mei@example.test");
});

const hidden: [what: string, sign: string][] = [
  ["a line end", "\r\n"],
  ["a tab", "\t"],
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
  ["a C1 control", "\u0085"],
  ["a bidi override", "\u202E"],
  ["a bidi isolate", "\u2066"],
  ["a bidi mark", "\u200F"],
  ["a zero-width space", "\u200B"],
  ["a word joiner", "\u2060"],
  ["a soft hyphen", "\u00AD"],
  ["a byte order mark", "\uFEFF"],
  ["a private sign", "\uE000"],
  ["a Hangul filler", "\u3164"],
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
  ["one at the end", "මැයි\u200D"],
])("%s is refused: nobody sees it", (_what, name) => {
  expect(line(50).safeParse(name).success).toBe(false);
});

test.each([
  ["a variation selector of a Japanese name", "葛\u{E0100}城"],
  ["a Sinhala conjunct", "ශ්\u200Dරී"],
  ["a Persian name with a non-joiner", "علی\u200Cرضا"],
  ["accents", "Zoë Nguyễn"],
  ["an apostrophe", "O’Brien"],
  ["a wide space", "王　小明"],
  ["a picture of joined parts", "👩\u200D🔬"],
])("%s is an ordinary part of a name", (_what, name) => {
  expect(line(50).parse(name)).toBe(name.normalize("NFC"));
});

test.each([
  ["12345", true],
  ["1234", false],
  ["000-1234", false],
  ["000-12345", true],
  ["(02) 1234-5", true],
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
