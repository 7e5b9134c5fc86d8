/**
 * The only access to the upstream: one base address, closed lists of headers, a deadline per call and one per request, bounded
 * answers checked by schema. Never follows a redirect, never forwards a browser's header, never repeats a call that may have had
 * effects.
 */
import { fallbackLocale } from "#contract/locales";
import type { Bindings, Config } from "../env.ts";
import type { Counters } from "../platform/counters.ts";
import { type Log, inOneLine } from "../platform/log.ts";
import { addressOf } from "./address.ts";
import { attempt, type Asking, type Call, type Send } from "./exchange.ts";
import { groups, type Probe } from "./groups.ts";
import type { ConfiguredPaths, EndpointSpec, Upstream, UpstreamRequest, Group } from "./port.ts";
import type { ErrorCode } from "#contract/errors";
import { ShopError } from "../errors/shop-error.ts";
import type { Pass } from "./breaker.ts";

const defaultTimeoutMs = 8_000;
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

const maxRepeats = 2;
const firstPauseMs = 100;

export interface Caller extends Asking {
  /** For all calls together; null for the schedule, whose calls are of many orders. */
  budgetMs: number | null;
  waitUntil(work: Promise<unknown>): void;
  counters: Counters;
  /** Told how long each call took, repeats included. */
  took(ms: number): void;
}
/** Probes say nothing of the visitor behind whose answer they are sent. */
const shopItself: Asking = { locale: fallbackLocale, address: null };

export function createUpstream(env: Bindings, config: Config, log: Log, caller: Caller): Upstream {
  const { base, send } = reach(env, config);
  const callOf = callsBelow(base, config, log);
  const time = createTimeBudget(caller.budgetMs);
  const watch = createWatch({
    config,
    log,
    counters: caller.counters,
    waitUntil: (work) => caller.waitUntil(work),
    ask: ({ endpoint, request }, deadline) =>
      attempt(send, callOf(endpoint, request), shopItself, deadline),
  });
  return {
    async call<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest) {
      const { group } = endpoint;
      const { retryBudget } = groups[group];
      const call = callOf(endpoint, request);
      const pass = watch.admit(group);
      const timeoutMs = time.allow(request.timeoutMs ?? endpoint.timeoutMs ?? defaultTimeoutMs);
      retryBudget.earn();
      // One deadline for all tries together.
      const deadline = AbortSignal.timeout(timeoutMs);
      const startedAt = Date.now();
      for (let repeats = 0; ; repeats += 1) {
        try {
          const answer = await attempt(send, call, caller, deadline);
          watch.report(group, pass, null);
          caller.took(Date.now() - startedAt);
          return answer;
        } catch (error) {
          const code = failureCodeOf(error);
          // A timeout shorter than the default says nothing about the upstream's health.
          const wasHurried = code === "upstream_timeout" && timeoutMs < defaultTimeoutMs;
          if (!wasHurried) watch.report(group, pass, error);
          if (code.startsWith("upstream_") && code !== "upstream_refused")
            log.warn("upstream call failed", { code, upstreamPath: call.path, error });
          if (repeats === maxRepeats || !mayRepeat(call, code, deadline) || !retryBudget.spend()) {
            caller.took(Date.now() - startedAt);
            throw error;
          }
          await pause(Math.random() * firstPauseMs * 2 ** repeats);
        }
      }
    },
  };
}

const mostSaid = 100;
const said = new Set<string>();

function callsBelow(base: string, config: Config, log: Log) {
  const paths: ConfiguredPaths = {
    refresh: config.UPSTREAM_REFRESH_PATH,
    paymentEvents: config.UPSTREAM_PAYMENT_EVENTS_PATH,
    cancellations: config.UPSTREAM_CANCELLATIONS_PATH,
  };
  return <Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest): Call<Result> => {
    const path = typeof endpoint.path === "string" ? endpoint.path : endpoint.path(paths);
    const reading = {
      zone: config.UPSTREAM_TIME_ZONE,
      guessed(reason: string) {
        // Once an isolate: the same guess is made at each answer.
        if (said.has(reason) || said.size >= mostSaid) return;
        said.add(reason);
        log.info("an answer was guessed", { upstreamPath: path, reason });
      },
    };
    return { endpoint, request, path, address: addressOf(base, path, request), reading };
  };
}

function mayRepeat(
  { endpoint, request }: Call<unknown>,
  code: Failure,
  deadline: AbortSignal,
): boolean {
  const isTransient =
    code === "upstream_unavailable" ||
    code === "upstream_maintenance" ||
    code === "upstream_timeout";
  return (
    isTransient && !deadline.aborted && (endpoint.method === "GET" || request.safeToRepeat === true)
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** `UPSTREAM_URL` if set, else the bound reference upstream. */
function reach(env: Bindings, config: Config): { base: string; send: Send } {
  if (config.UPSTREAM_URL !== null)
    return {
      base: `${config.UPSTREAM_URL.replace(/\/+$/, "")}/api/v1`,
      send: (request) => fetch(request),
    };
  const binding = env.UPSTREAM;
  if (binding === undefined) throw new Error("Neither UPSTREAM nor UPSTREAM_URL is set");
  return { base: "http://upstream.internal/api/v1", send: (request) => binding.fetch(request) };
}

/** Admits calls by their group's breaker, counts how they end, and sends the group's probe behind the answer. */
type Failure = ErrorCode | "internal";

function failureCodeOf(error: unknown): Failure {
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

function createWatch({ config, log, counters, waitUntil, ask }: Ports) {
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
