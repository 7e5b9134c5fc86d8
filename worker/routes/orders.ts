import { Hono } from "hono";
import * as z from "zod/mini";
import { payOrderBody, checkoutBody } from "#contract/checkout-body";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
import { idempotencyKeyOf } from "../middleware/validate.ts";
import { getOrder, cancelOrder, payOrder } from "../shop/orders/own-order.ts";
import { listOrders, ordersQuery } from "../shop/orders/list-orders.ts";
import { asMember } from "../shop/sessions/as-member.ts";
import { placeOrder } from "../shop/checkout/place-order.ts";

export const orders = new Hono<App>();

const ordering = { who: "member", rate: "checkout", json: checkoutBody } as const;

orders.post("/cart/checkout", policy(ordering), async (c) => {
  const { deps, actor } = c.var;
  return c.json(await placeOrder(deps, actor, c.req.valid("json"), idempotencyKeyOf(c)));
});

orders.get("/orders/my-orders", policy({ who: "member", query: ordersQuery }), async (c) => {
  const { deps, actor } = c.var;
  return c.json(await listOrders(asMember(deps, actor), actor, c.req.valid("query")));
});

orders.get("/orders/:id", policy({ who: "member" }), async (c) => {
  const { deps, actor } = c.var;
  return c.json(await getOrder(asMember(deps, actor), actor, c.req.param("id")));
});

const change = { who: "member", rate: "checkout", isOptional: true } as const;

orders.post("/orders/:id/pay", policy({ ...change, json: payOrderBody }), async (c) => {
  const { deps, actor } = c.var;
  const body = c.req.valid("json") ?? {};
  return c.json(await payOrder(deps, actor, c.req.param("id"), body, idempotencyKeyOf(c)));
});

const cancelling = { ...change, json: z.strictObject({}), live: true } as const;

orders.post("/orders/:id/cancel", policy(cancelling), async (c) => {
  await cancelOrder(c.var.deps, c.var.actor, c.req.param("id"));
  return c.body(null, 204);
});
