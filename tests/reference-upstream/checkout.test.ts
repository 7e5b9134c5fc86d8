import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { checkoutOf, finishedLine, sampleLine } from "../support/upstream-checkout.ts";
import { call, newUpstreamMember } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const checkOut = (token: string, json: unknown, key: string = randomUUID()) =>
  call(upstream, "POST", "/cart/checkout", { token, json, headers: { "Idempotency-Key": key } });
const myOrders = async (token: string, query = "") =>
  (await call(upstream, "GET", `/orders/my-orders${query}`, { token })).body;

test("a checkout makes an order that waits for its payment", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { status, body } = await checkOut(token, checkoutOf([sampleLine()]));
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    order_id: expect.stringMatching(/^SL\d{6}[A-Z0-9]{5}$/),
    status: "payment_pending",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    order_total_price: 100,
  });
  expect((await call(upstream, "GET", `/orders/${body.id}`, { token })).body).toEqual({
    id: body.id,
    order_id: body.order_id,
    status: "payment_pending",
    created_at: body.created_at,
    customer_name: "Noor Haddad",
    customer_phone: "0912345678",
    customer_email: "noor@example.test",
    customer_address: "1 Test Road, Taipei",
    order_total_price: 100,
    currency: "TWD",
    survey_response_id: null,
    personal_option: null,
    order_items: [
      {
        id: expect.any(String),
        type: "SAMPLE",
        product_unit: "JAR",
        product_number: "SL-001, SL-002, SL-008",
        amount: 1,
        concentration: null,
        price: 100,
        product_ids: ["hinoki-rain", "cedar-library", "yuzu-morning"],
        label_text: null,
      },
    ],
  });
});

test("the order's number carries the day in Taiwan", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await checkOut(token, checkoutOf([sampleLine()]));
  const day = new Intl.DateTimeFormat("sv", { timeZone: "Asia/Taipei" }).format(
    new Date(body.created_at),
  );
  expect(body.order_id.slice(2, 8)).toBe(day.slice(2).replaceAll("-", ""));
});

test("an order keeps its lines in the order of the cart, with concentration and label", async () => {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await checkOut(
    token,
    checkoutOf([
      finishedLine({ addonItemIds: ["label-leaf"], labelText: "雨後" }),
      finishedLine({ productIds: ["yuzu-morning"], label: "SL-008" }),
    ]),
  );
  const order = (await call(upstream, "GET", `/orders/${body.id}`, { token })).body;
  expect(order.order_total_price).toBe(76_000);
  expect(
    order.order_items.map((item: Record<string, unknown>) => [
      item.product_number,
      item.concentration,
      item.label_text,
    ]),
  ).toEqual([
    ["SL-001", "RICH", "雨後"],
    ["SL-008", "RICH", null],
  ]);
});

test("ten identical checkouts at once are one order", async () => {
  const { token } = await newUpstreamMember(upstream);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => checkOut(token, checkoutOf([finishedLine()]), key)),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const { data, total } = await myOrders(token);
  expect([total, data[0].order_items.length]).toEqual([1, 1]);
});

test("one key is for one checkout", async () => {
  const { token } = await newUpstreamMember(upstream);
  const key = randomUUID();
  await checkOut(token, checkoutOf([finishedLine()]), key);
  expect(
    (await checkOut(token, checkoutOf([finishedLine()], { customer_note: "Another" }), key)).status,
  ).toBe(422);
  expect((await myOrders(token)).total).toBe(1);
});

test("the same key of two members is two orders", async () => {
  const key = randomUUID();
  const [one, other] = [await newUpstreamMember(upstream), await newUpstreamMember(upstream)];
  const first = await checkOut(one.token, checkoutOf([sampleLine()]), key);
  const second = await checkOut(other.token, checkoutOf([sampleLine()]), key);
  expect(second.status).toBe(201);
  expect(second.body.id).not.toBe(first.body.id);
});

