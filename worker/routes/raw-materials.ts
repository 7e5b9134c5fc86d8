import { Hono } from "hono";
import * as z from "zod/mini";
import { chatBody } from "#contract/survey";
import type { App } from "../context.ts";
import { actorOf, requireMember } from "../middleware/actor.ts";
import { jsonBody, queryOf } from "../middleware/validate.ts";
import { recommendScents } from "../shop/recommendations/recommend-scents.ts";
import { asMember } from "../shop/sessions/as-member.ts";

export const rawMaterials = new Hono<App>({ strict: false });

rawMaterials.post(
  "/chat",
  requireMember,
  queryOf(z.strictObject({})),
  jsonBody(chatBody),
  async (c) => {
    const actor = actorOf(c);
    const deps = asMember(c.get("deps"), actor);
    return c.json(await recommendScents(deps, actor, c.req.valid("json")));
  },
);
