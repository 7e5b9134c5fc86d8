import { randomUUID } from "node:crypto";
import { startUpstream } from "../support/shop.ts";
import { checkoutOf, finishedLine, talkTo } from "../support/upstream-member.ts";

const upstream = await startUpstream();
afterAll(() => upstream.close());
const { get, post, send, checkOut, newMember, write } = talkTo(upstream);

type Placed = Record<"id" | "order_id" | "token", string>;

async function unpaidOrder(): Promise<Placed> {
  const { token } = await newMember();
  return { ...(await checkOut(token, checkoutOf([finishedLine()]))).body, token };
}

const paid = (order: Placed, change: Record<string, unknown> = {}) => ({
  kind: "order.paid",
  order_id: order.id,
  merchant_trade_no: "SL0000000001",
  trade_no: "2611210000000001",
  amount: 38_000,
  payment_type: "Credit_CreditCard",
  paid_at: "2026-11-21T03:00:00.000Z",
  ...change,
});
const tell = (json: unknown, key: string = randomUUID(), token = upstream.serviceToken) =>
  post("/service/payment-events", { token, json, headers: { "Idempotency-Key": key } });
const move = (id: string, status: string) =>
  send("POST", `/service/orders/${id}/status`, upstream.serviceToken, { status });
const statusOf = async ({ id, token }: Placed) => (await get(`/orders/${id}`, token)).body.status;

test("the same payment told ten times at once is told once and moves the order on", async () => {
  const order = await unpaidOrder();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell(paid(order), key)));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([200, { outcome: "accepted" }]);
  expect(await statusOf(order)).toBe("pending");
  const told = await write("SELECT key FROM payment_events WHERE order_id = ?", order.id);
  expect(told).toHaveLength(1);
});

test("of two trades for one order one is accepted and the other owed back", async () => {
  const order = await unpaidOrder();
  const answers = await Promise.all(
    ["A1", "B2"].map((merchant_trade_no) => tell(paid(order, { merchant_trade_no }))),
  );
  expect(answers.map(({ body }) => body.outcome).sort()).toEqual(["accepted", "needs_refund"]);
  expect(await statusOf(order)).toBe("pending");
});

test("money for a cancelled order, not the order's sum, or told as owed, is owed back", async () => {
  const cancelled = await unpaidOrder();
  await move(cancelled.id, "cancelled");
  expect((await tell(paid(cancelled))).body).toEqual({ outcome: "needs_refund" });
  expect(await statusOf(cancelled)).toBe("cancelled");
  for (const change of [{ amount: 1 }, { kind: "order.needs_refund" }]) {
    const other = await unpaidOrder();
    expect((await tell(paid(other, change))).body).toEqual({ outcome: "needs_refund" });
    expect(await statusOf(other)).toBe("payment_pending");
  }
});

test("the answer to a key stays the same, whatever happens to the order later", async () => {
  const order = await unpaidOrder();
  const key = randomUUID();
  await tell(paid(order), key);
  await move(order.id, "processing");
  expect((await tell(paid(order), key)).body).toEqual({ outcome: "accepted" });
  expect(await statusOf(order)).toBe("processing");
  expect((await tell(paid(order, { amount: 2 }), key)).status).toBe(422);
});

test("only the shop speaks to the service", async () => {
  const order = await unpaidOrder();
  for (const token of [order.token, `${upstream.serviceToken}x`])
    expect((await tell(paid(order), randomUUID(), token)).status).toBe(401);
  expect((await post("/service/fault", { json: { mode: "refuse" } })).status).toBe(401);
  expect(await statusOf(order)).toBe("payment_pending");
});

test("an order moves forward one step at a time, never back", async () => {
  const order = await unpaidOrder();
  expect((await move(order.id, "processing")).status).toBe(409);
  expect((await move(order.id, "pending")).status, "only a payment pays").toBe(422);
  expect((await move("no-such-order", "cancelled")).status).toBe(404);
  await tell(paid(order));
  expect((await move(order.id, "shipped")).status).toBe(409);
  for (const status of ["processing", "shipped", "delivered"]) {
    const { body } = await move(order.id, status);
    expect(body).toEqual({ id: order.id, order_id: order.order_id, status });
  }
  for (const [status, answer] of [
    ["delivered", 200],
    ["processing", 409],
    ["cancelled", 409],
    ["partially_refunded", 200],
    ["refunded", 200],
  ] as const)
    expect((await move(order.id, status)).status, status).toBe(answer);
});

test("an order that is unpaid for a day is cancelled, and not an hour earlier", async () => {
  const [old, recent, done] = [await unpaidOrder(), await unpaidOrder(), await unpaidOrder()];
  await tell(paid(done));
  const age = ({ id }: Placed, hours: number) =>
    write(`UPDATE orders SET created_at = created_at - ${hours * 3_600_000} WHERE id = ?`, id);
  await Promise.all([age(old, 24.1), age(recent, 23), age(done, 100)]);
  await upstream.runSchedule();
  const statuses = await Promise.all([old, recent, done].map(statusOf));
  expect(statuses).toEqual(["cancelled", "payment_pending", "pending"]);
});

const bare = await startUpstream({ DOCUMENTED_ONLY: "true" });
afterAll(() => bare.close());

const talk = talkTo(bare);
const ordersOf = async (token: string) => (await talk.get("/orders/my-orders", token)).body;
const names = (value: object) => Object.keys(value).sort().join(" ");

test("a checkout tells the order's number alone, and a key makes no difference", async () => {
  const { token } = await talk.newMember();
  const made = [];
  for (const key of ["one-key", "one-key", "not a key"])
    made.push(await talk.checkOut(token, checkoutOf([finishedLine()]), key));
  for (const { status, body } of made) expect([status, names(body)]).toEqual([201, "order_id"]);
  expect(new Set(made.map(({ body }) => body.order_id)).size).toBe(3);
  expect((await ordersOf(token)).total).toBe(3);
});

test("calls that no document knows are not there, whoever asks", async () => {
  const { token } = await talk.newMember();
  await talk.post("/cart/checkout", { token, json: checkoutOf([finishedLine()]) });
  const [order] = (await ordersOf(token)).data;
  for (const path of [`/orders/${order.id}`, `/orders/${order.order_id}`, "/health"])
    expect((await talk.get(path, token)).status, path).toBe(404);
  for (const [method, path, shown] of [
    ["POST", "/auth/logout", token],
    ["POST", "/service/payment-events", bare.serviceToken],
    ["POST", "/service/order-cancellations", bare.serviceToken],
    ["DELETE", "/members/me", token],
  ] as const) {
    const { status, body } = await talk.send(method, path, shown, {});
    expect([status, body], path).toEqual([404, { detail: expect.any(String) }]);
  }
});
