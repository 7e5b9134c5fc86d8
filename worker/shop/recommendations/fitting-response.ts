import type { Deps } from "../../deps.ts";
import type { Answered } from "./ask-recommender.ts";
import { readProduct } from "./read-product.ts";

/** The first sentence that praises none of the scents left out; empty if there is none. */
export async function responseAbout(
  deps: Deps,
  answers: readonly Answered[],
  chosen: readonly string[],
): Promise<string> {
  for (const { answer } of answers) {
    const [first = ""] = answer.products_id;
    // What is said about finding nothing stays true.
    if (first === "" && chosen.length === 0) return answer.response;
    if (!chosen.includes(first) || answer.response === "") continue;
    const leftOut = answer.products_id.filter((id) => !chosen.includes(id));
    // One after the other: the next is looked at only if this one does not fit.
    if (await namesNone(deps, answer.response, leftOut)) return answer.response;
  }
  return "";
}

async function namesNone(deps: Deps, response: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  try {
    const names = await Promise.all(ids.map((id) => namesOf(deps, id)));
    return !names.flat().some((name) => response.includes(name));
  } catch (error) {
    deps.log.warn("the names of scents left out could not be read", { error });
    return false;
  }
}

async function namesOf(deps: Deps, id: string): Promise<string[]> {
  const { product_id, product_name } = await readProduct(deps, id);
  return [id, product_id, product_name];
}
