/**
 * The shop before an upstream that answers the documents' fields and nothing else: no key of a placed order, no call for one
 * order, no payment events, no recognised Idempotency-Key, and a refresh cookie of another name.
 */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { sampleSet } from "../support/carts.ts";
import { checkoutForm } from "../support/checkouts.ts";
import { newMember } from "../support/new-member.ts";
import { notify, signedNotice } from "../support/payments.ts";
import { startShop, type UpstreamAlone } from "../support/shop.ts";
import type { Json, Shopper } from "../support/shopper.ts";
import { expireUpstreamAccess } from "../support/upstream-state.ts";

const bare = { UPSTREAM_PAYMENT_EVENTS_PATH: "", UPSTREAM_HONOURS_IDEMPOTENCY: "" };

const shop = await startShop({ vars: bare, upstreamVars: { DOCUMENTED_ONLY: "true" } });
afterAll(() => shop.close());

const newKey = () => randomBytes(12).toString("base64url");
const post = (shopper: Shopper, path: string, form: object = {}, key = newKey()) =>
  shopper.send("POST", path, form, { "Idempotency-Key": key });
const checkOut = (shopper: Shopper, form: object, key?: string) =>
  post(shopper, "/cart/checkout", form, key);
const ordersOf = async (shopper: Shopper): Promise<Json[]> =>
  (await shopper.get("/orders/my-orders?skip=0&limit=100")).body.data;

/** Who is about to order, with an e-mail by which the upstream's orders can be told apart. */
async function memberWith(line: object) {
  const { shopper } = await newMember(shop);
  const { body: cart } = await shopper.send("POST", "/cart/items", line);
  const email = `${newKey().toLowerCase()}@example.test`;
  const orders = shop.upstreamDb.prepare("SELECT id FROM orders WHERE customer_email = ?");
  const upstreamOrders = async () => (await orders.bind(email).all()).results.length;
  return { shopper, form: checkoutForm(cart, { customer_email: email }), upstreamOrders };
}

async function paid(shopper: Shopper, form: object): Promise<Json> {
  const { body } = await checkOut(shopper, form);
  const { MerchantTradeNo: merchantTradeNo, TotalAmount } = body.ecpay_form_data;
  const notice = await signedNotice({ merchantTradeNo, amountTwd: Number(TotalAmount) });
  expect((await notify(shop, notice)).text).toBe("1|OK");
  return body;
}

test("a checkout needs the order's number alone, and its sum is the shop's", async () => {
  const { shopper, form } = await memberWith(sampleSet({ productIds: ["hinoki-rain"] }));
  const { status, body } = await checkOut(shopper, form);
  expect(status, JSON.stringify(body)).toBe(200);
  const placed = { order_id: body.order_id, ecpay_form_data: { TotalAmount: "100" } };
  expect(body).toMatchObject(placed);
  const [order] = await ordersOf(shopper);
  expect(order).toMatchObject({ order_id: body.order_id, status: "payment_pending" });
  expect((await post(shopper, `/orders/${order.id}/pay`)).body, "pay now").toMatchObject(placed);
  const other = await newMember(shop);
  const stolen = await post(other.shopper, `/orders/${order.id}/pay`);
  expect(stolen).toMatchObject({ status: 404, body: { code: "order_not_found" } });
});

test("an order that was paid here is shown as paid at once, and operators see that the upstream does not know", async () => {
  const { shopper, form } = await memberWith(sampleSet());
  const { order_id } = await paid(shopper, form);
  const [order] = await ordersOf(shopper);
  expect(order).toMatchObject({ order_id, status: "pending" });
  expect((await shopper.get("/cart")).body.items).toEqual([]);
  const again = await post(shopper, `/orders/${order.id}/pay`);
  expect(again).toMatchObject({ status: 409, body: { code: "order_not_payable" } });
  const quiz = { form_id: "scent-discovery", answers: [] };
  const submit = await shopper.send("POST", "/surveys/scent-discovery/submit", quiz);
  expect(submit.body.code, "it still is a sample set on its way").toBe("active_sample_order");
  await shop.runSchedule();
  const unreported = async () => (await shop.fetch("/desk/refunds")).text();
  expect(await unreported()).toContain(order_id);
  // Somebody tells the upstream another way, and its own answer shows that it knows.
  const sql = "UPDATE orders SET status = 'processing' WHERE number = ?";
  await shop.upstreamDb.prepare(sql).bind(order_id).run();
  expect((await ordersOf(shopper))[0].status, "what it says later counts").toBe("processing");
  await expect.poll(unreported).not.toContain(order_id);
});

test("the upstream's session is renewed by its own cookie, and a member without a full name gets one", async () => {
  const { shopper, email } = await newMember(shop);
  await expireUpstreamAccess(shop, email);
  expect((await shopper.get("/members/me")).body.full_name).toBe("Test Noor");
});

/** A server that passes everything on. @returns its address. */
async function doorTo(upstream: UpstreamAlone, heard: IncomingMessage[]): Promise<Server> {
  const door = createServer((request, response) => {
    heard.push(request);
    const passOn = async () => {
      const body = await buffer(request);
      const { authorization = "", "content-type": type = "" } = request.headers;
      const answer = await upstream.fetch(request.url ?? "/", {
        method: request.method ?? "GET",
        headers: { Authorization: authorization, "Content-Type": type },
        body: body.length === 0 ? null : body,
      });
      response.writeHead(answer.status, {
        "Content-Type": answer.headers.get("Content-Type") ?? "",
        "Set-Cookie": answer.headers.getSetCookie(),
      });
      response.end(Buffer.from(await answer.arrayBuffer()));
    };
    void passOn();
  });
  await new Promise<void>((listening) => door.listen(0, "127.0.0.1", listening));
  return door;
}

test("an upstream at an address of its own hears the member's token and the visitor's address on every call", async () => {
  const upstream = await borrowUpstream();
  const heard: IncomingMessage[] = [];
  const door = await doorTo(upstream, heard);
  const { port } = door.address() as AddressInfo;
  const remote = await startShop({ vars: { ...bare, UPSTREAM_URL: `http://127.0.0.1:${port}` } });
  try {
    const { shopper } = await newMember({ ...remote, upstreamDb: upstream.db });
    heard.length = 0;
    const visitor = { "CF-Connecting-IP": "203.0.113.7" };
    const paths = ["/members/me", "/surveys/scent-discovery/full", "/products/hinoki-rain"];
    for (const path of [...paths, "/reorder-settings/", "/scents/cedar-library"])
      expect((await shopper.get(path, { headers: visitor })).status, path).toBe(200);
    await shopper.send("POST", "/cart/items", sampleSet({ productIds: ["yuzu-morning"] }), visitor);
    expect(heard.map(({ url }) => url)).toContain("/api/v1/products/yuzu-morning");
    const told = (name: string) => [...new Set(heard.map(({ headers }) => headers[name]))];
    expect(told("authorization")).toEqual([expect.stringMatching(/^Bearer .+/)]);
    expect(told("x-forwarded-for")).toEqual(["203.0.113.7"]);
  } finally {
    await remote.close();
    door.close();
  }
});
