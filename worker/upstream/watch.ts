/** Admits calls by their group's breaker, counts how they end, and sends the group's probe behind the answer. */
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../errors/shop-error.ts";
import type { Counters } from "../platform/counters.ts";
import { inOneLine, type Log } from "../platform/log.ts";
import type { Pass } from "./breaker.ts";
import { groups, type Probe } from "./groups.ts";
import type { Group } from "./port.ts";
import type { Config } from "../env.ts";
import { defaultTimeoutMs } from "./time-budget.ts";

export type Failure = ErrorCode | "internal";

export function failureCodeOf(error: unknown): Failure {
  return error instanceof ShopError ? error.code : "internal";
}

/** What a breaker counts: no refusals, no single unreadable answer. */
function isOutage(error: unknown): boolean {
  const code = failureCodeOf(error);
  return (
    code === "upstream_failed" ||
    code === "upstream_unavailable" ||
    code === "upstream_maintenance" ||
    code === "upstream_timeout"
  );
}

interface Ports {
  config: Config;
  log: Log;
  counters: Counters;
  waitUntil(work: Promise<unknown>): void;
  ask(probe: Probe, deadline: AbortSignal): Promise<unknown>;
}

export function createWatch({ config, log, counters, waitUntil, ask }: Ports) {
  async function probe(group: Group, pass: Pass): Promise<void> {
    const { breaker, probe: probeOf } = groups[group];
    let outage: unknown = null;
    try {
      await ask(probeOf(config), AbortSignal.timeout(defaultTimeoutMs));
    } catch (error) {
      if (isOutage(error)) outage = error;
    }
    if (breaker.reportProbe(pass, outage === null, Date.now())) warn(group, outage);
    if (outage !== null) counters.count("breaker.still_open", group, 1, inOneLine(outage));
  }

  const warn = (group: Group, error: unknown) => {
    counters.count("breaker.opened", group);
    log.warn("upstream calls are held back", { reason: group, error });
  };

  /** No shopper waits for it. */
  function probeIfDue(group: Group): void {
    const pass = groups[group].breaker.takeProbe(Date.now());
    if (pass !== null) waitUntil(probe(group, pass));
  }

  return {
    /** @throws ShopError `upstream_unavailable` while the group's breaker is open and lets nothing through. */
    admit(group: Group): Pass {
      const pass = groups[group].breaker.admit(Date.now());
      probeIfDue(group);
      if (pass !== null) return pass;
      throw new ShopError("upstream_unavailable");
    },
    /** `error` is null for an answer. */
    report(group: Group, pass: Pass, error: unknown): void {
      const succeeded = error === null || !isOutage(error);
      if (groups[group].breaker.report(pass, succeeded, Date.now())) warn(group, error);
      probeIfDue(group);
    },
  };
}
