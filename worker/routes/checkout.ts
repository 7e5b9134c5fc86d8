import { Hono, type Context, type MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import { checkoutBody, payOrderBody } from "#contract/checkout";
import { id } from "#contract/fields";
import type { App } from "../context.ts";
import { actorOf, requireLiveMember } from "../http/actor.ts";
import { ShopError } from "../http/errors.ts";
import { jsonBody, paramsOf } from "../http/validate.ts";
import { payOrder } from "../shop/checkout/pay-order.ts";
import { placeOrder } from "../shop/checkout/place-order.ts";

export const checkout = new Hono<App>();

function idempotencyKey(c: Context<App>): string {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) throw new ShopError("validation_failed", { fields: { "Idempotency-Key": "required" } });
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) throw new ShopError("validation_failed", { fields: { "Idempotency-Key": "invalid" } });
  return key;
}

checkout.post("/cart/checkout", requireLiveMember, jsonBody(checkoutBody), async (c) =>
  c.json(await placeOrder(c.get("deps"), actorOf(c), c.req.valid("json"), idempotencyKey(c))),
);

const emptyBody = jsonBody(payOrderBody);
/** There is nothing to say, so saying nothing is as good as an empty object. */
const noBody: MiddlewareHandler<App> = (c, next) => (c.req.raw.body === null ? next() : emptyBody(c, next));

checkout.post("/orders/:id/pay", requireLiveMember, paramsOf(z.object({ id })), noBody, async (c) =>
  c.json(await payOrder(c.get("deps"), actorOf(c), c.req.valid("param").id, idempotencyKey(c))),
);
