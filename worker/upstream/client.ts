/**
 * The only access to the upstream: one base address, closed lists of headers, one deadline per call, bounded answers checked by
 * schema. Never follows a redirect, never forwards a browser's header, never repeats a call that may have had effects.
 */
import * as z from "zod/mini";
import type { ErrorCode } from "#contract/errors";
import type { Locale } from "#contract/locales";
import type { Bindings, Config } from "../env.ts";
import { decodeUtf8, readBytes } from "../platform/bytes.ts";
import { ShopError } from "../errors/shop-error.ts";
import type { Log } from "../platform/log.ts";
import { addressOf } from "./address.ts";
import { createBreaker, createRetryBudget } from "./breaker.ts";
import { failureOf, refusalOf } from "./catalogue.ts";
import { cookieHeader, updatedJar } from "./cookie-jar.ts";
import type {
  ConfiguredPaths,
  EndpointSpec,
  Upstream,
  UpstreamAnswer,
  UpstreamRequest,
} from "./port.ts";

const defaultTimeoutMs = 8_000;
const maxAnswerBytes = 1024 * 1024;
const maxRepeats = 2;
const firstPauseMs = 100;

const breaker = createBreaker();
const retryBudget = createRetryBudget();

export interface Caller {
  locale: Locale;
  /** The visitor's IP address; null for the schedule. */
  address: string | null;
}

interface Call<Result> {
  endpoint: EndpointSpec<Result>;
  request: UpstreamRequest;
  path: `/${string}`;
  timeoutMs: number;
}

type Send = (request: Request) => Promise<Response>;

export function createUpstream(env: Bindings, config: Config, log: Log, caller: Caller): Upstream {
  const { base, send } = reach(env, config);
  const paths: ConfiguredPaths = {
    refresh: config.UPSTREAM_REFRESH_PATH,
    paymentEvents: config.UPSTREAM_PAYMENT_EVENTS_PATH,
    cancellations: config.UPSTREAM_CANCELLATIONS_PATH,
  };
  return {
    async call<Result>(endpoint: EndpointSpec<Result>, request: UpstreamRequest) {
      const path = typeof endpoint.path === "string" ? endpoint.path : endpoint.path(paths);
      const timeoutMs = request.timeoutMs ?? endpoint.timeoutMs ?? defaultTimeoutMs;
      const call: Call<Result> = { endpoint, request, path, timeoutMs };
      const address = addressOf(base, path, request);
      if (!breaker.admits(Date.now())) throw new ShopError("upstream_unavailable");
      retryBudget.earn();
      // One deadline for all tries together.
      const deadline = AbortSignal.timeout(timeoutMs);
      for (let repeats = 0; ; repeats += 1) {
        try {
          const answer = await attempt(
            send,
            requestOf(address, call, caller, deadline),
            call,
            deadline,
          );
          breaker.report(true, Date.now());
          return answer;
        } catch (error) {
          const code = error instanceof ShopError ? error.code : "internal";
          // A timeout shorter than the default says nothing about the upstream's health.
          const wasHurried = code === "upstream_timeout" && timeoutMs < defaultTimeoutMs;
          if (!wasHurried) breaker.report(!outages.includes(code), Date.now());
          if (code.startsWith("upstream_") && code !== "upstream_refused")
            log.warn("upstream call failed", { code, upstreamPath: path, error });
          if (repeats === maxRepeats || !mayRepeat(call, code, deadline) || !retryBudget.spend())
            throw error;
          await pause(Math.random() * firstPauseMs * 2 ** repeats);
        }
      }
    },
  };
}

/** What the breaker counts: no refusals, no single unreadable answer. */
const outages: readonly (ErrorCode | "internal")[] = [
  "upstream_failed",
  "upstream_unavailable",
  "upstream_maintenance",
  "upstream_timeout",
];

function mayRepeat(
  { endpoint, request }: Call<unknown>,
  code: ErrorCode | "internal",
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

function requestOf(
  address: URL,
  { endpoint, request }: Call<unknown>,
  caller: Caller,
  signal: AbortSignal,
): Request {
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": request.locale ?? caller.locale,
  });
  if (caller.address !== null) headers.set("X-Forwarded-For", caller.address);
  if (request.bearer !== undefined) headers.set("Authorization", `Bearer ${request.bearer}`);
  const cookies = cookieHeader(request.cookies ?? {});
  if (cookies !== null) headers.set("Cookie", cookies);
  if (request.idempotencyKey !== undefined) headers.set("Idempotency-Key", request.idempotencyKey);
  const init: RequestInit = { method: endpoint.method, headers, redirect: "manual", signal };
  if (request.body !== undefined) {
    const isForm = endpoint.encoding === "form";
    headers.set("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json");
    init.body = isForm
      ? new URLSearchParams(Object.entries(request.body)).toString()
      : JSON.stringify(request.body);
  }
  return new Request(address, init);
}

async function attempt<Result>(
  send: Send,
  request: Request,
  call: Call<Result>,
  deadline: AbortSignal,
): Promise<UpstreamAnswer<Result>> {
  const { response, bytes } = await received(send, request, deadline);
  const { status } = response;
  if (status >= 500) throw failureOf(status);
  if (status < 200 || (status >= 300 && status < 400)) throw garbled(`status ${status}`);
  if (status >= 400)
    throw refusalOf(
      status,
      bytes === null ? null : parseJson(bytes).value,
      response.headers.get("Retry-After"),
    );
  const cookies = updatedJar(
    call.request.cookies ?? {},
    response.headers.getSetCookie(),
    Date.now(),
  );
  return { body: bodyOf(call, bytes), status, cookies };
}

function bodyOf<Result>({ endpoint, request }: Call<Result>, bytes: Uint8Array | null): Result {
  const params = request.params ?? {};
  if (endpoint.expects !== "answer")
    return endpoint.read(bytes === null ? undefined : parseJson(bytes).value, params);
  if (bytes === null) throw garbled("answer too large");
  const json = parseJson(bytes);
  if (!json.isValid) throw garbled("answer is not JSON");
  try {
    return endpoint.read(json.value, params);
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    throw garbled(
      `answer differs at ${error.issues.map((issue) => issue.path.join(".")).join(", ")}`,
    );
  }
}

/** @throws ShopError `upstream_timeout` or `upstream_unavailable` when the connection fails before the answer is complete. */
async function received(send: Send, request: Request, deadline: AbortSignal) {
  try {
    const response = await send(request);
    const bytes = await readBytes(
      { headers: response.headers, body: response.body },
      maxAnswerBytes,
    );
    return { response, bytes };
  } catch (cause) {
    throw new ShopError(
      deadline.aborted ? "upstream_timeout" : "upstream_unavailable",
      {},
      { cause },
    );
  }
}

function parseJson(bytes: Uint8Array): { isValid: boolean; value: unknown } {
  try {
    return { isValid: true, value: JSON.parse(decodeUtf8(bytes)) };
  } catch {
    // The caller decides: a refusal may come without JSON, an answer may not.
    return { isValid: false, value: null };
  }
}

function garbled(reason: string): ShopError {
  return new ShopError("upstream_garbled", {}, { cause: new Error(reason) });
}
