import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { passwordPolicy } from "../../worker/contract/auth.ts";
import {
  member as memberSchema,
  shippingAddress,
  shippingAddressList,
} from "../../worker/contract/member.ts";
import { orderList } from "../../worker/contract/order.ts";
import {
  addonCategoryList,
  customTextList,
  dependencyRuleList,
  product,
  productNotes,
  reorderSettingList,
  pricingTierList,
} from "../../worker/contract/product.ts";
import { chatAnswer, survey, surveyResponse } from "../../worker/contract/survey.ts";
import { forwardedTable } from "../../worker/upstream/forwarded-table.ts";
import { stageFault } from "../support/faults.ts";
import { newMember, type NewMember } from "../support/new-member.ts";
import { placeOrder } from "../support/quiz-visits.ts";
import { rawRequest } from "../support/raw-request.ts";
import { newShopper } from "../support/shopper.ts";
import { startShop, type Shop } from "../support/shop.ts";

let shop: Shop;
let noor: NewMember;
beforeAll(async () => {
  shop = await startShop();
  noor = await newMember(shop);
});
beforeEach(() => stageFault(shop, { mode: "none" }));
afterAll(() => shop.close());

/** Of the reference upstream. */
const surveyId = "scent-discovery";

const filled = (path: string) => path.replace(/\{\w+\}/g, "x1");

test.each(
  forwardedTable
    .filter(({ who }) => who === "member")
    .map(({ method, path }) => [method, path] as const),
)("%s %s is for members alone", async (method, path) => {
  const visitor = newShopper(shop);
  const answer = await visitor.send(
    method,
    filled(path),
    method === "GET" || method === "DELETE" ? undefined : {},
  );
  expect(answer.status).toBe(401);
  expect(answer.body.code).toBe("unauthenticated");
  visitor.token = "not.a.token";
  expect(
    (
      await visitor.send(
        method,
        filled(path),
        method === "GET" || method === "DELETE" ? undefined : {},
      )
    ).body.code,
  ).toBe("token_invalid");
});

test("a member reads and changes their own profile", async () => {
  const before = await noor.shopper.get("/members/me");
  expect(memberSchema.parse(before.body).email).toBe(noor.email);
  const changed = await noor.shopper.send("PATCH", "/members/me", { first_name: "Noora" });
  expect(changed.status).toBe(200);
  expect(memberSchema.parse((await noor.shopper.get("/members/me")).body).first_name).toBe("Noora");
});

test("a business elsewhere keeps the tax id of its country, one in Taiwan only eight digits", async () => {
  const [abroad, taiwanese] = [
    await newMember(shop, { isBusiness: true, country: "JP" }),
    await newMember(shop, { isBusiness: true }),
  ];
  const change = (who: NewMember, tax_id: string) =>
    who.shopper.send("PATCH", "/members/me", { tax_id });
  expect((await change(abroad, "T1-2345-6789-0123")).status).toBe(200);
  expect((await abroad.shopper.get("/members/me")).body.tax_id).toBe("T1-2345-6789-0123");
  expect((await change(abroad, "")).status).toBe(200);
  expect((await change(abroad, "x".repeat(51))).body).toMatchObject({
    code: "validation_failed",
    fields: { tax_id: "too_long" },
  });
  expect((await change(taiwanese, "1234567")).status).toBe(422);
  expect((await change(taiwanese, "87654321")).status).toBe(200);
});

