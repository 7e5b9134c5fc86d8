import { Hono } from "hono";
import type { App } from "../app.ts";
import { chatBody } from "../wire.ts";
import { allFragrances } from "../catalogue.ts";
import { ignoresRefusals, largestTopKOf } from "../env.ts";
import { requireMember } from "../http/actor.ts";
import { readJson } from "../http/body.ts";
import { Refusal } from "../http/refusal.ts";
import { stagedFailure } from "../http/sentinels.ts";
import { createRecommender } from "../recommender/recommend.ts";

export const rawMaterials = new Hono<App>({ strict: false });

const recommend = createRecommender(allFragrances);
const recommendHeedlessly = createRecommender(allFragrances, { ignoresRefusals: true });

rawMaterials.post("/chat", requireMember, async (c) => {
  const { content, top_k } = await readJson(c, chatBody);
  if (top_k > largestTopKOf(c.env)) throw new Refusal(422, "推薦數量過多");
  const staged = await stagedFailure(content);
  if (staged) return staged;
  const answer = ignoresRefusals(c.env) ? recommendHeedlessly : recommend;
  return c.json(answer(content, top_k, c.get("deps").locale));
});
