/**
 * The shop before an upstream that answers the documents' fields and nothing else: no key of a placed order, no call for one
 * order, no payment events, no recognised Idempotency-Key, and a refresh cookie of another name.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  unreportedPayments,
  type UnreportedPayment,
} from "../../worker/store/unreported-payments.ts";
import { finishedJars } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { stageFault } from "../support/faults.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import { notify, signedNotice } from "../support/payments.ts";
import { startShop, startUpstream, type Shop } from "../support/shop.ts";
import type { Json, Shopper } from "../support/shopper.ts";
import { expireUpstreamAccess } from "../support/upstream-state.ts";

const bare = { UPSTREAM_PAYMENT_EVENTS_PATH: "", UPSTREAM_HONOURS_IDEMPOTENCY: "" };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ vars: bare, upstreamVars: { DOCUMENTED_ONLY: "true" } });
});
beforeEach(() => stageFault(shop, { mode: "none" }));
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const sampleSet = {
  productIds: ["hinoki-rain"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "response-1",
};
const newKey = () => randomBytes(12).toString("base64url");

async function memberWith(line: object): Promise<{ shopper: Shopper; form: object }> {
  const { shopper } = await newMember(shop);
  const { body: cart } = await shopper.send("POST", "/cart/items", line);
  return { shopper, form: checkoutForm(cart) };
}

const checkOut = (shopper: Shopper, form: object, key = newKey()) =>
  shopper.send("POST", "/cart/checkout", form, { "Idempotency-Key": key });
const ordersOf = async (shopper: Shopper): Promise<Json[]> =>
  (await shopper.get("/orders/my-orders?skip=0&limit=100")).body.data;
const upstreamOrders = async (email: string) =>
  (
    await shop.upstreamDb
      .prepare("SELECT id FROM orders WHERE customer_email = ?")
      .bind(email)
      .all()
  ).results.length;
const outboxOf = async (number: string) => {
  const sql = `SELECT sent_at, attempts FROM outbox WHERE order_id IN (SELECT order_id FROM payment_attempts WHERE order_number = ?)`;
  return (
    await shop.db.prepare(sql).bind(number).all<{ sent_at: number | null; attempts: number }>()
  ).results;
};

async function paid(shopper: Shopper, form: object): Promise<Json> {
  const { body } = await checkOut(shopper, form);
  const amountTwd = Number(body.ecpay_form_data.TotalAmount);
  const { text } = await notify(
    shop,
    await signedNotice({ merchantTradeNo: body.ecpay_form_data.MerchantTradeNo, amountTwd }),
  );
  expect(text).toBe("1|OK");
  return body;
}

test("a checkout needs the order's number alone, and its sum is the shop's", async () => {
  const { shopper, form } = await memberWith(sampleSet);
  const { status, body } = await checkOut(shopper, form);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    order_id: expect.stringMatching(/^SL/),
    ecpay_form_data: { TotalAmount: "100" },
  });
  const [order] = await ordersOf(shopper);
  expect(order).toMatchObject({ order_id: body.order_id, status: "payment_pending" });
  const again = await shopper.send(
    "POST",
    `/orders/${order.id}/pay`,
    {},
    { "Idempotency-Key": newKey() },
  );
  expect(again.body, "pay now").toMatchObject({
    order_id: body.order_id,
    ecpay_form_data: { TotalAmount: "100" },
  });
  const other = await newMember(shop);
  const stolen = await other.shopper.send(
    "POST",
    `/orders/${order.id}/pay`,
    {},
    { "Idempotency-Key": newKey() },
  );
  expect(stolen).toMatchObject({ status: 404, body: { code: "order_not_found" } });
});

test("an order that was paid here is shown as paid at once, though the upstream never hears of it", async () => {
  const { shopper, form } = await memberWith(sampleSet);
  const { order_id } = await paid(shopper, form);
  const [order] = await ordersOf(shopper);
  expect(order).toMatchObject({ order_id, status: "pending" });
  expect((await shopper.get("/cart")).body.items).toEqual([]);
  const again = await shopper.send(
    "POST",
    `/orders/${order.id}/pay`,
    {},
    { "Idempotency-Key": newKey() },
  );
  expect(again).toMatchObject({ status: 409, body: { code: "order_not_payable" } });
  const submit = await shopper.send("POST", "/surveys/scent-discovery/submit", {
    form_id: "scent-discovery",
    answers: [],
  });
  expect(submit.body.code, "it still is a sample set on its way").toBe("active_sample_order");
});

test("nothing is sent, or tried for ever, where the upstream takes no payment events; operators see what it does not know", async () => {
  const { shopper, form } = await memberWith(finishedJars());
  const { order_id } = await paid(shopper, form);
  for (let minute = 0; minute < 3; minute += 1) await shop.runSchedule();
  expect(await outboxOf(order_id)).toEqual([{ sent_at: null, attempts: 0 }]);
  expect(shop.logs().filter((line) => line.includes("payment event"))).toEqual([]);
  const unreported = async () =>
    (await shop.db.prepare(unreportedPayments).all<UnreportedPayment>()).results;
  expect(await unreported()).toContainEqual(
    expect.objectContaining({ number: order_id, kind: "order.paid", attempts: 0 }),
  );
  // Somebody tells the upstream another way, and its own answer shows that it knows.
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = 'processing' WHERE number = ?")
    .bind(order_id)
    .run();
  expect((await ordersOf(shopper))[0].status, "what the upstream says later counts").toBe(
    "processing",
  );
  await expect.poll(async () => (await outboxOf(order_id))[0]?.sent_at).toEqual(expect.any(Number));
  expect((await unreported()).map(({ number }) => number)).not.toContain(order_id);
});

test("an order that the upstream cancelled says so, though it was paid", async () => {
  const { shopper, form } = await memberWith(finishedJars());
  const { order_id } = await paid(shopper, form);
  await shop.upstreamDb
    .prepare("UPDATE orders SET status = 'cancelled' WHERE number = ?")
    .bind(order_id)
    .run();
  expect((await ordersOf(shopper))[0].status).toBe("cancelled");
});

test.each(["lost", "html"] as const)(
  "an answer that was %s after the order was made leads to that order's payment",
  async (mode) => {
    const { shopper, form } = await memberWith(finishedJars());
    const email = `${newKey().toLowerCase()}@example.test`;
    await stageFault(shop, { mode, paths: ["/cart/checkout"] });
    const { status, body } = await checkOut(shopper, { ...form, customer_email: email });
    expect(status, JSON.stringify(body)).toBe(200);
    expect((await ordersOf(shopper)).map(({ order_id }) => order_id)).toEqual([body.order_id]);
  },
);

test("three presses while answers and orders cannot be read make one order, and the third pays for it", async () => {
  const { shopper, form: blank } = await memberWith(sampleSet);
  const email = `${newKey().toLowerCase()}@example.test`;
  const form = { ...blank, customer_email: email };
  const key = newKey();
  await stageFault(shop, { mode: "lost", paths: ["/cart/checkout", "/orders"] });
  expect((await checkOut(shopper, form, key)).status).toBe(502);
  expect(await upstreamOrders(email)).toBe(1);
  const secondTab = await checkOut(shopper, form);
  expect(secondTab.status, "nobody can tell whether there is an order").toBe(502);
  expect(await upstreamOrders(email)).toBe(1);
  await stageFault(shop, { mode: "none" });
  const third = await checkOut(shopper, form, key);
  expect(third.status, JSON.stringify(third.body)).toBe(200);
  expect(await upstreamOrders(email)).toBe(1);
  expect((await ordersOf(shopper))[0].order_id).toBe(third.body.order_id);
});

test("the same cart and form from two tabs at once are one order, without any help of the upstream's", async () => {
  const { shopper, form: blank } = await memberWith(finishedJars());
  const email = `${newKey().toLowerCase()}@example.test`;
  const form = { ...blank, customer_email: email };
  const presses = await Promise.all([checkOut(shopper, form), checkOut(shopper, form)]);
  for (const press of presses)
    expect(press.status === 200 || press.body.code === "idempotency_in_progress").toBe(true);
  expect((await checkOut(shopper, form)).status).toBe(200);
  expect(await upstreamOrders(email)).toBe(1);
});

test("the upstream's session is renewed by its own cookie, whatever that is called", async () => {
  const { shopper, email } = await newMember(shop);
  await expireUpstreamAccess(shop, email);
  expect((await shopper.get("/members/me")).status).toBe(200);
});

test("products without notes' families and shares, and members without a full name, are whole answers to the page", async () => {
  const { shopper } = await newMember(shop);
  expect((await shopper.get("/members/me")).body.full_name).toBe("Test Noor");
  const notes = (await shopper.get("/perfume-note/by_product/hinoki-rain")).body;
  expect(notes.top[0]).toEqual({
    share: null,
    raw_material: {
      id: expect.any(String),
      name: expect.any(String),
      family: null,
      volatility: null,
    },
  });
  const chat = await shopper.send("POST", "/raw-materials/chat", {
    content: "rain on cedar",
    top_k: 3,
  });
  expect(chat.body).toEqual({
    products_id: expect.any(Array),
    response: expect.any(String),
    matches: [],
  });
});

test("an upstream at an address of its own hears the member's token and the visitor's address on every call", async () => {
  const upstream = await startUpstream();
  const heard: { url: string; headers: IncomingHttpHeaders }[] = [];
  const door = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      heard.push({ url: request.url ?? "", headers: request.headers });
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !["host", "connection"].includes(name)),
      );
      const body = chunks.length === 0 ? null : Buffer.concat(chunks);
      void upstream
        .fetch(request.url ?? "/", {
          method: request.method ?? "GET",
          headers: headers as Record<string, string>,
          body,
        })
        .then(async (answer) => {
          const passed = {
            "Content-Type": answer.headers.get("Content-Type") ?? "",
            "Set-Cookie": answer.headers.getSetCookie(),
          };
          response.writeHead(answer.status, passed).end(Buffer.from(await answer.arrayBuffer()));
        });
    });
  });
  await new Promise<void>((listening) => door.listen(0, "127.0.0.1", listening));
  const { port } = door.address() as AddressInfo;
  const remote = await startShop({ vars: { ...bare, UPSTREAM_URL: `http://127.0.0.1:${port}` } });
  try {
    const { shopper } = await newMember({ ...remote, upstreamDb: upstream.db });
    heard.length = 0;
    const visitor = { "CF-Connecting-IP": "203.0.113.7" };
    for (const path of [
      "/members/me",
      "/surveys/scent-discovery/full",
      "/products/hinoki-rain",
      "/reorder-settings/",
    ])
      expect((await shopper.get(path, { headers: visitor })).status, path).toBe(200);
    await shopper.send(
      "POST",
      "/cart/items",
      { ...sampleSet, productIds: ["yuzu-morning"] },
      visitor,
    );
    expect(heard.map(({ url }) => url)).toContain("/api/v1/products/yuzu-morning");
    const tokens = new Set(heard.map(({ headers }) => headers.authorization));
    expect([...tokens]).toEqual([expect.stringMatching(/^Bearer .+/)]);
    expect(new Set(heard.map(({ headers }) => headers["x-forwarded-for"]))).toEqual(
      new Set(["203.0.113.7"]),
    );
  } finally {
    await remote.close();
    door.close();
    await upstream.close();
  }
});
