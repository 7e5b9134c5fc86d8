/**
 * The only access to the upstream: one base address, closed lists of headers, a deadline per call
 * and one per request, bounded answers checked by schema. Never follows a redirect, never forwards
 * a browser's header, never repeats a call that may have had effects.
 */
import { fallbackLocale } from "#contract/locales";
import type { Bindings, Config } from "../env.ts";
import type { Log } from "../platform/log.ts";
import { ShopError } from "../errors/shop-error.ts";
import type { ConfiguredPaths, EndpointSpec, Upstream, UpstreamRequest } from "./endpoint.ts";
import { addressOf, attempt, type Asking, type Call, type Send } from "./exchange.ts";
import { createWatch, groups } from "./groups.ts";

const defaultTimeoutMs = 8_000;
/** Cut off sooner, a call may have acted and nobody would know. */
const leastMs = 1_000;

/**
 * One deadline for all upstream calls of a request, from the first of them. An endpoint that may
 * take longer than others gives the request as much more. Null: no deadline but that of each call.
 */
export function createTimeBudget(budgetMs: number | null) {
  let startedAt: number | null = null;
  let allowedMs = 0;
  return {
    /** How long a call may take that wants `timeoutMs`. @throws ShopError `upstream_timeout`. */
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
  /** Told how long each call took, repeats included. */
  took(ms: number): void;
}
/** Probes say nothing of the visitor behind whose answer they are sent. */
const shopItself: Asking = { locale: fallbackLocale, address: null };

export function createUpstream(env: Bindings, config: Config, log: Log, caller: Caller): Upstream {
  const { base, send } = reach(env, config);
  const callOf = callsBelow(base, config, log);
  const time = createTimeBudget(caller.budgetMs);
  const probing: Upstream = {
    call: async (endpoint, request) =>
      attempt(send, callOf(endpoint, request), shopItself, AbortSignal.timeout(defaultTimeoutMs)),
  };
  const waitUntil = (work: Promise<unknown>) => caller.waitUntil(work);
  const watch = createWatch({ config, log, waitUntil, probing });
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
      const mayRepeat = endpoint.method === "GET" || request.safeToRepeat === true;
      for (let repeats = 0; ; repeats += 1) {
        try {
          const answer = await attempt(send, call, caller, deadline);
          watch.report(group, pass, null);
          caller.took(Date.now() - startedAt);
          return answer;
        } catch (error) {
          const code = error instanceof ShopError ? error.code : "internal";
          // A timeout shorter than the default says nothing about the upstream's health.
          const wasHurried = code === "upstream_timeout" && timeoutMs < defaultTimeoutMs;
          if (!wasHurried) watch.report(group, pass, error);
          if (code.startsWith("upstream_") && code !== "upstream_refused")
            log.warn("upstream call failed", { code, upstreamPath: call.path, error });
          const isPassing = transient.has(code) && !deadline.aborted && repeats < maxRepeats;
          if (!mayRepeat || !isPassing || !retryBudget.spend()) {
            caller.took(Date.now() - startedAt);
            throw error;
          }
          await pause(Math.random() * firstPauseMs * 2 ** repeats);
        }
      }
    },
  };
}

const transient = new Set(["upstream_unavailable", "upstream_maintenance", "upstream_timeout"]);

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Once an isolate: the same guess is made at each answer. */
const mostReported = 100;
const reported = new Set<string>();

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
        if (reported.has(reason) || reported.size >= mostReported) return;
        reported.add(reason);
        log.info("an answer was guessed", { upstreamPath: path, reason });
      },
    };
    return { endpoint, request, path, address: addressOf(base, path, request), reading };
  };
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
