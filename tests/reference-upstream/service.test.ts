import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type UpstreamAlone } from "../support/shop.ts";
import { checkoutOf, finishedLine } from "../support/upstream-checkout.ts";
import { call, newUpstreamMember } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await startUpstream()));
afterAll(() => upstream.close());

interface Placed {
  id: string;
  order_id: string;
  token: string;
}

async function unpaidOrder(): Promise<Placed> {
  const { token } = await newUpstreamMember(upstream);
  const { body } = await call(upstream, "POST", "/cart/checkout", {
    token,
    json: checkoutOf([finishedLine()]),
    headers: { "Idempotency-Key": randomUUID() },
  });
  return { ...body, token };
}

function paid(order: Placed, change: Record<string, unknown> = {}) {
  const trade = {
    merchant_trade_no: "SL0000000001",
    trade_no: "2611210000000001",
    amount: 38_000,
    payment_type: "Credit_CreditCard",
  };
  return {
    kind: "order.paid",
    order_id: order.id,
    ...trade,
    paid_at: "2026-11-21T03:00:00.000Z",
    ...change,
  };
}
const tell = (json: unknown, key: string = randomUUID(), token = upstream.serviceToken) =>
  call(upstream, "POST", "/service/payment-events", {
    token,
    json,
    headers: { "Idempotency-Key": key },
  });
const move = (id: string, status: string) =>
  call(upstream, "POST", `/service/orders/${id}/status`, {
    token: upstream.serviceToken,
    json: { status },
  });
const statusOf = async ({ id, token }: Placed) =>
  (await call(upstream, "GET", `/orders/${id}`, { token })).body.status;

test("a payment moves the order on", async () => {
  const order = await unpaidOrder();
  const { status, body } = await tell(paid(order));
  expect([status, body]).toEqual([200, { outcome: "accepted" }]);
  expect(await statusOf(order)).toBe("pending");
});

test("an order may be named by its number", async () => {
  const order = await unpaidOrder();
  expect((await tell(paid(order, { order_id: order.order_id }))).body).toEqual({
    outcome: "accepted",
  });
});

test("the same payment told ten times at once is told once", async () => {
  const order = await unpaidOrder();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 10 }, () => tell(paid(order), key)));
  expect(new Set(answers.map(({ body }) => body.outcome))).toEqual(new Set(["accepted"]));
  const rows = await upstream.db
    .prepare("SELECT key FROM payment_events WHERE order_id = ?")
    .bind(order.id)
    .all();
  expect(rows.results).toHaveLength(1);
});

test("of two trades for one order one is accepted and the other owed back", async () => {
  const order = await unpaidOrder();
  const answers = await Promise.all([
    tell(paid(order, { merchant_trade_no: "A1" })),
    tell(paid(order, { merchant_trade_no: "B2" })),
  ]);
  expect(answers.map(({ body }) => body.outcome).sort()).toEqual(["accepted", "needs_refund"]);
  expect(await statusOf(order)).toBe("pending");
});

