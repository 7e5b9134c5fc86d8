import { Hono } from "hono";
import type { App } from "../app.ts";
import { chatBody } from "../wire.ts";
import { allFragrances } from "../catalogue.ts";
import { similaritiesTo } from "../embeddings/similarities.ts";
import { requireMember } from "../http/actor.ts";
import { readJson } from "../http/body.ts";
import { stagedFailure } from "../http/sentinels.ts";
import { createRecommender } from "../recommender/recommend.ts";

export const rawMaterials = new Hono<App>({ strict: false });

const recommend = createRecommender(allFragrances);

rawMaterials.post("/chat", requireMember, async (c) => {
  const { content, top_k } = await readJson(c, chatBody);
  const staged = await stagedFailure(content);
  if (staged) return staged;
  const { db, now, locale } = c.get("deps");
  const similarities = await similaritiesTo(content, { ai: c.env.AI, database: c.env.DB, db, now });
  return c.json(recommend(content, top_k, locale, similarities));
});
