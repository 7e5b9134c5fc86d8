import * as z from "zod/mini";
import type { ChatAnswer } from "#contract/survey";
import { endpoint, json } from "./endpoint.ts";
import { listOfReadable, listOfSome, otherwise, text } from "./tolerant.ts";

const match = z.object({
  product_id: text,
  reasons: listOfReadable(z.object({ kind: otherwise(text, ""), label: text })),
});

export const askRecommender = endpoint({
  group: "recommender",
  method: "POST",
  path: "/raw-materials/chat",
  sends: json<{ content: string; top_k: number }>(),
  timeoutMs: 20_000,
  answer: z.object({
    products_id: listOfSome(text),
    response: otherwise(text, ""),
    matches: listOfReadable(match),
  }),
  translate: ({ products_id, response, matches }): ChatAnswer => ({
    products_id: [...new Set(products_id)],
    response,
    matches,
  }),
});
