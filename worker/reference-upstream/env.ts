/** The only reader of this Worker's bindings. */
import type { EmbeddingBinding } from "./embeddings/model.ts";

export interface Bindings {
  DB: D1Database;
  /** What the shop's edge Worker shows for `/service/*`; without it every such call is refused. */
  UPSTREAM_SERVICE_TOKEN?: string;
  /** Workers AI; with it the recommender also goes by meaning. */
  AI?: EmbeddingBinding;
}

const shortestServiceToken = 32;

/** The service token, or null when none worth the name is configured. */
export function serviceTokenOf(env: Bindings): string | null {
  const token = env.UPSTREAM_SERVICE_TOKEN ?? "";
  return token.length >= shortestServiceToken ? token : null;
}
