import type * as z from "zod/mini";
import { chatAnswer, recommendationAnswer, type ChatAnswer, type recommendationBody } from "#contract/survey";
import { api } from "./client.ts";

export function askRecommender(content: string, topK: number): Promise<ChatAnswer> {
  return api.send("POST", "/raw-materials/chat", { json: { content, top_k: topK }, schema: chatAnswer });
}

export async function keepRecommendation(body: z.input<typeof recommendationBody>): Promise<void> {
  await api.send("POST", `/surveys/responses/${encodeURIComponent(body.response_id)}/recommendations`, {
    json: body,
    schema: recommendationAnswer,
  });
}
