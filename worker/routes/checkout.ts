import { Hono } from "hono";
import { checkoutBody } from "#contract/checkout-body";
import type { App } from "../context.ts";
import { actorOf, requireMember } from "../middleware/actor.ts";
import { idempotencyKeyOf, jsonBody } from "../middleware/validate.ts";
import { placeOrder } from "../shop/checkout/place-order.ts";

export const checkout = new Hono<App>();

checkout.post("/cart/checkout", requireMember, jsonBody(checkoutBody), async (c) =>
  c.json(await placeOrder(c.get("deps"), actorOf(c), c.req.valid("json"), idempotencyKeyOf(c))),
);
