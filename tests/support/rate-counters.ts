import { resolve } from "node:path";
import { unstable_readConfig } from "wrangler";
import { root } from "./repository.ts";

/** As wrangler has checked it; its types leave this part open. */
interface RateCounter {
  name: string;
  namespace_id: string;
  simple: { limit: number; period: 10 | 60 };
}

/** `[[ratelimits]]` of a configuration, each number `times` as large. */
export function rateCounters(config: string, times = 1): RateCounter[] {
  const { ratelimits } = unstable_readConfig(
    { config: resolve(root, config) },
    { hideWarnings: true },
  );
  return (ratelimits as RateCounter[]).map((counter) => ({
    ...counter,
    simple: { ...counter.simple, limit: times * counter.simple.limit },
  }));
}
