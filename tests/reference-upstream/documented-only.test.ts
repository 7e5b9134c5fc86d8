/** With DOCUMENTED_ONLY an answer holds the documents' fields, all of them and no other. What they are is spelled out here again. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type UpstreamAlone } from "../support/shop.ts";
import { checkoutOf, finishedLine, sampleLine } from "../support/upstream-checkout.ts";
import {
  call,
  cookieOf,
  mailsTo,
  newUpstreamMember,
  registrationOf,
  signIn,
  uniqueEmail,
  type UpstreamAnswer,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await startUpstream({ DOCUMENTED_ONLY: "true" })));
afterAll(() => upstream.close());

const get = async (path: string, token?: string) =>
  (await call(upstream, "GET", path, token === undefined ? {} : { token })).body;
const post = (path: string, options: Parameters<typeof call>[3] = {}) =>
  call(upstream, "POST", path, options);
const names = (value: object) => Object.keys(value).sort().join(" ");
/** The names of the fields of every entry, each set once. */
const namesOfAll = (list: object[]) => [...new Set(list.map(names))];
const isEmpty = ({ status, headers, body }: UpstreamAnswer) =>
  status >= 200 && status < 300 && headers.get("Content-Type") === null && body === "";

async function answeredQuiz(token: string) {
  const answers = [{ question_id: "ideal-scent", option_ids: [], answer_text: "green tea" }];
  const json = { form_id: "scent-discovery", personal_option: "JAR", answers };
  const { body } = await post("/surveys/scent-discovery/submit", { token, json });
  expect(names(body)).toBe("id");
  const recommended = {
    response_id: body.id,
    product_id: "hinoki-rain",
    recommendation_reason: "rain",
    recommendation_order: 1,
    ai_response: "words",
  };
  expect(
    isEmpty(
      await post(`/surveys/responses/${body.id}/recommendations`, { token, json: recommended }),
    ),
  ).toBe(true);
  return { id: body.id as string, answers };
}

test("signing in, refreshing and the second step tell a token and what is owed, nothing more", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  for (const path of [
    "/auth/login/password-verify",
    "/auth/login/access-token",
    "/members/login/access-token",
  ]) {
    const { body } = await post(path, { form: { username: email, password } });
    expect(body, path).toEqual({ access_token: expect.any(String), must_change_password: false });
  }
  await upstream.db.prepare("UPDATE members SET two_step = 1 WHERE email = ?").bind(email).run();
  const { temp_token: token, ...rest } = (await signIn(upstream, email, password)).body;
  expect(rest).toEqual({ requires_2fa: true });
  const requested = await post("/auth/login/request-otp", { token, json: { language_code: "en" } });
  expect(requested.body).toEqual({ expires_at: expect.any(String) });
  const code = (await mailsTo(upstream, email))[0]?.code;
  const verified = await post("/auth/login/verify-otp", { token, json: { code } });
  expect(verified.body).toEqual({ access_token: expect.any(String), must_change_password: false });
});

test("the refresh cookie has another name, and its value must come back letter by letter", async () => {
  const { cookie, token } = await newUpstreamMember(upstream);
  expect(cookie).toMatch(/^sid\.v2=s:\+\/%2B%3A=[\w-]+$/);
  for (const changed of [
    decodeURIComponent(cookie),
    cookie.replace("sid.v2", "refresh_token"),
    cookie.replaceAll("+", " "),
  ])
    expect((await post("/auth/refresh", { headers: { Cookie: changed } })).status, changed).toBe(
      401,
    );
  const refreshed = await post("/auth/refresh", { headers: { Cookie: `other=1; ${cookie}` } });
  expect(refreshed.body).toEqual({ access_token: expect.any(String) });
  expect(refreshed.headers.getSetCookie()).toHaveLength(1);
  expect(cookieOf(refreshed)).not.toBe(cookie);
  expect((await get("/members/me", refreshed.body.access_token)).email).toBe(
    (await get("/members/me", token)).email,
  );
});

test("a member is fourteen fields, an address two", async () => {
  const { token } = await newUpstreamMember(upstream);
  expect(names(await get("/members/me", token))).toBe(
    "address avatar_url company_name country country_code email first_name id is_business language_code last_name phone tax_id time_zone",
  );
  const added = await post("/shipping-addresses", { token, json: { address: "12 Rose Lane" } });
  expect([added.status, added.body]).toEqual([201, { address: "12 Rose Lane" }]);
  const { data } = await get("/shipping-addresses", token);
  expect(namesOfAll(data)).toEqual(["address id"]);
  const path = `/shipping-addresses/${data[0].id}`;
  expect(
    isEmpty(await call(upstream, "PUT", path, { token, json: { address: "13 Rose Lane" } })),
  ).toBe(true);
  expect(isEmpty(await call(upstream, "DELETE", path, { token }))).toBe(true);
});

test("where no answer is shown there is none, and refusals keep their words", async () => {
  const email = uniqueEmail();
  expect(isEmpty(await post("/auth/register", { json: registrationOf(email) }))).toBe(true);
  expect(isEmpty(await post("/auth/forgot-password", { json: { email, language: "en" } }))).toBe(
    true,
  );
  const again = await post("/auth/register", { json: registrationOf(email) });
  expect([again.status, again.body]).toEqual([409, { detail: "此電子郵件已被註冊" }]);
  const { token } = await newUpstreamMember(upstream);
  expect(
    isEmpty(await call(upstream, "PATCH", "/members/me", { token, json: { first_name: "Ada" } })),
  ).toBe(true);
  expect((await get("/members/me", token)).first_name).toBe("Ada");
  expect(isEmpty(await post("/surveys/scent-discovery/start", { token, json: {} }))).toBe(true);
});

