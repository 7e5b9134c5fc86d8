import { Hono } from "hono";
import { refusalList } from "#contract/refusals";
import type { App } from "../context.ts";
import { policy } from "../middleware/policy.ts";
import { keepRefusals, listRefusals } from "../shop/refusals/with-refusals.ts";

export const refusals = new Hono<App>({ strict: false });

refusals.get("/", policy({ who: "member" }), async (c) =>
  c.json({ refusals: await listRefusals(c.var.deps, c.var.actor) }),
);

refusals.put("/", policy({ who: "member", live: true, json: refusalList }), async (c) => {
  const list = c.req.valid("json");
  await keepRefusals(c.var.deps, c.var.actor, list.refusals);
  return c.json(list);
});
