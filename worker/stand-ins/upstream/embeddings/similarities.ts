/** How near each product is to a text by meaning; null when there is no model, or it is of no help right now. */
import type { Database } from "../app.ts";
import { cosine, embed, type EmbeddingBinding } from "./model.ts";
import { readProductVectors } from "./product-vectors.ts";

interface Asked {
  ai: EmbeddingBinding | undefined;
  database: D1Database;
  db: Database;
  now: number;
}

export async function similaritiesTo(content: string, asked: Asked): Promise<ReadonlyMap<string, number> | null> {
  const { ai, database, db, now } = asked;
  if (ai === undefined || content.trim() === "") return null;
  const products = await readProductVectors(database, db);
  if (products === null) return null;
  const [wish] = (await embed(ai, [content], now)) ?? [];
  if (wish === undefined) return null;
  return new Map([...products].map(([id, vector]) => [id, cosine(wish, vector)]));
}
