import { productsPerSet } from "#contract/limits";
import type { PersonalOption } from "#contract/survey";
import type { QuizState } from "./flow.ts";

type Who = Pick<QuizState, "userType" | "personalOption" | "hasTaxId">;

/** Businesses and batches get jars, samples paper; an unknown type goes by its tax id. */
export function setTypeOf({ userType, personalOption, hasTaxId }: Who): PersonalOption {
  if (userType === "enterprise") return "JAR";
  if (personalOption !== null) return personalOption;
  return hasTaxId ? "JAR" : "SAMPLE_PAPER";
}

export function recommendationCount(who: Who): number {
  return productsPerSet[setTypeOf(who)];
}

/** The kept product first, then the recommender's order, without repetitions. */
export function keptFirst(
  productIds: readonly string[],
  selectedProduct: string | null,
  count: number,
): string[] {
  const ordered = selectedProduct === null ? productIds : [selectedProduct, ...productIds];
  return [...new Set(ordered)].slice(0, count);
}
