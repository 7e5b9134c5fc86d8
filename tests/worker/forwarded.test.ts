import { passwordPolicy } from "../../worker/contract/auth.ts";
import { member, shippingAddress, shippingAddressList } from "../../worker/contract/member.ts";
import * as contract from "../../worker/contract/product.ts";
import { chatAnswer, survey, surveyResponse } from "../../worker/contract/survey.ts";
import { borrowShop } from "../support/borrowed.ts";
import { stageFault } from "../support/upstream-state.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { newShopper } from "../support/shopper.ts";

const shop = await borrowShop();
const noor = await newMember(shop);
beforeEach(() => stageFault(shop, { mode: "none" }));

const surveyId = "scent-discovery";
const describing = (words: string) => ({
  form_id: surveyId,
  personal_option: "SAMPLE_PAPER",
  answers: [{ question_id: "ideal-scent", option_ids: [], answer_text: words }],
});

test("a member reads and changes their own profile", async () => {
  const before = await noor.shopper.get("/members/me");
  expect(member.parse(before.body).email).toBe(noor.email);
  expect(before.headers.get("Cache-Control")).toBe("no-store");
  const changed = await noor.shopper.send("PATCH", "/members/me", { first_name: "Noora" });
  expect([changed.status, changed.body.first_name]).toEqual([200, "Noora"]);
  expect((await noor.shopper.get("/members/me")).body.first_name).toBe("Noora");
});

test("a business elsewhere keeps the tax id of its country, one in Taiwan only eight digits", async () => {
  const abroad = await newMember(shop, { isBusiness: true, country: "JP" });
  const taiwanese = await newMember(shop, { isBusiness: true });
  const change = ({ shopper }: NewMember, tax_id: string) =>
    shopper.send("PATCH", "/members/me", { tax_id });
  expect((await change(abroad, "T1-2345-6789-0123")).status).toBe(200);
  expect((await abroad.shopper.get("/members/me")).body.tax_id).toBe("T1-2345-6789-0123");
  expect((await change(abroad, "x".repeat(51))).body.fields).toEqual({ tax_id: "too_long" });
  expect(await change(taiwanese, "1234567")).toMatchObject({
    status: 422,
    body: { code: "validation_failed", fields: { tax_id: "invalid_tax_id" } },
  });
});

test("a member keeps, changes and removes addresses", async () => {
  const { shopper } = noor;
  const wish = { address: "2 Test Road, Tainan" };
  const added = await shopper.send("POST", "/shipping-addresses", wish);
  expect(added.status).toBe(201);
  const { id } = shippingAddress.parse(added.body);
  const kept = async () =>
    shippingAddressList.parse((await shopper.get("/shipping-addresses/")).body).data;
  const changed = { address: "3 Test Road, Tainan" };
  expect((await shopper.send("PUT", `/shipping-addresses/${id}`, changed)).status).toBe(200);
  expect(await kept()).toContainEqual({ id, ...changed });
  expect((await shopper.send("DELETE", `/shipping-addresses/${id}`)).status).toBe(204);
  expect(await kept()).toEqual([]);
});

test.each([
  ["PUT", "/shipping-addresses/none", "upstream_refused"],
  ["GET", "/surveys/responses/nobodys/full", "survey_response_not_found"],
  ["GET", "/orders/nobodys/survey-recommendations", "order_not_found"],
])("what is not there is told with a code and words: %s %s", async (method, path, code) => {
  const json = method === "PUT" ? { address: "x" } : undefined;
  const { status, body } = await noor.shopper.send(method, path, json);
  expect(status).toBe(404);
  expect(body).toMatchObject({ code, detail: expect.stringMatching(/^找不到/) });
});

test.each([
  ["/auth/password-policy/", passwordPolicy],
  [`/surveys/${surveyId}/full/`, survey],
  ["/products/hinoki-rain/", contract.product],
  ["/perfume-note/by_product/hinoki-rain/", contract.productNotes],
  ["/product-addons/all/", contract.addonCategoryList],
  ["/product-addons/dependency-rules/all/", contract.dependencyRuleList],
  ["/reorder-settings/", contract.reorderSettingList],
  ["/product-pricing/reorder-enterprise/", contract.pricingTierList],
  ["/custom-texts/?type_filter=checkout_", contract.customTextList],
])("any visitor can read %s in their language, with its slash or without", async (path, schema) => {
  const bodies = new Set<string>();
  for (const language of ["zh", "en", "ja"] as const) {
    const answer = await newShopper(shop, language).get(path);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    schema.parse(answer.body);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
    expect(answer.headers.get("vary")).toContain("Accept-Language");
    const twin = await newShopper(shop, language).get(path.replace(/\/(\?|$)/, "$1"));
    expect(twin.body).toEqual(answer.body);
    bodies.add(JSON.stringify(answer.body));
  }
  expect([1, 3], "each language its own").toContain(bodies.size);
});

test("the quiz runs from question to recommended notes, for the member who asks and nobody they name", async () => {
  const { shopper } = await newMember(shop);
  const claimed = { member_id: "somebody-else", ip_address: "203.0.113.9", session_id: "s1" };
  expect((await shopper.send("POST", `/surveys/${surveyId}/start`, claimed)).status).toBe(204);
  const starts = shop.upstreamDb.prepare("SELECT * FROM survey_starts WHERE member_id = ?");
  expect(await starts.bind("somebody-else").first()).toBeNull();
  const submitted = await shopper.send("POST", `/surveys/${surveyId}/submit`, {
    ...claimed,
    ...describing("rain on cedar"),
  });
  expect(submitted.status, JSON.stringify(submitted.body)).toBe(201);
  const { id } = submitted.body;
  const asked = { content: "rain on cedar, a little smoke", top_k: 5 };
  const chat = chatAnswer.parse((await shopper.send("POST", "/raw-materials/chat", asked)).body);
  expect(chat.products_id).toHaveLength(5);
  const recommendation = {
    response_id: id,
    product_id: chat.products_id[0],
    recommendation_reason: "close",
    recommendation_order: 1,
    ai_response: chat.response,
  };
  const path = `/surveys/responses/${id}/recommendations`;
  expect((await shopper.send("POST", path, recommendation)).status).toBe(204);
  const stored = (await shopper.get(`/surveys/responses/${id}/full`)).body;
  expect(surveyResponse.parse(stored).answers[0]?.answer_text).toBe("rain on cedar");
  expect((await noor.shopper.get(`/surveys/responses/${id}/full`)).status).toBe(404);
});

test.each([
  ["refuse", 503, "upstream_maintenance"],
  ["garbage", 502, "upstream_garbled"],
  ["slow", 504, "upstream_timeout"],
] as const)(
  "an upstream that answers with %s is %i, in our words and not its own, and logs nobody out (R61, R63, R67)",
  async (mode, status, code) => {
    await stageFault(shop, { mode, paths: ["/shipping-addresses"] });
    const answer = await noor.shopper.get("/shipping-addresses");
    expect([answer.status, answer.body]).toEqual([status, { code, requestId: expect.any(String) }]);
    expect((await noor.shopper.get("/members/me")).status).toBe(200);
  },
);
