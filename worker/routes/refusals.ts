import { Hono } from "hono";
import { refusalList } from "#contract/refusals";
import type { App } from "../context.ts";
import { actorOf, requireLiveMember, requireMember } from "../middleware/actor.ts";
import { jsonBody } from "../middleware/validate.ts";
import { keepRefusals, listRefusals } from "../shop/refusals/with-refusals.ts";

export const refusals = new Hono<App>({ strict: false });

refusals.get("/", requireMember, async (c) =>
  c.json({ refusals: await listRefusals(c.get("deps"), actorOf(c)) }),
);

refusals.put("/", requireLiveMember, jsonBody(refusalList), async (c) => {
  const list = c.req.valid("json");
  await keepRefusals(c.get("deps"), actorOf(c), list.refusals);
  return c.json(list);
});
