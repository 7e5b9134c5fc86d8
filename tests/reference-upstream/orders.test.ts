import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { insertOrders } from "../support/stored-orders.ts";
import { checkoutOf, finishedLine, sampleLine } from "../support/upstream-checkout.ts";
import { call, newUpstreamMember, signIn } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const checkOut = (token: string, json: unknown, key: string = randomUUID()) =>
  call(upstream, "POST", "/cart/checkout", { token, json, headers: { "Idempotency-Key": key } });
const myOrders = async (token: string, query = "") =>
  (await call(upstream, "GET", `/orders/my-orders${query}`, { token })).body;

test("orders come newest first, a page at a time", async () => {
  const { token } = await newUpstreamMember(upstream);
  const numbers: string[] = [];
  for (let made = 0; made < 5; made += 1)
    numbers.unshift((await checkOut(token, checkoutOf([finishedLine()]))).body.order_id);
  const pages = [
    await myOrders(token, "?skip=0&limit=2"),
    await myOrders(token, "?skip=2&limit=2"),
    await myOrders(token, "?skip=4&limit=2"),
  ];
  expect(
    pages.flatMap(({ data }) => data.map((order: { order_id: string }) => order.order_id)),
  ).toEqual(numbers);
  expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  expect((await myOrders(token, "?skip=10&limit=2")).data).toEqual([]);
});

/** An order as somebody else's program might have written it: at any time, for anybody. */
async function writeOrder(id: string, email: string, createdAt: number): Promise<void> {
  const member = await upstream.db
    .prepare("SELECT id FROM members WHERE email = ?")
    .bind(email)
    .first<{ id: string }>();
  const row = {
    id,
    member_id: member?.id ?? "",
    status: "pending",
    created_at: createdAt,
    updated_at: 0,
  };
  const { sql, list } = insertOrders([row]);
  await upstream.db.prepare(sql).bind(list).run();
}

test("orders keep their order whoever writes, dates or moves them", async () => {
  const [one, other] = [await newUpstreamMember(upstream), await newUpstreamMember(upstream)];
  const run = randomUUID().slice(0, 8);
  const hour = (count: number) => Date.UTC(2026, 4, 1) + count * 3_600_000;
  for (const [name, at] of Object.entries({ c: 3, a: 1, e: 5, b: 2, d: 4, tie: 3 }))
    await writeOrder(`${run}${name}`, one.email, hour(at));
  for (const [name, at] of Object.entries({ x: 2, y: 4 }))
    await writeOrder(`${run}${name}`, other.email, hour(at));
  const listed = async (token: string, query = "") => {
    const { data, total } = await myOrders(token, query);
    return { names: data.map(({ id }: { id: string }) => id.slice(run.length)).join(" "), total };
  };
  const write = (sql: string, ...values: unknown[]) =>
    upstream.db
      .prepare(sql)
      .bind(...values)
      .run();
  expect(await listed(one.token)).toEqual({ names: "e d tie c b a", total: 6 });
  expect(await listed(one.token, "?skip=2&limit=3")).toEqual({ names: "tie c b", total: 6 });

  await write("UPDATE orders SET created_at = ? WHERE id = ?", hour(9), `${run}a`);
  expect(await listed(one.token)).toEqual({ names: "a e d tie c b", total: 6 });
  await write(
    "UPDATE orders SET created_at = created_at - 100000 * rowid WHERE id IN (?, ?, ?)",
    `${run}d`,
    `${run}e`,
    `${run}b`,
  );
  const after = await listed(one.token);
  expect([after.names.split(" ").length, after.total]).toEqual([6, 6]);

  const owner =
    "UPDATE orders SET member_id = (SELECT id FROM members WHERE email = ?) WHERE id = ?";
  await write(owner, other.email, `${run}tie`);
  expect(await listed(other.token)).toEqual({ names: "y tie x", total: 3 });
  expect((await listed(one.token)).total).toBe(5);
  await write("DELETE FROM orders WHERE id = ?", `${run}y`);
  expect(await listed(other.token, "?limit=1&skip=1")).toEqual({ names: "x", total: 2 });
});