test("products tell number and name, notes their names, and the recommender no reasons", async () => {
  const { token } = await newUpstreamMember(upstream);
  expect(await get("/products/hinoki-rain")).toEqual({
    product_id: "SL-001",
    product_name: "檜雨",
  });
  const notes = await get("/perfume-note/by_product/hinoki-rain");
  expect(names(notes)).toBe("back middle top");
  expect(notes.middle[0]).toEqual({ raw_material: { name: "檜木" } });
  const chat = await post("/raw-materials/chat", { token, json: { content: "rain", top_k: 3 } });
  expect(chat.body).toEqual({ products_id: expect.any(Array), response: expect.any(String) });
});

test("an earlier response is its id and its answers", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { id, answers } = await answeredQuiz(token);
  expect(await get(`/surveys/responses/${id}/full`, token)).toEqual({ id, answers });
  const { questions } = await get("/surveys/scent-discovery/full");
  expect(namesOfAll(questions)).toEqual([
    "id is_reference is_required options question_name question_type",
  ]);
  const options = questions.flatMap((question: { options: object[] }) => question.options);
  expect(namesOfAll(options)).toEqual(["display_text id option_order option_text"]);
});

test("a checkout tells the order's number alone, and a key makes no difference", async () => {
  const { token } = await newUpstreamMember(upstream);
  const checkOut = (headers: Record<string, string>) =>
    post("/cart/checkout", { token, json: checkoutOf([finishedLine()]), headers });
  const headers = { "Idempotency-Key": randomUUID() };
  const made = [
    await checkOut(headers),
    await checkOut(headers),
    await checkOut({ "Idempotency-Key": "not a key" }),
  ];
  for (const { status, body } of made) expect([status, names(body)]).toEqual([201, "order_id"]);
  expect(new Set(made.map(({ body }) => body.order_id)).size).toBe(3);
  expect((await get("/orders/my-orders", token)).total).toBe(3);
});

test("an order is twelve fields and its lines, its recommendations are names", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { id } = await answeredQuiz(token);
  await post("/cart/checkout", { token, json: checkoutOf([sampleLine({ surveyResponseId: id })]) });
  const list = await get("/orders/my-orders", token);
  expect(names(list)).toBe("data total");
  const [{ order_items, ...order }] = list.data;
  expect(names(order)).toBe(
    "created_at currency customer_address customer_email customer_name customer_phone id order_id order_total_price personal_option status survey_response_id",
  );
  expect(namesOfAll(order_items)).toEqual([
    "amount concentration id product_number product_unit type",
  ]);
  const recommended = await get(`/orders/${order.id}/survey-recommendations`, token);
  expect(names(recommended)).toBe("products response_id");
  expect(namesOfAll(recommended.products)).toEqual([
    "back_notes id middle_notes product_name product_number top_notes",
  ]);
  expect(recommended.products[0].top_notes[0]).toEqual({
    raw_material: { name: expect.any(String) },
  });
});

test("what is read for the purchase options is in the documents whole", async () => {
  const categories = (await get("/product-addons/all/")).data;
  expect(namesOfAll(categories)).toEqual(["display_order id items name"]);
  expect(namesOfAll(categories.flatMap((category: { items: object[] }) => category.items))).toEqual(
    ["category_display_order focal_point_x focal_point_y id image name price scale"],
  );
  expect(namesOfAll((await get("/product-addons/dependency-rules/all/")).data)).toEqual([
    "is_visible target_category_id target_item_id trigger_category_id trigger_item_id",
  ]);
  expect(namesOfAll((await get("/reorder-settings/")).data)).toEqual([
    "id use_purchase_options_page user_type",
  ]);
  expect(namesOfAll((await get("/product-pricing/reorder-jar")).data)).toEqual([
    "mini_buy_amount unit_price",
  ]);
  expect(namesOfAll((await get("/custom-texts/?type_filter=checkout_")).data)).toEqual([
    "text type",
  ]);
});

test("calls that no document knows are not there, whoever asks", async () => {
  const { token } = await newUpstreamMember(upstream);
  await post("/cart/checkout", { token, json: checkoutOf([finishedLine()]) });
  const [order] = (await get("/orders/my-orders", token)).data;
  for (const [method, path, shown] of [
    ["POST", "/auth/logout", token],
    ["GET", `/orders/${order.id}`, token],
    ["GET", `/orders/${order.order_id}`, token],
    ["POST", "/service/payment-events", upstream.serviceToken],
    ["POST", "/service/order-cancellations", upstream.serviceToken],
    ["GET", "/health", token],
    ["DELETE", "/members/me", token],
  ] as const) {
    const answer = await call(upstream, method, path, {
      token: shown,
      ...(method === "POST" ? { json: {} } : {}),
    });
    expect([answer.status, answer.body], path).toEqual([404, { detail: expect.any(String) }]);
  }
});

test("operators go on working as before", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await post("/cart/checkout", { token, json: checkoutOf([finishedLine()]) });
  const service = upstream.serviceToken;
  expect((await get(`/service/orders/${body.order_id}`, service)).next).toEqual([
    "payment_failed",
    "cancelled",
  ]);
  const moved = await post(`/service/orders/${body.order_id}/status`, {
    token: service,
    json: { status: "cancelled" },
  });
  expect(moved.body.status).toBe("cancelled");
  for (const mode of ["garbage", "none"])
    expect(
      (await post("/service/fault", { token: service, json: { mode, paths: ["/custom-texts"] } }))
        .body.mode,
    ).toBe(mode);
});

test("a broken answer stays broken", async () => {
  const broken = await upstream.fetch("/api/v1/products/error-garbage");
  expect(await broken.text()).toBe('{"data": [{"id": ');
});
