/**
 * The only access to the upstream: one base address, closed lists of headers, a deadline per call
 * and one per request, bounded answers checked by schema. Never follows a redirect, never forwards
 * a browser's header, never repeats a call that may have had effects.
 */
import * as z from "zod/mini";
import { idPattern } from "#contract/fields";
import { fallbackLocale, type Locale } from "#contract/locales";
import { decodeUtf8, readBytes } from "../platform/bytes.ts";
import { ShopError } from "../errors/shop-error.ts";
import { failureOf, refusalOf } from "./catalogue.ts";
import { cookieHeader, updatedJar } from "./cookie-jar.ts";
import { isFixed, type EndpointSpec, type Reading } from "./endpoint.ts";
import type { UpstreamAnswer, UpstreamRequest, Upstream } from "./endpoint.ts";
import type { Bindings, Config } from "../env.ts";
import type { Log } from "../platform/log.ts";
import { createAdmission, groups } from "./groups.ts";

const maxAnswerBytes = 1024 * 1024;

export interface Asking {
  locale: Locale;
  /** The visitor's IP address; null for the shop itself. */
  address: string | null;
}

export interface Call<Result> {
  endpoint: EndpointSpec<Result>;
  request: UpstreamRequest;
  path: `/${string}`;
  address: URL;
  reading: Reading;
}

export type Send = (request: Request) => Promise<Response>;

/** Always below `base`, which ends in `/api/v1`, without a slash. */
export function addressOf(
  base: string,
  template: string,
  { params, query }: Pick<UpstreamRequest, "params" | "query">,
): URL {
  const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params?.[name];
    if (value === undefined || !idPattern.test(value))
      throw new ShopError("validation_failed", { fields: { [name]: "invalid" } });
    return encodeURIComponent(value);
  });
  const url = new URL(base + path);
  const home = new URL(base);
  // A second check, in case the template or the pattern above is changed carelessly.
  if (url.origin !== home.origin || url.pathname !== home.pathname + path)
    throw new Error("An upstream address left its prefix");
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

export async function attempt<Result>(
  send: Send,
  call: Call<Result>,
  caller: Asking,
  deadline: AbortSignal,
): Promise<UpstreamAnswer<Result>> {
  const request = requestOf(call, caller, deadline);
  const { status, headers, bytes } = await received(send, request, deadline);
  if (status >= 500) throw failureOf(status);
  if (status < 200 || (status >= 300 && status < 400)) throw garbled(`status ${status}`);
  if (status >= 400) throw refusalOf(status, parseJson(bytes), headers.get("Retry-After"));
  const cookies = updatedJar(call.request.cookies ?? {}, headers.getSetCookie(), Date.now());
  return { body: bodyOf(call, bytes), status, cookies };
}

function requestOf(call: Call<unknown>, caller: Asking, signal: AbortSignal): Request {
  const { endpoint, request, address } = call;
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": request.locale ?? caller.locale,
  });
  const set = (name: string, value: string | null | undefined) => {
    if (typeof value === "string") headers.set(name, value);
  };
  set("X-Forwarded-For", caller.address);
  if (typeof request.bearer === "string") set("Authorization", `Bearer ${request.bearer}`);
  set("Cookie", cookieHeader(request.cookies ?? {}));
  set("Idempotency-Key", request.idempotencyKey);
  set("X-Sign-In-Source", request.signInSource);
  const init: RequestInit = { method: endpoint.method, headers, redirect: "manual", signal };
  if (request.body !== undefined) {
    const isForm = endpoint.encoding === "form";
    set("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json");
    init.body = isForm
      ? new URLSearchParams(Object.entries(request.body)).toString()
      : JSON.stringify(request.body);
  }
  return new Request(address, init);
}

async function received(send: Send, request: Request, deadline: AbortSignal) {
  try {
    const { status, headers, body } = await send(request);
    return { status, headers, bytes: await readBytes({ body }, maxAnswerBytes) };
  } catch (cause) {
    const code = deadline.aborted ? "upstream_timeout" : "upstream_unavailable";
    throw new ShopError(code, {}, { cause });
  }
}

function bodyOf<Result>({ endpoint, request, reading }: Call<Result>, bytes: Uint8Array | null) {
  const json = parseJson(bytes);
  if (endpoint.mustAnswer && json === undefined)
    throw garbled(bytes === null ? "answer too large" : "answer is not JSON");
  try {
    return endpoint.read(json, request.params ?? {}, reading);
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    const places = error.issues.map((issue) => issue.path.join("."));
    throw garbled(`answer differs at ${places.join(", ")}`);
  }
}

