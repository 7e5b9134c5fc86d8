/** What DOCUMENTED_ONLY changes beside the fields of answers, which the contract compares. */
import { afterAll, expect, test } from "vitest";
import { startUpstream } from "../support/shop.ts";
import { checkoutOf, finishedLine } from "../support/upstream-checkout.ts";
import { talkTo } from "../support/upstream-member.ts";

const upstream = await startUpstream({ DOCUMENTED_ONLY: "true" });
afterAll(() => upstream.close());

const { post, send, checkOut, newMember, ...talk } = talkTo(upstream);
const get = async (path: string, token?: string) => (await talk.get(path, token)).body;
const names = (value: object) => Object.keys(value).sort().join(" ");

test("a checkout tells the order's number alone, and a key makes no difference", async () => {
  const { token } = await newMember();
  const made = [];
  for (const key of ["one-key", "one-key", "not a key"])
    made.push(await checkOut(token, checkoutOf([finishedLine()]), key));
  for (const { status, body } of made) expect([status, names(body)]).toEqual([201, "order_id"]);
  expect(new Set(made.map(({ body }) => body.order_id)).size).toBe(3);
  expect((await get("/orders/my-orders", token)).total).toBe(3);
});

test("calls that no document knows are not there, whoever asks", async () => {
  const { token } = await newMember();
  await post("/cart/checkout", { token, json: checkoutOf([finishedLine()]) });
  const [order] = (await get("/orders/my-orders", token)).data;
  for (const path of [`/orders/${order.id}`, `/orders/${order.order_id}`, "/health"])
    expect((await talk.get(path, token)).status, path).toBe(404);
  for (const [method, path, shown] of [
    ["POST", "/auth/logout", token],
    ["POST", "/service/payment-events", upstream.serviceToken],
    ["POST", "/service/order-cancellations", upstream.serviceToken],
    ["DELETE", "/members/me", token],
  ] as const) {
    const { status, body } = await send(method, path, shown, {});
    expect([status, body], path).toEqual([404, { detail: expect.any(String) }]);
  }
});
