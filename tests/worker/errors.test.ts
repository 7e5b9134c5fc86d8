import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { clientErrorCodes, errorCodes, fieldErrorCodes } from "../../worker/contract/errors.ts";
import { borrowShop } from "../support/borrowed.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { rawRequest, type RawAnswer } from "../support/raw-request.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
let member: NewMember;
beforeAll(async () => {
  shop = await borrowShop();
  member = await newMember(shop);
});

const fromPage = () => ({
  Origin: shop.url.origin,
  "X-Requested-With": "fetch",
  Authorization: `Bearer ${member.shopper.token}`,
});
const send = (path: string, body: string[], headers: Record<string, string> = {}) =>
  rawRequest(shop, {
    method: "POST",
    path: `/api/v1${path}`,
    body,
    headers: { ...fromPage(), "Content-Type": "application/json", ...headers },
  });

function expectRefusal(answer: RawAnswer, status: number, code: string) {
  const body = JSON.parse(answer.text);
  expect.soft({ status: answer.status, code: body.code }).toEqual({ status, code });
  expect.soft(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect
    .soft(Object.keys(body).every((key) => ["code", "requestId", "detail", "fields"].includes(key)))
    .toBe(true);
  return body;
}

test.each(["zh", "en", "ja"])("every refusal has words in %s", (lng) => {
  const { errors } = JSON.parse(
    readFileSync(
      resolve(import.meta.dirname, `../../worker/content/locales/${lng}/common.json`),
      "utf8",
    ),
  );
  for (const code of [...errorCodes, ...clientErrorCodes])
    expect.soft(errors[code], code).toEqual(expect.stringMatching(/\S{2}/));
  for (const code of fieldErrorCodes)
    expect.soft(errors.field[code], code).toEqual(expect.stringMatching(/\S{2}/));
});

test.each([
  "",
  "{",
  '{"address":',
  "nul",
  '{"address":"x"}}',
  "\u0000",
  "{'address':1}",
  '{"address":"\\u00"}',
])("a body that is no JSON (%j) is refused as unreadable (R65)", async (body) => {
  expectRefusal(await send("/shipping-addresses", [body]), 400, "malformed_request");
});

test("a body that is not UTF-8 is refused as unreadable (R65)", async () => {
  const answer = await shop.fetch("/api/v1/shipping-addresses", {
    method: "POST",
    headers: { ...fromPage(), "Content-Type": "application/json" },
    body: Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  });
  expect(answer.status).toBe(400);
  expect((await answer.json()).code).toBe("malformed_request");
});

test.each([
  "",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/json; charset=big5",
  "application/jsonp",
  "application/json, text/plain",
])("a body of type %j is refused (R65)", async (type) => {
  expectRefusal(
    await send("/shipping-addresses", ['{"address":"x"}'], { "Content-Type": type }),
    415,
    "unsupported_media_type",
  );
});

test("a compressed body is refused rather than unpacked (R81)", async () => {
  expectRefusal(
    await send("/shipping-addresses", ["xx"], { "Content-Encoding": "gzip" }),
    415,
    "unsupported_media_type",
  );
});

test.each([
  ["null", "null", {}],
  ["a list", "[]", {}],
  ["a string", '"address"', {}],
  ["nothing in it", "{}", { address: "required" }],
  ["a number for a text", '{"address":1}', { address: "invalid" }],
  ["a list for a text", '{"address":[]}', { address: "invalid" }],
  ["an empty text", '{"address":"   "}', { address: "required" }],
  [
    "a text that is too long",
    JSON.stringify({ address: "長".repeat(201) }),
    { address: "too_long" },
  ],
  ["a NUL in a text", '{"address":"a\\u0000b"}', { address: "hidden_characters" }],
  ["half of a character", '{"address":"\\ud800"}', { address: "invalid" }],
  ["a field too many", '{"address":"a","price":1}', { price: "unknown_field" }],
  ["a prototype", '{"address":"a","__proto__":{"x":1}}', { __proto__: "unknown_field" }],
])("a body with %s is refused with the field's own reason (R64)", async (_what, json, fields) => {
  const body = expectRefusal(await send("/shipping-addresses", [json]), 400, "validation_failed");
  expect(JSON.stringify(body.fields)).toBe(
    JSON.stringify(_what === "a prototype" ? JSON.parse('{"__proto__":"unknown_field"}') : fields),
  );
});

test("a deep heap of brackets is refused, not fallen over (R65)", async () => {
  expectRefusal(
    await send("/shipping-addresses", [`{"address":${"[".repeat(10_000)}${"]".repeat(10_000)}}`]),
    400,
    "validation_failed",
  );
});

test.each([
  "1".repeat(65),
  "..%2f..%2fadmin",
  "a%00b",
  "%5c",
  "a%20b",
  "%E0%A4%A",
  "a;b",
  "a%3fb",
  "%E4%B8%AD",
])("an address id %j is refused (R58)", async (id) => {
  const answer = await rawRequest(shop, {
    method: "DELETE",
    path: `/api/v1/shipping-addresses/${id}`,
    headers: fromPage(),
  });
  expectRefusal(answer, 400, "validation_failed");
});

const tooLong = `{"address":"${"x".repeat(40_000)}"}`;
test.each([
  ["as it is", [tooLong], { "Content-Length": String(tooLong.length) }],
  ["in chunks", [tooLong.slice(0, 20_000), tooLong.slice(20_000)], {}],
])("a body over the limit is refused, sent %s (R81)", async (_how, body, headers) => {
  expectRefusal(
    await send("/shipping-addresses", body, headers as Record<string, string>),
    413,
    "payload_too_large",
  );
});

test.each([
  ["a query twice", "/orders/my-orders?skip=0&skip=1", "malformed_request"],
  ["a broken escape", "/orders/my-orders?skip=%zz", "malformed_request"],
  ["a query that is not UTF-8", "/orders/my-orders?skip=%ff", "malformed_request"],
  ["an unknown query", "/orders/my-orders?order=asc", "validation_failed"],
  ["a negative number", "/orders/my-orders?skip=-1", "validation_failed"],
  ["a page too large", "/orders/my-orders?limit=101", "validation_failed"],
  ["an exponent", "/orders/my-orders?limit=1e1", "validation_failed"],
  ["a day that is none", "/orders/my-orders?start_date=2026-13-01", "validation_failed"],
  ["SQL", "/orders/my-orders?start_date='%20OR%201=1", "validation_failed"],
])("a question with %s is refused (R64)", async (_what, path, code) => {
  expectRefusal(await rawRequest(shop, { path: `/api/v1${path}`, headers: fromPage() }), 400, code);
});

test("a call that exists answers another method with the methods it has (R7)", async () => {
  const answer = await rawRequest(shop, {
    method: "PATCH",
    path: "/api/v1/shipping-addresses/a1",
    headers: fromPage(),
  });
  expectRefusal(answer, 405, "method_not_allowed");
  expect(answer.headers.allow).toBe("PUT, DELETE");
});

test.each([
  "/api",
  "/api/",
  "/api/v1",
  "/api/v2/config",
  "/api/v1/admin",
  "/api/v1//config",
  "/api/v1/products",
  "/api/v1/products/a/b",
])("%s is unknown and says so without a redirect (R7, R57)", async (path) => {
  const answer = await rawRequest(shop, { path });
  expectRefusal(answer, 404, "not_found");
});

test("a refusal never repeats what was sent (R67)", async () => {
  const answer = await send("/shipping-addresses", [
    '{"address":"<script>secret</script>","<b>secret</b>":1}',
  ]);
  expect(answer.status).toBe(400);
  expect(answer.text).not.toContain("secret");
});

test("a foreign token and another site's request leave a line that names neither (R74)", async () => {
  const token = "a-foreign-token.that-opens.nothing";
  const foreign = await rawRequest(shop, {
    path: "/api/v1/auth/sessions",
    headers: { ...fromPage(), Authorization: `Bearer ${token}` },
  });
  expectRefusal(foreign, 401, "token_invalid");
  const elsewhere = await send("/shipping-addresses", ["{}"], { Origin: "https://evil.example" });
  expectRefusal(elsewhere, 403, "origin_refused");
  const lineOf = (answer: RawAnswer) =>
    shop.logs().find((line) => line.includes(String(answer.headers["x-request-id"])));
  for (const [answer, code] of [
    [foreign, "token_invalid"],
    [elsewhere, "origin_refused"],
  ] as const) {
    await expect.poll(() => lineOf(answer)).toContain(`"event":"request refused","`);
    expect(lineOf(answer)).toContain(`"code":"${code}"`);
    expect(lineOf(answer)).not.toMatch(/foreign-token|evil/);
  }
});
