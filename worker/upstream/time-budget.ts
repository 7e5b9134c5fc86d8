import { ShopError } from "../errors/shop-error.ts";

export const defaultTimeoutMs = 8_000;
/** Cut off sooner, a call may have acted and nobody would know. */
const leastMs = 1_000;

/**
 * One deadline for all upstream calls of a request, from the first of them. An endpoint that may take longer than others gives
 * the request as much more. Null: no deadline but that of each call.
 */
export function createTimeBudget(budgetMs: number | null) {
  let startedAt: number | null = null;
  let allowedMs = 0;
  return {
    /** How long a call may take that wants `timeoutMs`. @throws ShopError `upstream_timeout` when nothing is left for it. */
    allow(timeoutMs: number): number {
      if (budgetMs === null) return timeoutMs;
      const now = Date.now();
      startedAt ??= now;
      allowedMs = Math.max(allowedMs, budgetMs + Math.max(0, timeoutMs - defaultTimeoutMs));
      const leftMs = startedAt + allowedMs - now;
      if (leftMs < Math.min(leastMs, timeoutMs)) throw new ShopError("upstream_timeout");
      return Math.min(timeoutMs, leftMs);
    },
  };
}
