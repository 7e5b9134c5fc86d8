/** Calls of the shop itself and of operators. */
import { Hono, type Context } from "hono";
import * as z from "zod/mini";
import type { App } from "../app.ts";
import { orderCancellation, paymentEvent } from "../wire.ts";
import { requireService } from "../http/actor.ts";
import { idOf, idempotencyKeyOf, readJson } from "../http/body.ts";
import { fault, stageFault } from "../http/faults.ts";
import { invalid, notFound, Refusal } from "../http/refusal.ts";
import { sha256 } from "../identity/crypto.ts";
import {
  cancelUnpaidOrder,
  findOrder,
  moveOrder,
  movableStatuses,
  nextStatuses,
  recordPaymentEvent,
} from "../store/orders.ts";
import { changeSettings, presentSettings, reorderSettingsChange } from "./reorder.ts";

export const service = new Hono<App>({ strict: false });
service.use(requireService);

const statusBody = z.strictObject({ status: z.enum(movableStatuses) });

service.post("/payment-events", async (c) => {
  const { db, now } = c.get("deps");
  const key = idempotencyKeyOf(c);
  const event = await readJson(c, paymentEvent);
  const bodyHash = await sha256(JSON.stringify(event));
  const recorded = await recordPaymentEvent(db, key, bodyHash, event, now);
  if (!recorded) throw notFound("訂單");
  if (recorded.bodyHash !== bodyHash) throw invalid("此 Idempotency-Key 已用於不同的內容");
  return c.json({ outcome: recorded.outcome });
});

service.post("/order-cancellations", async (c) => {
  const { db, now } = c.get("deps");
  const { order_id } = await readJson(c, orderCancellation);
  if (await cancelUnpaidOrder(db, order_id, now)) return c.json({ status: "cancelled" });
  const { status } = await orderCalled(c, order_id);
  throw new Refusal(409, `訂單狀態無法由 ${status} 變更為 cancelled`);
});

/** By key or number; `next` lists the statuses that an operator may set. */
service.get("/orders/:id", async (c) => {
  const { id, number, status } = await orderCalled(c, idOf(c, "id", "訂單"));
  return c.json({ id, order_id: number, status, next: nextStatuses(status) });
});

async function orderCalled(c: Context<App>, idOrNumber: string) {
  const order = await findOrder(c.get("deps").db, idOrNumber);
  if (!order) throw notFound("訂單");
  return order;
}

service.post("/orders/:id/status", async (c) => {
  const { db, now } = c.get("deps");
  const id = idOf(c, "id", "訂單");
  const { status } = await readJson(c, statusBody);
  const moved = await moveOrder(db, id, status, now);
  if (moved) return c.json({ id: moved.id, order_id: moved.number, status: moved.status });
  const order = await orderCalled(c, id);
  throw new Refusal(409, `訂單狀態無法由 ${order.status} 變更為 ${status}`);
});

service.put("/reorder-settings", async (c) => {
  const { db } = c.get("deps");
  await changeSettings(db, await readJson(c, reorderSettingsChange));
  return c.json({ data: await presentSettings(db) });
});

service.post("/fault", async (c) => {
  const staged = await readJson(c, fault);
  await stageFault(c.get("deps").db, staged);
  return c.json(staged);
});
