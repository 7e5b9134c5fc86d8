import { Hono } from "hono";
import * as z from "zod/mini";
import { payOrderBody, checkoutBody } from "#contract/checkout-body";
import { id, whole } from "#contract/fields";
import { orderCheckPageSize } from "#contract/limits";
import type { App } from "../context.ts";
import { actorOf, requireLiveMember, requireMember } from "../middleware/actor.ts";
import {
  idempotencyKeyOf,
  optionalJsonBody,
  paramsOf,
  queryOf,
  jsonBody,
} from "../middleware/validate.ts";
import { getOrder, cancelOrder } from "../shop/orders/own-order.ts";
import { listOrders } from "../shop/orders/list-orders.ts";
import { payOrder } from "../shop/orders/pay-order.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { placeOrder } from "../shop/checkout/place-order.ts";

export const checkout = new Hono<App>();

checkout.post("/cart/checkout", requireMember, jsonBody(checkoutBody), async (c) =>
  c.json(await placeOrder(c.get("deps"), actorOf(c), c.req.valid("json"), idempotencyKeyOf(c))),
);

export const orders = new Hono<App>();

const digits = (min: number, max: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/, "invalid")),
      z.pipe(z.transform(Number), whole(min, max)),
    ),
  );
const day = z.optional(
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, "invalid"),
    z.refine((date) => !Number.isNaN(Date.parse(date)), "invalid"),
  ),
);
const ordersQuery = z.strictObject({
  skip: digits(0, 1_000_000),
  limit: digits(1, orderCheckPageSize),
  start_date: day,
  end_date: day,
});

orders.get("/my-orders", requireMember, queryOf(ordersQuery), async (c) => {
  const actor = actorOf(c);
  return c.json(await listOrders(asMember(c.get("deps"), actor), actor, c.req.valid("query")));
});

orders.get("/:id", requireMember, paramsOf(z.object({ id })), async (c) => {
  const actor = actorOf(c);
  const deps = asMember(c.get("deps"), actor);
  return c.json(await getOrder(deps, actor, c.req.valid("param").id));
});

const noBody = optionalJsonBody(payOrderBody);

orders.post("/:id/pay", requireMember, paramsOf(z.object({ id })), noBody, async (c) =>
  c.json(await payOrder(c.get("deps"), actorOf(c), c.req.valid("param").id, idempotencyKeyOf(c))),
);

orders.post("/:id/cancel", requireLiveMember, paramsOf(z.object({ id })), noBody, async (c) => {
  await cancelOrder(c.get("deps"), actorOf(c), c.req.valid("param").id);
  return c.body(null, 204);
});
