import type { CartItem } from "#contract/cart";

export type CartItemKind = "sample_jar" | "sample_paper" | "finished_paper" | "finished_kg" | "finished_bottle";
export type CartUnit = "large_jar_kg" | "jar" | "sample_paper";

/** What a line is called: texts are `shop.cart.kinds.<kind>`. */
export function kindOfCartItem(item: Pick<CartItem, "type" | "itemType">): CartItemKind {
  if (item.type === "SAMPLE") return item.itemType === "SAMPLE_PAPER" ? "sample_paper" : "sample_jar";
  if (item.itemType === "LARGE_JAR_KG") return "finished_kg";
  return item.itemType === "SAMPLE_PAPER" ? "finished_paper" : "finished_bottle";
}

export function unitOfCartItem(item: Pick<CartItem, "itemType">): CartUnit {
  if (item.itemType === "LARGE_JAR_KG") return "large_jar_kg";
  return item.itemType === "SAMPLE_PAPER" ? "sample_paper" : "jar";
}

/** How much of it there is: texts are `shop.cart.amount_<unit>`. */
export function amountUnitOf(item: Pick<CartItem, "type" | "itemType">): "kg" | "sets" | "packs" | "bottles" {
  if (item.itemType === "LARGE_JAR_KG") return "kg";
  if (item.type === "SAMPLE") return "sets";
  return item.itemType === "SAMPLE_PAPER" ? "packs" : "bottles";
}

export function quizSetsOf<Item extends Pick<CartItem, "surveyResponseId">>(items: readonly Item[]): Item[] {
  return items.filter((item) => item.surveyResponseId !== null);
}

/** Quiz sets are numbered in the order of the cart; other lines have no number. */
export function setNumbers(items: readonly Pick<CartItem, "id" | "surveyResponseId">[]): Map<string, number> {
  return new Map(quizSetsOf(items).map((item, index) => [item.id, index + 1]));
}
