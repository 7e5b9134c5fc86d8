import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import {
  call,
  mailsTo,
  registerMember,
  registrationOf,
  signIn,
  uniqueEmail,
  uniquePhone,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const post = (path: string, options: Parameters<typeof call>[3] = {}) =>
  call(upstream, "POST", path, options);

test("somebody who registers gets a temporary password by mail and must change it", async () => {
  const { email, password } = await registerMember(upstream);
  const { status, body } = await signIn(upstream, email, password);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: "bearer",
    expires_in: 900,
    must_change_password: true,
  });
});

test("the mail to a Japanese member is Japanese and keeps the password out of its subject", async () => {
  const { email, password } = await registerMember(upstream, { language_code: "ja" });
  const [mail] = await mailsTo(upstream, email);
  expect(mail?.subject).toMatch(/仮パスワード/);
  expect(mail?.subject).not.toContain(password);
  expect(mail?.text).toContain(password);
});

test("an e-mail that is registered cannot be registered again, in capitals neither", async () => {
  const { email } = await registerMember(upstream);
  const answer = await post("/auth/register", { json: registrationOf(email.toUpperCase()) });
  expect([answer.status, answer.body]).toEqual([409, { detail: "此電子郵件已被註冊" }]);
});

test("a phone that is registered cannot be registered again, however it is written", async () => {
  const phone = uniquePhone();
  await registerMember(upstream, { phone });
  const spelled = `${phone.slice(1, 4)}-${phone.slice(4)}`;
  const answer = await post("/auth/register", {
    json: registrationOf(uniqueEmail(), { phone: spelled }),
  });
  expect([answer.status, answer.body]).toEqual([409, { detail: "此手機號碼已被註冊" }]);
});

test("of ten who register one e-mail at once, one gets it", async () => {
  const email = uniqueEmail();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post("/auth/register", { json: registrationOf(email) })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await mailsTo(upstream, email)).toHaveLength(1);
});

test("a business says its name, and in Taiwan its tax id", async () => {
  const nameless = await post("/auth/register", {
    json: registrationOf(uniqueEmail(), {
      is_business: true,
      company_name: " ",
      tax_id: "12345678",
    }),
  });
  expect([nameless.status, nameless.body]).toEqual([400, { detail: "企業用戶必須提供公司名稱" }]);
  const taxless = await post("/auth/register", {
    json: registrationOf(uniqueEmail(), { is_business: true, company_name: "Dew" }),
  });
  expect([taxless.status, taxless.body]).toEqual([400, { detail: "台灣企業用戶必須提供統一編號" }]);
  const abroad = registrationOf(uniqueEmail(), {
    is_business: true,
    company_name: "Dew",
    country: "JP",
    country_code: "+81",
  });
  expect((await post("/auth/register", { json: abroad })).status).toBe(201);
});

test.for<[string, Record<string, unknown>]>([
  ["a country that is not served", { country: "BR" }],
  ["a name of spaces", { first_name: "   " }],
  ["a tax id of seven digits", { is_business: true, company_name: "Dew", tax_id: "1234567" }],
  ["a field nobody asked for", { is_admin: true }],
])("registration refuses %s", async ([, change]) => {
  const { status, body } = await post("/auth/register", {
    json: registrationOf(uniqueEmail(), change),
  });
  expect(status).toBe(422);
  expect(body.detail).toEqual(expect.any(String));
});
