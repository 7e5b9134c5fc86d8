// The shop before an upstream that answers the documents' fields and nothing else: no key of a placed order, no call for one
// order, no payment events, no recognised Idempotency-Key, and a refresh cookie of another name.
import { borrowUpstream } from "../support/borrowed.ts";
import { sampleSet } from "../support/carts.ts";
import { checkOut, formOf, memberWith, ordersOf, pay, payableOf } from "../support/checkouts.ts";
import { newMember } from "../support/new-member.ts";
import { notify, signedNotice } from "../support/payments.ts";
import { startShop } from "../support/shop.ts";
import { expireUpstreamAccess } from "../support/upstream-state.ts";

const bare = { UPSTREAM_PAYMENT_EVENTS_PATH: "", UPSTREAM_HONOURS_IDEMPOTENCY: "" };

const shop = await startShop({ vars: bare, upstreamVars: { DOCUMENTED_ONLY: "true" } });
afterAll(() => shop.close());

test("an order that was paid here is shown as paid at once, and operators see that the upstream does not know", async () => {
  const shopper = await memberWith(shop, sampleSet());
  const placed = await checkOut(shopper, await formOf(shopper));
  const { order_id } = placed.body;
  expect((await notify(shop, await signedNotice(payableOf(placed)))).text).toBe("1|OK");
  const [order] = await ordersOf(shopper);
  expect(order).toMatchObject({ order_id, status: "pending" });
  expect((await shopper.get("/cart")).body.items).toEqual([]);
  expect(await pay(shopper, order.id)).toMatchObject({
    status: 409,
    body: { code: "order_not_payable" },
  });
  const quiz = { form_id: "scent-discovery", answers: [] };
  const submit = await shopper.send("POST", "/surveys/scent-discovery/submit", quiz);
  expect(submit.body.code, "it still is a sample set on its way").toBe("active_sample_order");
  await shop.runSchedule();
  const inEnglish = { headers: { "Accept-Language": "en" } };
  const story = async () => (await shop.fetch(`/desk/orders/${order_id}`, inEnglish)).text();
  expect(await story()).toContain("Event for the upstream");
  expect(await story()).not.toContain("Taken by the upstream");
  // Somebody tells the upstream another way, and its own answer shows that it knows.
  const sql = "UPDATE orders SET status = 'processing' WHERE number = ?";
  await shop.upstreamDb.prepare(sql).bind(order_id).run();
  expect((await ordersOf(shopper))[0].status, "what it says later counts").toBe("processing");
  await expect.poll(story).toContain("Taken by the upstream");
});

test("the upstream's session is renewed by its own cookie, and a member without a full name gets one", async () => {
  const { shopper, email } = await newMember(shop);
  await expireUpstreamAccess(shop, email);
  expect((await shopper.get("/members/me")).body.full_name).toBe("Test Noor");
});

test("an upstream at an address of its own hears the member's token and the visitor's address on every call", async () => {
  const upstream = await borrowUpstream();
  const heard: Request[] = [];
  const remote = await startShop({
    vars: { ...bare, UPSTREAM_URL: "https://upstream.test" },
    outbound: async (request) => {
      heard.push(request);
      const { pathname, search } = new URL(request.url);
      const of = (name: string) => request.headers.get(name) ?? "";
      const body = await request.text();
      return upstream.fetch(pathname + search, {
        method: request.method,
        headers: { Authorization: of("Authorization"), "Content-Type": of("Content-Type") },
        body: body === "" ? null : body,
      });
    },
  });
  try {
    const { shopper } = await newMember({ ...remote, upstreamDb: upstream.db });
    heard.length = 0;
    const visitor = { "CF-Connecting-IP": "203.0.113.7" };
    const paths = ["/members/me", "/surveys/scent-discovery/full", "/products/hinoki-rain"];
    for (const path of [...paths, "/reorder-settings/", "/scents/cedar-library"])
      expect((await shopper.get(path, { headers: visitor })).status, path).toBe(200);
    await shopper.send("POST", "/cart/items", sampleSet({ productIds: ["yuzu-morning"] }), visitor);
    expect(heard.map(({ url }) => url)).toContain(
      "https://upstream.test/api/v1/products/yuzu-morning",
    );
    const told = (name: string) => [...new Set(heard.map(({ headers }) => headers.get(name)))];
    expect(told("authorization")).toEqual([expect.stringMatching(/^Bearer .+/)]);
    expect(told("x-forwarded-for")).toEqual(["203.0.113.7"]);
  } finally {
    await remote.close();
  }
});
