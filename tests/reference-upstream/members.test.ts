import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import {
  mailsTo,
  registrationOf,
  talkTo,
  uniqueEmail,
  uniquePhone,
} from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { get, post, send, newMember } = talkTo(upstream);
const patch = (token: string, json: unknown) => send("PATCH", "/members/me", token, json);
const register = (json: object) => post("/auth/register", { json });

test("of ten who register one e-mail at once, one gets it", async () => {
  const email = uniqueEmail();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => register(registrationOf(email))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await mailsTo(upstream, email)).toHaveLength(1);
});

test.for<[string, Record<string, unknown>]>([
  ["a country that is not served", { country: "BR" }],
  ["a name of spaces", { first_name: "   " }],
  ["a tax id of seven digits", { is_business: true, company_name: "Dew", tax_id: "1234567" }],
  ["a field nobody asked for", { is_admin: true }],
])("registration refuses %s", async ([, change]) => {
  const { status, body } = await register(registrationOf(uniqueEmail(), change));
  expect([status, body]).toEqual([422, { detail: expect.any(String) }]);
});

test("two changes of different fields at once both last", async () => {
  const { token } = await newMember();
  const changes = { first_name: "Ada", last_name: "Lovelace", address: "2 New Road" };
  await Promise.all(Object.entries(changes).map((one) => patch(token, Object.fromEntries([one]))));
  expect((await get("/members/me", token)).body).toMatchObject(changes);
  expect((await patch(token, { avatar_url: null })).body.avatar_url).toBeNull();
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
  const { status, body } = await patch((await newMember()).token, change);
  expect([status, typeof body.detail]).toEqual([422, "string"]);
});

test("a business keeps a company name, and in Taiwan a tax id", async () => {
  const business = { is_business: true, company_name: "Dew", tax_id: "12345678" };
  const { token } = await newMember(business);
  for (const [change, detail] of [
    [{ company_name: "" }, "企業用戶必須提供公司名稱"],
    [{ tax_id: "" }, "台灣企業用戶必須提供統一編號"],
  ] as const) {
    const { status, body } = await patch(token, change);
    expect([status, body]).toEqual([400, { detail }]);
  }
  for (const tax_id of ["abcdefgh", "1234567", "123456789"])
    expect((await patch(token, { tax_id })).status).toBe(422);
  expect((await patch(token, { tax_id: "８７６５４３２１" })).body.tax_id).toBe("87654321");
});

test("a member cannot take somebody else's phone", async () => {
  const phone = uniquePhone();
  await newMember({ phone });
  const answer = await patch((await newMember()).token, { phone });
  expect([answer.status, answer.body]).toEqual([409, { detail: "此手機號碼已被註冊" }]);
});

const add = (token: string, address: unknown) =>
  send("POST", "/shipping-addresses", token, { address });

test.for(["", "   ", "路".repeat(201), null, 7])("an address of %j is refused", async (address) => {
  expect((await add((await newMember()).token, address)).status).toBe(422);
});