/** Undefined for what is too large or no JSON: a refusal may come without, an answer may not. */
function parseJson(bytes: Uint8Array | null): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
}

function garbled(reason: string): ShopError {
  return new ShopError("upstream_garbled", {}, { cause: new Error(reason) });
}

const defaultTimeoutMs = 8_000;
/** Cut off sooner, a call may have acted and nobody would know. */
const leastMs = 1_000;
export const requestBudgetMs = 15_000;

/** From a request's first call. An endpoint that may take longer gives it as much more. */
export function createTimeBudget(budgetMs: number | null) {
  let startedAt: number | null = null;
  let allowedMs = 0;
  return (timeoutMs: number): number => {
    if (budgetMs === null) return timeoutMs;
    const now = Date.now();
    startedAt ??= now;
    allowedMs = Math.max(allowedMs, budgetMs + Math.max(0, timeoutMs - defaultTimeoutMs));
    const leftMs = startedAt + allowedMs - now;
    if (leftMs < Math.min(leastMs, timeoutMs)) throw new ShopError("upstream_timeout");
    return Math.min(timeoutMs, leftMs);
  };
}

const maxRepeats = 2;
const firstPauseMs = 100;

export interface Caller extends Asking {
  /** For all calls together; null for the schedule, whose calls are of many orders. */
  budgetMs: number | null;
  waitUntil(work: Promise<unknown>): void;
  took(ms: number): void;
}
/** For probes, which say nothing of the visitor behind whose answer they are sent. */
const shopItself: Asking = { locale: fallbackLocale, address: null };

export function createUpstream(env: Bindings, config: Config, log: Log, caller: Caller): Upstream {
  const { base, send } = reach(env, config);
  const callOf = callsBelow(base, config, log);
  const allowedMs = createTimeBudget(caller.budgetMs);
  const probing: Upstream = {
    call: async (endpoint, request) =>
      attempt(send, callOf(endpoint, request), shopItself, AbortSignal.timeout(defaultTimeoutMs)),
  };
  const admit = createAdmission({ config, log, probing }, (work) => caller.waitUntil(work));
  return {
    async call<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest) {
      const { group } = endpoint;
      const { retryBudget } = groups[group];
      const call = callOf(endpoint, request);
      const report = admit(group);
      const timeoutMs = allowedMs(request.timeoutMs ?? endpoint.timeoutMs ?? defaultTimeoutMs);
      retryBudget.earn();
      const deadline = AbortSignal.timeout(timeoutMs);
      const startedAt = Date.now();
      const mayRepeat = endpoint.method === "GET";
      for (let repeats = 0; ; repeats += 1) {
        try {
          const answer = await attempt(send, call, caller, deadline);
          report(null);
          caller.took(Date.now() - startedAt);
          return answer;
        } catch (error) {
          const code = error instanceof ShopError ? error.code : "internal";
          // A timeout shorter than the default says nothing about the upstream's health.
          const wasHurried = code === "upstream_timeout" && timeoutMs < defaultTimeoutMs;
          if (!wasHurried) report(error);
          if (code.startsWith("upstream_") && code !== "upstream_refused")
            log.warn("upstream call failed", { code, upstreamPath: call.path, error });
          const isPassing = transient.has(code) && !deadline.aborted && repeats < maxRepeats;
          if (!mayRepeat || !isPassing || !retryBudget.spend()) {
            caller.took(Date.now() - startedAt);
            throw error;
          }
          const pauseMs = Math.random() * firstPauseMs * 2 ** repeats;
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    },
  };
}

const transient = new Set(["upstream_unavailable", "upstream_maintenance", "upstream_timeout"]);

/** Once an isolate: the same guess is made at each answer. */
const mostReported = 100;
const reported = new Set<string>();

function callsBelow(base: string, config: Config, log: Log) {
  return <Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest): Call<Result> => {
    const path = isFixed(endpoint.path) ? endpoint.path : config[endpoint.path];
    if (path === null) throw new Error(`${endpoint.path} is not configured`);
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

function reach(env: Bindings, config: Config): { base: string; send: Send } {
  const { UPSTREAM_URL: url } = config;
  if (url !== null)
    return { base: `${url.replace(/\/+$/, "")}/api/v1`, send: (request) => fetch(request) };
  const binding = env.UPSTREAM;
  if (binding === undefined) throw new Error("Neither UPSTREAM nor UPSTREAM_URL is set");
  return { base: "http://upstream.internal/api/v1", send: (request) => binding.fetch(request) };
}
