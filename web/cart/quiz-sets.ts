import type { CartItem } from "#contract/cart";

export function quizSetsOf<Item extends Pick<CartItem, "surveyResponseId">>(
  items: readonly Item[],
): Item[] {
  return items.filter((item) => item.surveyResponseId !== null);
}

/** Quiz sets are numbered in the order of the cart; other lines have no number. */
export function setNumbers(
  items: readonly Pick<CartItem, "id" | "surveyResponseId">[],
): Map<string, number> {
  return new Map(quizSetsOf(items).map((item, index) => [item.id, index + 1]));
}