test("the date filter counts whole days of Taiwan, both ends included", async () => {
  const { token, email } = await newUpstreamMember(upstream);
  await checkOut(token, checkoutOf([finishedLine()]));
  // One second before midnight in Taipei.
  const late = Date.parse("2026-03-10T23:59:59+08:00");
  await upstream.db
    .prepare(
      "UPDATE orders SET created_at = ? WHERE member_id = (SELECT id FROM members WHERE email = ?)",
    )
    .bind(late, email)
    .run();
  const total = async (query: string) => (await myOrders(token, query)).total;
  expect(await total("?start_date=2026-03-10&end_date=2026-03-10")).toBe(1);
  expect(await total("?start_date=2026-03-11")).toBe(0);
  expect(await total("?end_date=2026-03-09")).toBe(0);
  expect(await total("?start_date=2026-03-01")).toBe(1);
  expect(await total("?start_date=&end_date=")).toBe(1);
});

test.for([
  "?limit=101",
  "?limit=0",
  "?skip=-1",
  "?limit=ten",
  "?start_date=2026-02-30",
  "?end_date=yesterday",
])("the list refuses %s", async (query) => {
  const { token } = await newUpstreamMember(upstream);
  expect((await call(upstream, "GET", `/orders/my-orders${query}`, { token })).status).toBe(422);
});

test("a member asks for an order by its key or by its number", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await checkOut(token, checkoutOf([finishedLine()]));
  const byKey = await call(upstream, "GET", `/orders/${body.id}`, { token });
  expect([byKey.status, byKey.body.order_id]).toEqual([200, body.order_id]);
  expect((await call(upstream, "GET", `/orders/${body.order_id}`, { token })).body).toEqual(
    byKey.body,
  );
  expect(
    (await call(upstream, "GET", `/orders/${body.order_id}/survey-recommendations`, { token }))
      .status,
  ).toBe(200);
});

test("nobody sees somebody else's order", async () => {
  const owner = await newUpstreamMember(upstream);
  const stranger = await newUpstreamMember(upstream);
  const { body } = await checkOut(owner.token, checkoutOf([sampleLine()]));
  for (const path of [
    `/orders/${body.id}`,
    `/orders/${body.id}/survey-recommendations`,
    `/orders/${body.order_id}`,
  ]) {
    const answer = await call(upstream, "GET", path, { token: stranger.token });
    expect([answer.status, answer.body]).toEqual([404, { detail: "找不到訂單" }]);
  }
  expect((await myOrders(stranger.token)).total).toBe(0);
  expect((await call(upstream, "GET", `/orders/${body.id}`)).status).toBe(401);
});

async function quizzed(email: string, option: string) {
  const id = `response-${randomUUID()}`;
  const response =
    "INSERT INTO survey_responses SELECT ?, id, 'scent-discovery', ?, '[]', 1 FROM members WHERE email = ?";
  await upstream.db.prepare(response).bind(id, option, email).run();
  const recommended = "INSERT INTO recommendations VALUES (?, ?, ?, 'because', ?, 'words', 1)";
  await upstream.db.prepare(recommended).bind(randomUUID(), id, "yuzu-morning", 2).run();
  await upstream.db.prepare(recommended).bind(randomUUID(), id, "hinoki-rain", 1).run();
  return id;
}

