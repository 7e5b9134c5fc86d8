import { randomUUID } from "node:crypto";
import { borrowUpstream } from "../support/borrowed.ts";
import { checkoutOf, finishedLine, sampleLine, talkTo } from "../support/upstream-member.ts";

const { get, checkOut, newMember } = talkTo(await borrowUpstream());
const myOrders = async (token: string) => (await get("/orders/my-orders", token)).body;

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
