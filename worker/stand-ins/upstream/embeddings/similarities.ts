/** Similarity of each product to a text by meaning; null without a working model. */
import type { Database } from "../app.ts";
import { cosine, embed, type EmbeddingBinding } from "./model.ts";
import { readProductVectors } from "./product-vectors.ts";

interface Asked {
  ai: EmbeddingBinding | undefined;
  database: D1Database;
  db: Database;
  now: number;
}

export async function similaritiesTo(
  content: string,
  asked: Asked,
): Promise<ReadonlyMap<string, number> | null> {
  const { ai, database, db, now } = asked;
  if (ai === undefined || content.trim() === "") return null;
  const products = await readProductVectors(database, db);
  if (products === null) return null;
  const [wish] = (await embed(ai, [content], now)) ?? [];
  if (wish === undefined) return null;
  return new Map([...products].map(([id, vector]) => [id, cosine(wish, vector)]));
}
