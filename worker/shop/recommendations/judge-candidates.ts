/** Reads and judges the notes of products that a recommender named, each product once. */
import { judgeNotes, type Verdict } from "#contract/judge-notes";
import type { Deps } from "../../deps.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { readNotes } from "./read-product.ts";

/** The runtime opens six connections at once for one request. */
const mostAtOnce = 6;
/** So many failures are an outage, and the rest is left alone. */
const outage = 2;

export interface Candidates {
  judge(productIds: readonly string[]): Promise<void>;
  verdictOf(productId: string): Verdict | undefined;
  count(kind: Verdict["kind"]): number;
  /** The first failure other than notes that do not exist. */
  failure(): unknown;
  isDown(): boolean;
}

export function createCandidates(deps: Deps, refusals: readonly string[]): Candidates {
  const verdicts = new Map<string, Verdict>();
  let failures = 0;
  let failed: unknown = null;
  let readers = 1;

  async function judgeOne(productId: string): Promise<void> {
    verdicts.set(productId, { kind: "unread" });
    if (failures >= outage) return;
    try {
      verdicts.set(productId, judgeNotes(await readNotes(deps, productId), refusals));
      readers = mostAtOnce;
    } catch (error) {
      const isAbsent =
        error instanceof ShopError &&
        (error.facts.status === 404 || error.code === "validation_failed");
      if (isAbsent) return;
      failures += 1;
      failed ??= error;
    }
  }

  return {
    async judge(productIds) {
      const left = productIds.filter((id) => !verdicts.has(id));
      // One at a time until the first is read, so that an outage is met by one reader.
      while (readers < mostAtOnce && left.length > 0) await judgeOne(left.shift() ?? "");
      const next = left.values();
      const reader = async () => {
        for (const id of next) await judgeOne(id);
      };
      await Promise.all(Array.from({ length: readers }, reader));
    },
    verdictOf: (productId) => verdicts.get(productId),
    count: (kind) => [...verdicts.values()].filter((verdict) => verdict.kind === kind).length,
    failure: () => failed,
    isDown: () => failures >= outage,
  };
}