test("a member keeps addresses, and nobody else can touch them", async () => {
  const added = await noor.shopper.send("POST", "/shipping-addresses", {
    address: "2 Test Road, Tainan",
  });
  expect(added.status).toBe(201);
  const { id } = shippingAddress.parse(added.body);
  const stranger = await newMember(shop);
  expect(
    (await stranger.shopper.send("PUT", `/shipping-addresses/${id}`, { address: "mine" })).status,
  ).toBe(404);
  expect((await stranger.shopper.send("DELETE", `/shipping-addresses/${id}`)).status).toBe(404);
  expect(
    (
      await noor.shopper.send("PUT", `/shipping-addresses/${id}`, {
        address: "3 Test Road, Tainan",
      })
    ).status,
  ).toBe(200);
  expect(
    shippingAddressList.parse((await noor.shopper.get("/shipping-addresses/")).body).data,
  ).toContainEqual({
    id,
    address: "3 Test Road, Tainan",
  });
  expect((await noor.shopper.send("DELETE", `/shipping-addresses/${id}`)).status).toBe(204);
  expect(
    shippingAddressList.parse((await noor.shopper.get("/shipping-addresses")).body).data,
  ).not.toContainEqual({
    id,
    address: "3 Test Road, Tainan",
  });
});

test("what the upstream refuses comes back with a code, its own words and its status", async () => {
  const answer = await noor.shopper.send("PUT", "/shipping-addresses/none", { address: "x" });
  expect(answer.status).toBe(404);
  expect(answer.body).toMatchObject({
    code: "upstream_refused",
    detail: expect.stringMatching(/^找不到/),
  });
});

test("a member with no orders is told so, with and without a period", async () => {
  for (const query of ["", "?skip=0&limit=100", "?start_date=2026-01-01&end_date=2026-12-31"]) {
    expect(orderList.parse((await noor.shopper.get(`/orders/my-orders${query}`)).body)).toEqual({
      data: [],
      total: 0,
    });
  }
});

test("personal answers are kept by nobody (R76)", async () => {
  for (const path of ["/members/me", "/shipping-addresses", "/orders/my-orders"]) {
    expect.soft((await noor.shopper.get(path)).headers.get("cache-control"), path).toBe("no-store");
  }
});

const publicReads = [
  ["/auth/password-policy", passwordPolicy],
  [`/surveys/${surveyId}/full`, survey],
  ["/product-addons/all/", addonCategoryList],
  ["/product-addons/dependency-rules/all", dependencyRuleList],
  ["/reorder-settings/", reorderSettingList],
  ["/custom-texts/?type_filter=checkout_", customTextList],
] as const;

test.each(publicReads)(
  "any visitor can read %s, with and without its last slash, in their language",
  async (path, schema) => {
    for (const language of ["zh", "en", "ja"] as const) {
      const answer = await newShopper(shop, language).get(path);
      expect(answer.status).toBe(200);
      schema.parse(answer.body);
      expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
      expect(answer.headers.get("vary")).toContain("Accept-Language");
      const [bare = "", query] = path.split("?");
      const twin = bare.endsWith("/") ? bare.slice(0, -1) : `${bare}/`;
      expect(
        (await newShopper(shop, language).get(query === undefined ? twin : `${twin}?${query}`))
          .body,
      ).toEqual(answer.body);
    }
  },
);

test("one language's answer is never given to another", async () => {
  const [zh, ja] = await Promise.all(
    (["zh", "ja"] as const).map((language) =>
      newShopper(shop, language).get(`/surveys/${surveyId}/full`),
    ),
  );
  expect([zh?.status, ja?.status]).toEqual([200, 200]);
  expect(zh?.body).not.toEqual(ja?.body);
});