test("money for a cancelled order, or not the order's sum, is owed back", async () => {
  const cancelled = await unpaidOrder();
  await move(cancelled.id, "cancelled");
  expect((await tell(paid(cancelled))).body).toEqual({ outcome: "needs_refund" });
  expect(await statusOf(cancelled)).toBe("cancelled");
  const other = await unpaidOrder();
  expect((await tell(paid(other, { amount: 1 }))).body).toEqual({ outcome: "needs_refund" });
  expect(await statusOf(other)).toBe("payment_pending");
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

test("a refund that is owed leaves the order as it is", async () => {
  const order = await unpaidOrder();
  expect((await tell(paid(order, { kind: "order.needs_refund" }))).body).toEqual({
    outcome: "needs_refund",
  });
  expect(await statusOf(order)).toBe("payment_pending");
});

test("a payment for an order that does not exist is not found", async () => {
  const order = await unpaidOrder();
  expect((await tell(paid(order, { order_id: "SL000000AAAAA" }))).status).toBe(404);
});

test("only the shop speaks to the service", async () => {
  const order = await unpaidOrder();
  expect((await tell(paid(order), randomUUID(), order.token)).status).toBe(401);
  expect((await tell(paid(order), randomUUID(), `${upstream.serviceToken}x`)).status).toBe(401);
  expect(
    (await call(upstream, "POST", "/service/fault", { json: { mode: "refuse" } })).status,
  ).toBe(401);
  expect(await statusOf(order)).toBe("payment_pending");
});

test("an order moves forward one step at a time, never back", async () => {
  const order = await unpaidOrder();
  expect((await move(order.id, "processing")).status).toBe(409);
  await tell(paid(order));
  expect((await move(order.id, "shipped")).status).toBe(409);
  for (const status of ["processing", "shipped", "delivered"]) {
    expect((await move(order.id, status)).body).toEqual({
      id: order.id,
      order_id: order.order_id,
      status,
    });
  }
  expect((await move(order.id, "delivered")).status).toBe(200);
  expect((await move(order.id, "processing")).status).toBe(409);
  expect((await move(order.id, "cancelled")).status).toBe(409);
  expect((await move(order.id, "partially_refunded")).status).toBe(200);
  expect((await move(order.id, "refunded")).status).toBe(200);
});

test("an operator asks where an order stands and where it may go, by its key or its number", async () => {
  const order = await unpaidOrder();
  const look = (name: string, token = upstream.serviceToken) =>
    call(upstream, "GET", `/service/orders/${name}`, { token });
  const unpaid = {
    id: order.id,
    order_id: order.order_id,
    status: "payment_pending",
    next: ["payment_failed", "cancelled"],
  };
  expect((await look(order.id)).body).toEqual(unpaid);
  expect((await look(order.order_id)).body).toEqual(unpaid);
  await tell(paid(order));
  expect((await look(order.id)).body.next.toSorted()).toEqual([
    "cancelled",
    "partially_refunded",
    "processing",
    "refunded",
  ]);
  expect((await look("SL000000AAAAA")).status).toBe(404);
  expect((await look(order.id, order.token)).status).toBe(401);
});

test("nobody marks an order as paid but a payment", async () => {
  const order = await unpaidOrder();
  expect((await move(order.id, "pending")).status).toBe(422);
  expect((await move("no-such-order", "cancelled")).status).toBe(404);
});

test("an order that is unpaid for a day is cancelled, and not an hour earlier", async () => {
  const [old, recent, done] = [await unpaidOrder(), await unpaidOrder(), await unpaidOrder()];
  await tell(paid(done));
  const age = (order: Placed, hours: number) =>
    upstream.db
      .prepare("UPDATE orders SET created_at = created_at - ? WHERE id = ?")
      .bind(hours * 3_600_000, order.id)
      .run();
  await Promise.all([age(old, 24.1), age(recent, 23), age(done, 100)]);
  await upstream.runSchedule();
  expect([await statusOf(old), await statusOf(recent), await statusOf(done)]).toEqual([
    "cancelled",
    "payment_pending",
    "pending",
  ]);
});

test("health asks the database", async () => {
  const { status, body } = await call(upstream, "GET", "/health");
  expect([status, body]).toEqual([200, { status: "ok" }]);
});

test.for(["zh", "en", "ja"])("the checkout's texts are there in %s", async (language) => {
  const { body } = await call(upstream, "GET", "/custom-texts/?type_filter=checkout_", {
    headers: { "Accept-Language": language },
  });
  const texts = new Map<string, string>(
    body.data.map(({ type, text }: { type: string; text: string }) => [type, text]),
  );
  expect([...texts.keys()].sort()).toEqual([
    "checkout_checkbox_text",
    "checkout_important_notices",
    "checkout_modal_content",
  ]);
  expect(texts.get("checkout_important_notices")?.split("\n").length).toBeGreaterThan(3);
  expect(texts.get("checkout_modal_content")).toMatch(/第十九條|Article 19|第19条/);
});

test("texts of another kind are left out", async () => {
  expect((await call(upstream, "GET", "/custom-texts/?type_filter=footer_")).body).toEqual({
    data: [],
  });
});

test.for([
  ["malformed JSON", "{", "application/json"],
  ["a lone surrogate", '"\\ud800"', "application/json"],
  ["nothing", "", "application/json"],
  ["a form where JSON belongs", "a=b", "application/x-www-form-urlencoded"],
])("%s is refused and never an error of ours", async ([, body, type]) => {
  for (const path of ["/auth/register", "/auth/forgot-password", "/auth/login/password-verify"]) {
    const answer = await upstream.fetch(`/api/v1${path}`, {
      method: "POST",
      headers: { "Content-Type": type ?? "" },
      body: body ?? "",
    });
    expect(answer.status).toBe(422);
  }
});

test("a body of a megabyte is refused", async () => {
  const answer = await upstream.fetch("/api/v1/auth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "x".repeat(2 ** 20),
  });
  expect(answer.status).toBe(413);
});
