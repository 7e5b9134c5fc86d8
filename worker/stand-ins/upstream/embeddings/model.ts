/**
 * The multilingual embedding model behind the optional Workers AI binding. Without the binding, or when it fails or is slow, the
 * answer is null and the lexicon works alone.
 */
import * as z from "zod/mini";

export interface EmbeddingBinding {
  run(model: string, input: { text: string[] }): Promise<unknown>;
}

export const embeddingModel = "@cf/baai/bge-m3";
const timeoutMs = 1_000;
const restMilliseconds = 30_000;
/** The model cuts longer texts. */
const longestText = 2_000;

const answer = z.object({ data: z.array(z.array(z.number()).check(z.minLength(1))) });

let restingUntil = 0;
let hasComplained = false;

/** One vector of length 1 for each text. After a failure the model is not called for a while, and one line is logged. */
export async function embed(
  ai: EmbeddingBinding,
  texts: readonly string[],
  now: number,
  timeout = timeoutMs,
): Promise<Float32Array[] | null> {
  if (now < restingUntil) return null;
  try {
    const asked = ai.run(embeddingModel, { text: texts.map((text) => text.slice(0, longestText)) });
    const { data } = answer.parse(await within(timeout, asked));
    if (data.length !== texts.length)
      throw new Error(`asked for ${texts.length} vectors and got ${data.length}`);
    return data.map(toUnit);
  } catch (error) {
    restingUntil = now + restMilliseconds;
    if (!hasComplained)
      console.warn("embeddings are unavailable, the lexicon recommends alone", error);
    hasComplained = true;
    return null;
  }
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    if (timer !== undefined) clearTimeout(timer);
  }
}

function toUnit(values: readonly number[]): Float32Array {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
}

/** For vectors of length 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