test("the quiz runs from question to recommended notes, for the member who asks and nobody they name", async () => {
  const { shopper } = await newMember(shop);
  const { questions } = survey.parse((await shopper.get(`/surveys/${surveyId}/full`)).body);
  const claimed = {
    member_id: "somebody-else",
    ip_address: "203.0.113.9",
    user_agent: "forged",
    session_id: "s1",
  };
  expect((await shopper.send("POST", `/surveys/${surveyId}/start`, claimed)).status).toBeLessThan(
    300,
  );
  const started = await shop.upstreamDb
    .prepare("SELECT member_id FROM survey_starts WHERE member_id = ?")
    .bind("somebody-else")
    .first();
  expect(started).toBeNull();
  const answers = questions.map(({ id, options }) => ({
    question_id: id,
    option_ids: options.slice(0, 1).map((option) => option.id),
    answer_text: options.length === 0 ? "rain on cedar" : null,
  }));
  const submitted = await shopper.send("POST", `/surveys/${surveyId}/submit`, {
    ...claimed,
    form_id: surveyId,
    personal_option: "SAMPLE_PAPER",
    answers,
  });
  expect(submitted.status, JSON.stringify(submitted.body)).toBeLessThan(300);
  const chat = chatAnswer.parse(
    (
      await shopper.send("POST", "/raw-materials/chat", {
        content: "rain on cedar, a little smoke",
        top_k: 5,
      })
    ).body,
  );
  expect(chat.products_id).toHaveLength(5);
  for (const [index, productId] of chat.products_id.entries()) {
    const notes = productNotes.parse(
      (await shopper.get(`/perfume-note/by_product/${productId}`)).body,
    );
    expect(notes.top.length + notes.middle.length + notes.back.length).toBeGreaterThan(2);
    expect(product.parse((await shopper.get(`/products/${productId}`)).body).id).toBe(productId);
    const recommendation = {
      response_id: submitted.body.id,
      product_id: productId,
      recommendation_reason: "close",
      recommendation_order: index + 1,
      ai_response: chat.response,
    };
    expect(
      (
        await shopper.send(
          "POST",
          `/surveys/responses/${submitted.body.id}/recommendations`,
          recommendation,
        )
      ).status,
    ).toBeLessThan(300);
  }
  const stored = surveyResponse.parse(
    (await shopper.get(`/surveys/responses/${submitted.body.id}/full`)).body,
  );
  expect(stored.answers).toHaveLength(answers.length);
  const kept = shop.upstreamDb.prepare(
    "SELECT count(*) AS count FROM recommendations WHERE response_id = ?",
  );
  expect(await kept.bind(submitted.body.id).first()).toEqual({ count: 5 });
  expect((await noor.shopper.get(`/surveys/responses/${submitted.body.id}/full`)).status).toBe(404);
});

test.each([
  ["PATCH", "/members/me"],
  ["POST", "/shipping-addresses"],
  ["PUT", "/shipping-addresses/{id}"],
  ["DELETE", "/shipping-addresses/{id}"],
  ["POST", "/surveys/{id}/start"],
  ["POST", "/surveys/responses/{id}/recommendations"],
])("what %s %s did is done, whatever the upstream says of it", (method, path) => {
  const route = forwardedTable.find((one) => one.method === method && one.path === path);
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
  const body = forwardedTable.find(({ path }) => path === "/surveys/{id}/start")?.body;
  expect(body?.toUpstream({ member_id: "somebody-else" } as never, visitor, {})).toEqual({
    member_id: "m1",
    session_id: "s1",
    ip_address: "203.0.113.9",
    user_agent: "Firefox",
  });
});

test.each([
  ["in the cart", "sample_in_cart"],
  ["in an order on its way", "active_sample_order"],
])(
  "a member with a sample set %s is refused another quiz by the server too",
  async (where, code) => {
    const { shopper } = await newMember(shop);
    const set = {
      productIds: ["hinoki-rain"],
      itemType: "JAR",
      type: "SAMPLE",
      surveyResponseId: "response-1",
    };
    const { body: cart } = await shopper.send("POST", "/cart/items", set);
    if (where !== "in the cart") {
      await placeOrder(shopper, cart);
      await shopper.send("DELETE", "/cart/clear");
    }
    const submit = () =>
      shopper.send("POST", `/surveys/${surveyId}/submit`, { form_id: surveyId, answers: [] });
    expect(await submit()).toMatchObject({ status: 409, body: { code } });
    // When the orders cannot be read the member is let through, as at the entry: it is the upstream then that refuses an empty form.
    await stageFault(shop, { mode: "refuse", paths: ["/orders"] });
    expect((await submit()).body.code).toBe(where === "in the cart" ? code : "upstream_refused");
    await stageFault(shop, { mode: "none" });
  },
);

