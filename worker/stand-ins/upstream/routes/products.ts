import { Hono } from "hono";
import { type App, ignoresRefusals, largestTopKOf } from "../app.ts";
import { chatBody } from "../wire.ts";
import { allFragrances, findProduct, notesOf } from "../catalogue.ts";
import { requireGoodToken, requireMember } from "../http/actor.ts";
import { idOf, readJson } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { invalid, notFound } from "../http/refusal.ts";
import { createRecommender } from "../recommender/recommend.ts";

export const products = new Hono<App>({ strict: false });
export const perfumeNotes = new Hono<App>({ strict: false });
export const rawMaterials = new Hono<App>({ strict: false });

const noun = "商品";

products.get("/:id", requireGoodToken, async (c) => {
  const id = idOf(c, "id", noun);
  const staged = await stagedFailure(id);
  if (staged) return staged;
  const product = findProduct(id, c.get("deps").locale);
  if (!product) throw notFound(noun);
  return c.json(product);
});

perfumeNotes.get("/by_product/:id", requireGoodToken, async (c) => {
  const id = idOf(c, "id", noun);
  const staged = await stagedFailure(id);
  if (staged) return staged;
  const notes = notesOf(id, c.get("deps").locale);
  if (!notes) throw notFound(noun);
  return c.json(notes);
});

const recommend = createRecommender(allFragrances);
const recommendHeedlessly = createRecommender(allFragrances, { ignoresRefusals: true });

rawMaterials.post("/chat", requireMember, async (c) => {
  const { content, top_k } = await readJson(c, chatBody);
  if (top_k > largestTopKOf(c.env)) throw invalid("推薦數量過多");
  const staged = await stagedFailure(content);
  if (staged) return staged;
  const answer = ignoresRefusals(c.env) ? recommendHeedlessly : recommend;
  return c.json(answer(content, top_k, c.get("deps").locale));
});
