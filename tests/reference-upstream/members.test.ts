import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import {
  call,
  newUpstreamMember,
  registrationOf,
  uniqueEmail,
  uniquePhone,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const patch = (token: string, json: unknown) =>
  call(upstream, "PATCH", "/members/me", { token, json });

test("a member sees their own profile, last name first", async () => {
  const phone = uniquePhone();
  const { token, email } = await newUpstreamMember(upstream, { phone });
  const { status, body } = await call(upstream, "GET", "/members/me", { token });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    email,
    first_name: "Noor",
    last_name: "Haddad",
    full_name: "Haddad Noor",
    phone,
    country: "TW",
    country_code: "+886",
    address: "1 Test Road, Taipei",
    is_business: false,
    company_name: null,
    tax_id: null,
    language_code: "en",
    time_zone: null,
    avatar_url: null,
  });
});

test("Chinese and Japanese names are written without a gap", async () => {
  const { token } = await newUpstreamMember(upstream, { first_name: "美雲", last_name: "林" });
  expect((await call(upstream, "GET", "/members/me", { token })).body.full_name).toBe("林美雲");
});

test("the older store's test-token answers with the member", async () => {
  const { token, email } = await newUpstreamMember(upstream);
  const { status, body } = await call(upstream, "POST", "/members/login/test-token", { token });
  expect([status, body.email]).toEqual([200, email]);
});

test("the older store's register is the same registration", async () => {
  const json = registrationOf(uniqueEmail());
  expect((await call(upstream, "POST", "/members/register", { json })).status).toBe(201);
  const again = await call(upstream, "POST", "/members/register", { json });
  expect([again.status, again.body]).toEqual([409, { detail: "此電子郵件已被註冊" }]);
});

test("nobody without a token sees a profile", async () => {
  const none = await call(upstream, "GET", "/members/me");
  expect([none.status, none.body]).toEqual([401, { detail: "無法驗證憑證" }]);
  const invented = await call(upstream, "GET", "/members/me", { token: "sua_invented" });
  expect([invented.status, invented.body]).toEqual([401, { detail: "無效或過期的令牌" }]);
});

test("a member changes what they send and keeps the rest", async () => {
  const { token } = await newUpstreamMember(upstream);
  const changed = await patch(token, {
    first_name: "Ada",
    time_zone: "Asia/Taipei",
    avatar_url: "https://example.test/ada.png",
  });
  expect(changed.status).toBe(200);
  expect((await call(upstream, "GET", "/members/me", { token })).body).toMatchObject({
    first_name: "Ada",
    last_name: "Haddad",
    time_zone: "Asia/Taipei",
    avatar_url: "https://example.test/ada.png",
  });
  expect((await patch(token, { avatar_url: null })).body.avatar_url).toBeNull();
});

test("two changes of different fields at once both last", async () => {
  const { token } = await newUpstreamMember(upstream);
  await Promise.all([
    patch(token, { first_name: "Ada" }),
    patch(token, { last_name: "Lovelace" }),
    patch(token, { address: "2 New Road" }),
  ]);
  expect((await call(upstream, "GET", "/members/me", { token })).body).toMatchObject({
    first_name: "Ada",
    last_name: "Lovelace",
    address: "2 New Road",
  });
});

test.for<[string, Record<string, unknown>]>([
  ["another country", { country: "JP" }],
  ["another e-mail", { email: "else@example.test" }],
  ["a first name of 51 characters", { first_name: "x".repeat(51) }],
  ["an address of 201 characters", { address: "路".repeat(201) }],
  ["a tax id of 51 characters", { tax_id: "x".repeat(51) }],
  ["a phone of letters", { phone: "call me" }],
  ["a picture from a script", { avatar_url: "javascript:alert(1)" }],
  ["no object at all", [] as never],
])("the profile refuses %s", async ([, change]) => {
  const { token } = await newUpstreamMember(upstream);
  const { status, body } = await patch(token, change);
  expect([status, typeof body.detail]).toEqual([422, "string"]);
});

test("a business keeps a company name, and in Taiwan a tax id", async () => {
  const { token } = await newUpstreamMember(upstream, {
    is_business: true,
    company_name: "Dew",
    tax_id: "12345678",
  });
  const nameless = await patch(token, { company_name: "" });
  expect([nameless.status, nameless.body]).toEqual([400, { detail: "企業用戶必須提供公司名稱" }]);
  const taxless = await patch(token, { tax_id: "" });
  expect([taxless.status, taxless.body]).toEqual([400, { detail: "台灣企業用戶必須提供統一編號" }]);
  for (const tax_id of ["abcdefgh", "1234567", "123456789"])
    expect((await patch(token, { tax_id })).status).toBe(422);
  expect((await patch(token, { tax_id: "８７６５４３２１" })).body.tax_id).toBe("87654321");
});

test("a business elsewhere keeps the tax id of its country, or none", async () => {
  const abroad = { is_business: true, company_name: "Dew", country: "JP", country_code: "+81" };
  const { token } = await newUpstreamMember(upstream, abroad);
  expect((await patch(token, { tax_id: "T1-2345-6789-0123" })).body.tax_id).toBe(
    "T1-2345-6789-0123",
  );
  expect((await patch(token, { tax_id: "" })).body.tax_id).toBeNull();
});

test("a member cannot take somebody else's phone", async () => {
  const phone = uniquePhone();
  await newUpstreamMember(upstream, { phone });
  const { token } = await newUpstreamMember(upstream);
  const answer = await patch(token, { phone });
  expect([answer.status, answer.body]).toEqual([409, { detail: "此手機號碼已被註冊" }]);
});