test("prices of a reorder setting can be read by anybody", async () => {
  const { data } = reorderSettingList.parse((await newShopper(shop).get("/reorder-settings")).body);
  for (const { id } of data)
    expect(
      pricingTierList.parse((await newShopper(shop).get(`/product-pricing/${id}`)).body).data
        .length,
    ).toBeGreaterThan(0);
});

test("a text for the recommender that is too long is refused before it is sent on (R64)", async () => {
  const answer = await noor.shopper.send("POST", "/raw-materials/chat", {
    content: "x".repeat(4_001),
    top_k: 5,
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: "validation_failed", fields: { content: "too_long" } },
  });
});

test.each([
  "/api/v1/products/..%2f..%2fservice%2ffault",
  "/api/v1/products/%2e%2e%2fhealth",
  "/api/v1/products/..%252fhealth",
  "/api/v1/products/%5c..%5chealth",
  "/api/v1/products/x%3fadmin=1",
  "/api/v1/products/x%23y",
  "/api/v1/products/x;y",
  "/api/v1/products/http:%2f%2fevil.example",
  "/api/v1/products/x%0d%0aX-Injected:%201",
  `/api/v1/products/${"a".repeat(16_000)}`,
  "/api/v1/orders/..%2f..%2fservice%2ffault/survey-recommendations",
  "/api/v1/surveys/..%2f..%2fhealth/full",
])("%s never reaches the upstream (R57, R58)", async (path) => {
  const headers = { Authorization: `Bearer ${noor.shopper.token}` };
  const answer = await rawRequest(shop, { path, headers });
  expect(answer.status).toBe(400);
  const body = JSON.parse(answer.text);
  expect(body.code).toBe("validation_failed");
  expect(body.detail, "the upstream's words would stand here").toBeUndefined();
});

test.each([
  "/api/v1/health",
  "/api/v1/service/fault",
  "/api/v1/service/payment-events",
  "/api/v1/service/order-cancellations",
  "/api/v1/products/../health",
  "/api/v1//products/x1",
  "//evil.example/api/v1/products/x1",
  "/api/v1/..//health",
  "/api/v1/members",
  "/api/v1/members/me/../../health",
  "/api/v1/%6dembers%2fme",
  "/api/v1/PRODUCTS/x1",
])("%s is no call of the shop, whatever the upstream has there (R57)", async (path) => {
  const answer = await rawRequest(shop, {
    path,
    headers: { Authorization: `Bearer ${noor.shopper.token}` },
  });
  expect([302, 404]).toContain(answer.status);
  expect(answer.text).not.toMatch(/detail|status/);
});

test("an upstream in trouble is a code that the page has words for, never its own words (R63, R67)", async () => {
  const cases = [
    ["refuse", 503, "upstream_maintenance"],
    ["garbage", 502, "upstream_garbled"],
  ] as const;
  for (const [mode, status, code] of cases) {
    await stageFault(shop, { mode, paths: ["/shipping-addresses"] });
    const answer = await noor.shopper.get("/shipping-addresses");
    expect.soft({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
    expect.soft(Object.keys(answer.body).sort()).toEqual(["code", "requestId"]);
  }
  await stageFault(shop, { mode: "none" });
  expect((await noor.shopper.get("/members/me")).status, "nobody is logged out by it (R61)").toBe(
    200,
  );
});

test("a slow upstream is given up in time (R78)", async () => {
  await stageFault(shop, { mode: "slow", paths: ["/shipping-addresses"] });
  const startedAt = Date.now();
  const answer = await noor.shopper.get("/shipping-addresses");
  expect(answer).toMatchObject({ status: 504, body: { code: "upstream_timeout" } });
  expect(Date.now() - startedAt).toBeLessThan(10_000);
});

test("what every visitor reads stays readable while the upstream is down", async () => {
  const before = await newShopper(shop).get("/auth/password-policy");
  await stageFault(shop, { mode: "refuse" });
  expect((await newShopper(shop).get("/auth/password-policy")).body).toEqual(before.body);
});
