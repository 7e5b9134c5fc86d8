import type { ChatAnswer } from "#contract/survey";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { askRecommender } from "../../upstream/surveys.ts";
import { product, productNotes, type Product, type ProductNotes } from "#contract/product";
import { getNotes, getProduct } from "../../upstream/products.ts";
import { readPublic } from "../../upstream/public-read.ts";

const notesRoute = { path: "/perfume-note/by_product/{productId}", endpoint: getNotes } as const;
const productRoute = { path: "/products/{id}", endpoint: getProduct } as const;

export async function readNotes(deps: Deps, productId: string): Promise<ProductNotes> {
  const stored = await readPublic(deps, notesRoute, { params: { productId } });
  return productNotes.parse(JSON.parse(stored));
}

export async function readProduct(deps: Deps, id: string): Promise<Product> {
  return product.parse(JSON.parse(await readPublic(deps, productRoute, { params: { id } })));
}

export interface Answered {
  /** Without words and reasons when the question was not the shopper's wish any more. */
  answer: ChatAnswer;
  /** The count that the upstream took. */
  count: number;
}

/** Tries the counts in turn: no document says how many products an upstream is willing to name. */
export async function askForAny(
  deps: Deps,
  content: string,
  counts: readonly number[],
): Promise<Answered> {
  const [count, ...fewer] = counts;
  if (count === undefined) throw new RangeError("no count to ask for");
  try {
    const { body } = await askRecommender(deps.upstream, { body: { content, top_k: count } });
    return { answer: body, count };
  } catch (error) {
    if (fewer.length > 0 && isRefusedInput(error)) return askForAny(deps, content, fewer);
    throw error;
  }
}

function isRefusedInput(error: unknown): boolean {
  return (
    error instanceof ShopError &&
    error.code === "upstream_refused" &&
    [400, 413, 422].includes(error.facts.status ?? 0)
  );
}
