import { Hono } from "hono";
import { refusalList } from "#contract/refusals";
import type { App } from "../context.ts";
import { actorOf, requireLiveMember } from "../middleware/actor.ts";
import { jsonBody } from "../middleware/validate.ts";
import { keepRefusals } from "../shop/refusals/keep-refusals.ts";
import { findRefusals } from "../store/refusals.ts";

export const refusals = new Hono<App>({ strict: false });

refusals.get("/", requireLiveMember, async (c) =>
  c.json({ refusals: await findRefusals(c.get("deps").db, actorOf(c).memberId) }),
);

refusals.put("/", requireLiveMember, jsonBody(refusalList), async (c) => {
  const list = c.req.valid("json");
  await keepRefusals(c.get("deps"), actorOf(c), list.refusals);
  return c.json(list);
});
