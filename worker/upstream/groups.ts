/**
 * Parts of the upstream that fail apart from each other: what opens the breaker of each, and the
 * cheap read of the shop's own that closes it.
 */
import type { Config } from "../env.ts";
import { ShopError } from "../errors/shop-error.ts";
import type { Log } from "../platform/log.ts";
import { getPasswordPolicy } from "./auth.ts";
import { createBreaker, createRetryBudget, type Pass } from "./breaker.ts";
import type { Group, Upstream } from "./endpoint.ts";
import { getMe } from "./members.ts";
import { listOrders } from "./orders.ts";
import { listReorderSettings } from "./purchase-options.ts";
import { getSurvey } from "./surveys.ts";

/** Any answer below 500 is a good sign, a refusal too: without a token a member's reads are 401. */
type Probe = (upstream: Upstream, config: Config) => Promise<unknown>;

const watched = (opensOn: Parameters<typeof createBreaker>[0], probe: Probe) => ({
  breaker: createBreaker(opensOn),
  /** Apart too, so that one group's failures do not cost another its repeats. */
  retryBudget: createRetryBudget(),
  probe,
});

/**
 * Of this isolate. `failed_probe` wherever a caller can choose an address or a text that fails:
 * nobody chooses what we ask. `failures` where the probe says too little of the calls.
 */
export const groups: Readonly<Record<Group, ReturnType<typeof watched>>> = {
  identity: watched("failed_probe", (upstream) => getPasswordPolicy(upstream, {})),
  member: watched("failed_probe", (upstream) => getMe(upstream, {})),
  catalogue: watched("failed_probe", (upstream) => listReorderSettings(upstream, {})),
  /** The recommender has no cheap read; the survey is the nearest. Only members ask it. */
  recommender: watched("failures", (upstream, { SURVEY_ID: id }) =>
    getSurvey(upstream, { params: { id } }),
  ),
  checkout: watched("failed_probe", (upstream) =>
    listOrders(upstream, { query: { skip: 0, limit: 1 } }),
  ),
  /** Only the shop itself calls. The read is that of `/api/health`. */
  service: watched("failures", (upstream, { UPSTREAM_SERVICE_TOKEN: bearer }) =>
    listReorderSettings(upstream, { bearer }),
  ),
};

interface Ports {
  config: Config;
  log: Log;
  waitUntil(work: Promise<unknown>): void;
  /** Asks for the shop itself, past the breakers. */
  probing: Upstream;
}

/** Admits calls by their group's breaker, counts how they end, and sends the group's probe. */
export function createWatch({ config, log, waitUntil, probing }: Ports) {
  async function probe(group: Group, pass: Pass): Promise<void> {
    const { breaker, probe: ask } = groups[group];
    const outage = await ask(probing, config).then(() => null, outageOf);
    if (breaker.reportProbe(pass, outage === null, Date.now())) warn(group, outage);
  }

  function warn(group: Group, error: unknown): void {
    log.warn("upstream calls are held back", { reason: group, error });
  }

  /** No shopper waits for it. */
  function probeIfDue(group: Group): void {
    const pass = groups[group].breaker.takeProbe(Date.now());
    if (pass !== null) waitUntil(probe(group, pass));
  }

  return {
    /** @throws ShopError `upstream_unavailable` while the breaker lets nothing through. */
    admit(group: Group): Pass {
      const pass = groups[group].breaker.admit(Date.now());
      probeIfDue(group);
      if (pass !== null) return pass;
      throw new ShopError("upstream_unavailable");
    },
    /** `error` is null for an answer. */
    report(group: Group, pass: Pass, error: unknown): void {
      const succeeded = outageOf(error) === null;
      if (groups[group].breaker.report(pass, succeeded, Date.now())) warn(group, error);
      probeIfDue(group);
    },
  };
}

const outages = new Set<string>([
  "upstream_failed",
  "upstream_unavailable",
  "upstream_maintenance",
  "upstream_timeout",
]);

/** What a breaker counts: no refusals, no single unreadable answer. Null for those. */
function outageOf(error: unknown): unknown {
  return error instanceof ShopError && outages.has(error.code) ? error : null;
}
