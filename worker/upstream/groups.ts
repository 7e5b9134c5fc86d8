import type { Config } from "../env.ts";
import { ShopError } from "../errors/shop-error.ts";
import type { Log } from "../platform/log.ts";
import { getPasswordPolicy } from "./auth.ts";
import type { Group, Upstream } from "./endpoint.ts";
import { getMe } from "./members.ts";
import { listOrders } from "./orders.ts";
import { listReorderSettings } from "./products.ts";
import { getSurvey } from "./surveys.ts";

/**
 * Circuit breaker for one group of calls. Failures count by rate and volume together. While it is
 * open, one call every few seconds is let through with its usual deadline, and the shop's own probe
 * is sent: whichever is answered closes it, so neither a slow upstream nor one call that keeps
 * failing holds it open. State is per isolate; no timers, the time is read at each call.
 */
const windowMs = 30_000;
const mostRemembered = 200;
const failuresToOpen = 20;
/** For a while after it closed: the probe may be of another call than those that fail. */
const failuresToOpenAgain = 3;
const failureShareToOpen = 0.5;
const probeEveryMs = 5_000;
const trialEveryMs = 3_000;

/** What a call reports with; results from before the breaker last opened or closed are ignored. */
type Pass = number;

export type Breaker = ReturnType<typeof createBreaker>;
/** With `failed_probe`, failures only ask for a probe, and its failure opens the breaker. */
export function createBreaker(opensOn: "failures" | "failed_probe") {
  let isOpen = false;
  let calls: { at: number; isFailure: boolean }[] = [];
  let pass: Pass = 0;
  let probedAt = -Infinity;
  let isProbing = false;
  let triedAt = -Infinity;
  let closedAt = -Infinity;

  const isFailing = (now: number) => {
    const failures = calls.filter(({ isFailure }) => isFailure).length;
    const enough = now - closedAt < windowMs ? failuresToOpenAgain : failuresToOpen;
    return failures >= enough && failures >= calls.length * failureShareToOpen;
  };
  const open = (now: number) => {
    isOpen = true;
    pass += 1;
    probedAt = triedAt = now;
    return true;
  };
  const close = (now: number) => {
    if (isOpen) closedAt = now;
    pass += Number(isOpen);
    calls = [];
    isOpen = false;
  };

  return {
    admit(now: number): Pass | null {
      if (!isOpen) return pass;
      if (now - triedAt < trialEveryMs) return null;
      triedAt = now;
      return pass;
    },
    report(given: Pass, succeeded: boolean, now: number): boolean {
      if (given !== pass) return false;
      if (isOpen) {
        if (succeeded) close(now);
        return false;
      }
      const recent = calls.slice(1 - mostRemembered).filter(({ at }) => now - at < windowMs);
      calls = [...recent, { at: now, isFailure: !succeeded }];
      return opensOn === "failures" && !succeeded && isFailing(now) && open(now);
    },
    takeProbe(now: number): Pass | null {
      if (isProbing || now - probedAt < probeEveryMs || !(isOpen || isFailing(now))) return null;
      isProbing = true;
      probedAt = now;
      return pass;
    },
    reportProbe(given: Pass, succeeded: boolean, now: number): boolean {
      isProbing = false;
      if (given !== pass) return false;
      if (!succeeded) return !isOpen && open(now);
      close(now);
      return false;
    },
  };
}

/** At most one repeat per ten calls, so that retries never multiply an outage. */
export function createRetryBudget() {
  const most = 10;
  let tokens = most;
  return {
    earn: () => void (tokens = Math.min(most, tokens + 0.1)),
    spend: () => {
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

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

export function createAdmission(
  { config, log, probing }: { config: Config; log: Log; probing: Upstream },
  waitUntil: (work: Promise<unknown>) => void,
) {
  function warn(group: Group, error: unknown): void {
    log.warn("upstream calls are held back", { reason: group, error });
  }

  async function probe(group: Group, pass: Pass): Promise<void> {
    const { breaker, probe: ask } = groups[group];
    const outage = await ask(probing, config).then(() => null, outageOf);
    if (breaker.reportProbe(pass, outage === null, Date.now())) warn(group, outage);
  }

  function probeIfDue(group: Group): void {
    const pass = groups[group].breaker.takeProbe(Date.now());
    if (pass !== null) waitUntil(probe(group, pass));
  }

  /** Returns how the call has to say what came of it: null, or its error. */
  return function admit(group: Group): (error: unknown) => void {
    const { breaker } = groups[group];
    const pass = breaker.admit(Date.now());
    probeIfDue(group);
    if (pass === null) throw new ShopError("upstream_unavailable");
    return (error) => {
      const succeeded = outageOf(error) === null;
      if (breaker.report(pass, succeeded, Date.now())) warn(group, error);
      probeIfDue(group);
    };
  };
}

const outages = new Set<string>([
  "upstream_failed",
  "upstream_unavailable",
  "upstream_maintenance",
  "upstream_timeout",
]);

/** What a breaker counts: no refusals, no single unreadable answer. Null for those. */
export function outageOf(error: unknown): unknown {
  return error instanceof ShopError && outages.has(error.code) ? error : null;
}
