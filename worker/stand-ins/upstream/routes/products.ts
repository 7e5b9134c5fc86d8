import { Hono } from "hono";
import type { App } from "../app.ts";
import { findProduct, notesOf } from "../catalogue.ts";
import { requireGoodToken } from "../http/actor.ts";
import { idOf } from "../http/body.ts";
import { notFound } from "../http/refusal.ts";
import { stagedFailure } from "../http/sentinels.ts";

export const products = new Hono<App>({ strict: false });
export const perfumeNotes = new Hono<App>({ strict: false });

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