test("an order that came from a quiz tells what was recommended, in the asked language", async () => {
  const { token, email } = await newUpstreamMember(upstream);
  const responseId = await quizzed(email, "JAR");
  const { body } = await checkOut(
    token,
    checkoutOf([sampleLine({ surveyResponseId: responseId })]),
  );
  const order = (await call(upstream, "GET", `/orders/${body.id}`, { token })).body;
  expect([order.survey_response_id, order.personal_option]).toEqual([responseId, "JAR"]);
  const path = `/orders/${body.id}/survey-recommendations`;
  const english = (
    await call(upstream, "GET", path, { token, headers: { "Accept-Language": "en" } })
  ).body;
  expect(english.response_id).toBe(responseId);
  expect(
    english.products.map((product: { product_number: string }) => product.product_number),
  ).toEqual(["SL-001", "SL-008"]);
  expect(english.products[0]).toMatchObject({
    id: "hinoki-rain",
    product_id: "SL-001",
    product_name: "Hinoki Rain",
  });
  for (const notes of ["top_notes", "middle_notes", "back_notes"]) {
    expect(english.products[0][notes][0]).toEqual({
      share: expect.any(Number),
      raw_material: expect.objectContaining({ name: expect.any(String) }),
    });
  }
  const japanese = (
    await call(upstream, "GET", path, { token, headers: { "Accept-Language": "ja" } })
  ).body;
  expect(japanese.products[0].product_name).toBe("檜の雨");
});

test("an order that borrows somebody else's quiz tells nothing of it", async () => {
  const owner = await newUpstreamMember(upstream);
  const thief = await newUpstreamMember(upstream);
  const responseId = await quizzed(owner.email, "SAMPLE_PAPER");
  const { body } = await checkOut(
    thief.token,
    checkoutOf([sampleLine({ surveyResponseId: responseId })]),
  );
  expect(
    (await call(upstream, "GET", `/orders/${body.id}`, { token: thief.token })).body
      .personal_option,
  ).toBeNull();
  expect(
    (
      await call(upstream, "GET", `/orders/${body.id}/survey-recommendations`, {
        token: thief.token,
      })
    ).body.products,
  ).toEqual([]);
});

test("an order without a quiz has no recommendations", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await checkOut(token, checkoutOf([finishedLine()]));
  expect(
    (await call(upstream, "GET", `/orders/${body.id}/survey-recommendations`, { token })).body,
  ).toEqual({
    response_id: null,
    products: [],
  });
});

test("Mei of the demo has an order in every status, and one to order again", async () => {
  const token = (await signIn(upstream, "mei@example.test", "Perfume#2026")).body.access_token;
  const { data } = await myOrders(token, "?skip=0&limit=100");
  const statuses = [
    "payment_pending",
    "pending",
    "processing",
    "shipped",
    "delivered",
    "payment_failed",
    "cancelled",
    "refunded",
    "partially_refunded",
  ];
  expect([...new Set(data.map((order: { status: string }) => order.status))].sort()).toEqual(
    statuses.sort(),
  );
  const quiz = data.find(
    (order: { status: string; survey_response_id: string | null }) =>
      order.status === "delivered" && order.survey_response_id !== null,
  );
  const { body } = await call(upstream, "GET", `/orders/${quiz.id}/survey-recommendations`, {
    token,
  });
  expect(body.products).toHaveLength(3);
  expect((await call(upstream, "GET", "/shipping-addresses", { token })).body.data).toHaveLength(2);
});

test("Chen of the demo is a business with a delivered order from a quiz, and Sato has none", async () => {
  const chen = (await signIn(upstream, "chen@example.test", "Perfume#2026")).body.access_token;
  expect((await call(upstream, "GET", "/members/me", { token: chen })).body).toMatchObject({
    is_business: true,
    country: "TW",
    tax_id: expect.stringMatching(/^\d{8}$/),
  });
  const orders = (await myOrders(chen)).data;
  expect(
    orders.some(
      (order: { status: string; survey_response_id: string | null }) =>
        order.status === "delivered" && order.survey_response_id !== null,
    ),
  ).toBe(true);
  const sato = (await signIn(upstream, "sato@example.test", "Perfume#2026")).body.access_token;
  expect(await myOrders(sato)).toEqual({ data: [], total: 0 });
});
