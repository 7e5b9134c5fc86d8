import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { insertOrders } from "../support/stored-orders.ts";
import { checkoutOf, finishedLine, sampleLine, talkTo } from "../support/upstream-member.ts";

const { get, checkOut, newMember, write } = talkTo(await borrowUpstream());
const myOrders = async (token: string, query = "") =>
  (await get(`/orders/my-orders${query}`, token)).body;
const orderOf = async (token: string, id: string) => (await get(`/orders/${id}`, token)).body;

test("ten identical checkouts at once are one order, and a key is for one checkout", async () => {
  const { token } = await newMember();
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => checkOut(token, checkoutOf([finishedLine()]), key)),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
  const another = checkoutOf([finishedLine()], { customer_note: "Another" });
  expect((await checkOut(token, another, key)).status).toBe(422);
  const { data, total } = await myOrders(token);
  expect([total, data[0].order_items.length]).toEqual([1, 1]);
});

test("a member has one sample order under way, however many tabs check out", async () => {
  const { token } = await newMember();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => checkOut(token, checkoutOf([sampleLine()]))),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  expect((await myOrders(token)).total).toBe(1);
  expect((await checkOut(token, checkoutOf([finishedLine()]))).status).toBe(201);
});

test.for<[string, unknown, number]>([
  ["without lines", checkoutOf([]), 422],
  ["for nothing", checkoutOf([sampleLine({ price: 0 })]), 422],
  ["with a negative line", checkoutOf([finishedLine(), sampleLine({ price: -100 })]), 422],
  ["of none of something", checkoutOf([sampleLine({ amount: 0 })]), 422],
  ["with a price in words", checkoutOf([sampleLine({ price: "100" })]), 422],
  ["of a type that is not sold", checkoutOf([sampleLine({ type: "GIFT" })]), 422],
  ["of an unknown product", checkoutOf([sampleLine({ productIds: ["no-such-scent"] })]), 404],
  ["of no products", checkoutOf([sampleLine({ productIds: [] })]), 404],
])("a checkout %s is refused", async ([, body, status]) => {
  const { token } = await newMember();
  expect((await checkOut(token, body)).status).toBe(status);
  expect((await myOrders(token)).total).toBe(0);
});

test("the lines say what is paid, and what else is sent counts for nothing", async () => {
  const { token } = await newMember();
  const lines = [finishedLine({ discount: 50 }), finishedLine({ price: 12_000 })];
  const sent = checkoutOf(lines, { order_total_price: 1, discount: 100 });
  const { status, body } = await checkOut(token, sent);
  expect([status, body.order_total_price]).toEqual([201, 50_000]);
});

/** An order as somebody else's program might have written it: at any time, for anybody. */
async function writeOrder(id: string, email: string, created_at: number) {
  const [member] = await write("SELECT id FROM members WHERE email = ?", email);
  const member_id = String(member?.["id"]);
  const { sql, list } = insertOrders([
    { id, member_id, status: "pending", created_at, updated_at: 0 },
  ]);
  await write(sql, list);
}

test("the date filter counts whole days of Taiwan, both ends included", async () => {
  const { token, email } = await newMember();
  await writeOrder(randomUUID(), email, Date.parse("2026-03-10T23:59:59+08:00"));
  const total = async (query: string) => (await myOrders(token, query)).total;
  expect(await total("?start_date=2026-03-10&end_date=2026-03-10")).toBe(1);
  expect(await total("?start_date=2026-03-11")).toBe(0);
  expect(await total("?end_date=2026-03-09")).toBe(0);
  expect(await total("?start_date=2026-03-01")).toBe(1);
  expect(await total("?start_date=&end_date=")).toBe(1);
});

test("an order that borrows somebody else's quiz tells nothing of it", async () => {
  const [owner, thief] = [await newMember(), await newMember()];
  const surveyResponseId = `response-${randomUUID()}`;
  await write(
    `INSERT INTO survey_responses SELECT ?, id, 'scent-discovery', 'SAMPLE_PAPER', '[]', 1
     FROM members WHERE email = ?`,
    surveyResponseId,
    owner.email,
  );
  const kept = "INSERT INTO recommendations VALUES (?, ?, 'hinoki-rain', 'because', 1, 'words', 1)";
  await write(kept, randomUUID(), surveyResponseId);
  const recommended = async ({ token }: { token: string }) => {
    const { body } = await checkOut(token, checkoutOf([sampleLine({ surveyResponseId })]));
    const { products } = (await get(`/orders/${body.id}/survey-recommendations`, token)).body;
    return [(await orderOf(token, body.id)).personal_option, products.length];
  };
  expect(await recommended(owner)).toEqual(["SAMPLE_PAPER", 1]);
  expect(await recommended(thief)).toEqual([null, 0]);
});