test("a member has one sample order under way, however many tabs check out", async () => {
  const { token } = await newUpstreamMember(upstream);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => checkOut(token, checkoutOf([sampleLine()]))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect((await myOrders(token)).total).toBe(1);
  expect((await checkOut(token, checkoutOf([finishedLine()]))).status).toBe(201);
});

test.for<[string, () => unknown, number]>([
  ["without lines", () => checkoutOf([]), 422],
  ["of something for nothing", () => checkoutOf([sampleLine({ price: 0 })]), 422],
  ["with a negative line", () => checkoutOf([finishedLine(), sampleLine({ price: -100 })]), 422],
  ["of none of something", () => checkoutOf([sampleLine({ amount: 0 })]), 422],
  ["with an amount in words", () => checkoutOf([sampleLine({ amount: "1" })]), 422],
  ["with a price in words", () => checkoutOf([sampleLine({ price: "100" })]), 422],
  ["of a type that is not sold", () => checkoutOf([sampleLine({ type: "GIFT" })]), 422],
  ["for nobody", () => checkoutOf([sampleLine()], { customer_name: "  " }), 422],
  [
    "of a product that does not exist",
    () => checkoutOf([sampleLine({ productIds: ["no-such-scent"] })]),
    404,
  ],
  ["of no products", () => checkoutOf([sampleLine({ productIds: [] })]), 404],
])("a checkout %s is refused", async ([, body, status]) => {
  const { token } = await newUpstreamMember(upstream);
  expect((await checkOut(token, body())).status).toBe(status);
  expect((await myOrders(token)).total).toBe(0);
});

test("a checkout needs a member", async () => {
  const json = checkoutOf([sampleLine()]);
  expect(
    (await call(upstream, "POST", "/cart/checkout", { json, headers: { "Idempotency-Key": "k" } }))
      .status,
  ).toBe(401);
});

test("without a key every call makes an order, and an impossible key makes none", async () => {
  const { token } = await newUpstreamMember(upstream);
  const json = checkoutOf([finishedLine()]);
  const [one, other] = [0, 1].map(() => call(upstream, "POST", "/cart/checkout", { token, json }));
  expect((await one)?.body.id).not.toBe((await other)?.body.id);
  expect((await checkOut(token, json, "a key with blanks")).status).toBe(422);
  expect((await myOrders(token)).total).toBe(2);
});

test("the lines say what is paid, and what else is sent counts for nothing", async () => {
  const { token } = await newUpstreamMember(upstream);
  const lines = [finishedLine({ discount: 50 }), finishedLine({ price: 12_000 })];
  const { status, body } = await checkOut(
    token,
    checkoutOf(lines, { order_total_price: 1, discount: 100 }),
  );
  expect([status, body.order_total_price]).toEqual([201, 50_000]);
});

test.for([
  ["SAMPLE", "JAR", "JAR"],
  ["SAMPLE", "SAMPLE_PAPER", "SAMPLE_PAPER"],
  ["FINISHED_PRODUCT", "JAR", "BOTTLE"],
  ["FINISHED_PRODUCT", "SAMPLE_PAPER", "SAMPLE_PAPER"],
  ["FINISHED_PRODUCT", "LARGE_JAR_KG", "LARGE_JAR_KG"],
] as const)("a %s line of %s is ordered as %s", async ([type, itemType, unit]) => {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await checkOut(token, checkoutOf([finishedLine({ type, itemType })]));
  const { order_items } = (await call(upstream, "GET", `/orders/${body.id}`, { token })).body;
  expect(order_items).toMatchObject([{ type, product_unit: unit }]);
});

test("what may be left out of a checkout is left out", async () => {
  const { token } = await newUpstreamMember(upstream);
  const lineless = {
    id: undefined,
    createdAt: undefined,
    userAnswer: undefined,
    surveyResponseId: undefined,
  };
  const formless = {
    customer_note: undefined,
    tax_id: undefined,
    carrier_type: undefined,
    carrier_num: undefined,
  };
  const form = checkoutOf([sampleLine({ ...lineless, concentration: undefined })], {
    ...formless,
    love_code: undefined,
  });
  expect((await checkOut(token, form)).status).toBe(201);
});
