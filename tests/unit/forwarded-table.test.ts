/** What of a request is passed on to the upstream, and what counts as its answer. */
import { expect, test } from "vitest";
import { forwardedTable } from "../../worker/upstream/forwarded-table.ts";
import { addressOf } from "../../worker/upstream/exchange.ts";
import { codeOfSentence, refusalOf, upstreamMessages } from "../../worker/upstream/catalogue.ts";

const routeAt = (method: string, path: string) =>
  forwardedTable.find((one) => one.endpoint.method === method && one.endpoint.path === path);

test.each([
  ["PATCH", "/members/me"],
  ["PUT", "/shipping-addresses/{id}"],
  ["DELETE", "/shipping-addresses/{id}"],
  ["POST", "/surveys/{id}/start"],
  ["POST", "/surveys/responses/{id}/recommendations"],
])("what %s %s did is done, whatever the upstream says of it", (method, path) => {
  const route = routeAt(method, path);
  expect(route?.endpoint.expects).not.toBe("answer");
  for (const said of [undefined, null, "ok", [], { ok: true }])
    expect(route?.endpoint.read(said, {})).toBeNull();
});

test("the start of a survey tells whose it is, from which session, address and browser", () => {
  const visitor = {
    memberId: "m1",
    sessionId: "s1",
    ipAddress: "203.0.113.9",
    userAgent: "Firefox",
  };
  const body = routeAt("POST", "/surveys/{id}/start")?.body;
  expect(body?.toUpstream({ member_id: "somebody-else" } as never, visitor, {})).toEqual({
    member_id: "m1",
    session_id: "s1",
    ip_address: "203.0.113.9",
    user_agent: "Firefox",
  });
});

test("of a change of the profile and of a recommendation each field is passed on, and no other", () => {
  const visitor = { memberId: "m1", sessionId: null, ipAddress: null, userAgent: null };
  const change = {
    first_name: "Mei",
    last_name: "Lin",
    phone: "0912345678",
    country_code: "+886",
    address: "1 Test Road",
    company_name: "Lin & Co",
    tax_id: "12345678",
    avatar_url: "https://pictures.test/mei.png",
    language_code: "zh",
    time_zone: "Asia/Taipei",
  };
  const sent = (method: string, path: string, wish: object) =>
    routeAt(method, path)?.body?.toUpstream(wish as never, visitor, { id: "r1" });
  expect(sent("PATCH", "/members/me", { ...change, is_admin: true })).toEqual(change);
  const reason = {
    product_id: "hinoki-rain",
    recommendation_reason: "close",
    recommendation_order: 1,
    ai_response: "Rain",
  };
  const path = "/surveys/responses/{id}/recommendations";
  expect(sent("POST", path, { ...reason, response_id: "r2" })).toEqual({
    response_id: "r1",
    ...reason,
  });
});

test.each([
  "..",
  "../x",
  "%2e%2e",
  "a/b",
  "a\\b",
  "",
  "//evil.example",
  "a?b",
  "a#b",
  "中",
  "x".repeat(65),
])("an id %j never becomes part of an address (R58)", (id) => {
  const build = () =>
    addressOf("https://upstream.example/api/v1", "/orders/{id}", { params: { id } });
  expect(build).toThrow("validation_failed");
});

test.each(["/../admin", "/x/../../..", "/a\\..\\..\\b"])(
  "a template %s that would leave the upstream's prefix is refused (R58)",
  (path) => {
    const build = () => addressOf("https://upstream.example/api/v1", path, {});
    expect(build).toThrow("left its prefix");
  },
);

test("every sentence of the catalogue has its code, in full-width punctuation too", () => {
  for (const [code, sentence] of Object.entries(upstreamMessages)) {
    expect.soft(codeOfSentence(sentence)).toBe(code);
    expect.soft(codeOfSentence(`${sentence.replaceAll(",", "，")}。`)).toBe(code);
  }
  expect(codeOfSentence("註冊失敗: 資料庫忙碌")).toBe("registration_failed");
  expect(codeOfSentence("別的話")).toBeNull();
});

test("a detail that is no detail is left out (R67)", () => {
  for (const body of [{ detail: 7 }, { detail: "x".repeat(5_000) }, "text"])
    expect(refusalOf(400, body).facts).toEqual({ status: 400 });
});
