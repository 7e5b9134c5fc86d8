/**
 * The only way to the upstream: one address prefix, closed header lists, one deadline a call, bounded and schema-checked
 * answers. It never follows a redirect, never passes on a header of the browser's, never repeats a call that may have acted.
 */
import * as z from "zod/mini";
import type { ErrorCode } from "#contract/errors";
import type { Bindings, Config } from "../env.ts";
import { decodeUtf8, readBytes } from "../http/body.ts";
import { ShopError } from "../http/errors.ts";
import type { Log } from "../http/log.ts";
import { addressOf } from "./address.ts";
import { createBreaker, createRetryBudget } from "./breaker.ts";
import { failureOf, refusalOf } from "./catalogue.ts";
import type { Upstream, UpstreamAnswer, UpstreamCall } from "./port.ts";
import { refreshCookieName } from "./wire.ts";

const defaultTimeoutMs = 8_000;
const maxAnswerBytes = 1024 * 1024;
const maxRepeats = 2;
const firstPauseMs = 100;

// One upstream, so one of each an isolate.
const breaker = createBreaker();
const retryBudget = createRetryBudget();

type AnyCall = UpstreamCall<z.ZodMiniType>;
type Send = (request: Request) => Promise<Response>;

export function createUpstream(env: Bindings, config: Config, log: Log): Upstream {
  const { base, send } = reach(env, config);
  return {
    async call(call) {
      const address = addressOf(base, call);
      if (!breaker.admits(Date.now())) throw new ShopError("upstream_unavailable");
      retryBudget.earn();
      // The deadline covers every try together.
      const deadline = AbortSignal.timeout(call.timeoutMs ?? defaultTimeoutMs);
      for (let repeats = 0; ; repeats += 1) {
        try {
          const answer = await attempt(send, requestOf(address, call, deadline), call, deadline);
          breaker.report(true, Date.now());
          return answer;
        } catch (error) {
          const code = error instanceof ShopError ? error.code : "internal";
          const isImpatience = code === "upstream_timeout" && (call.timeoutMs ?? defaultTimeoutMs) < defaultTimeoutMs;
          // Who waits for less than anybody else says nothing about the upstream's health.
          if (!isImpatience) breaker.report(!outages.includes(code), Date.now());
          if (code.startsWith("upstream_") && code !== "upstream_refused")
            log.warn("upstream call failed", { code, upstreamPath: call.path, error });
          if (repeats === maxRepeats || !mayRepeat(call, code, deadline) || !retryBudget.spend()) throw error;
          await pause(Math.random() * firstPauseMs * 2 ** repeats);
        }
      }
    },
  };
}

/** What counts against the upstream's health: a refusal or one odd answer does not. */
const outages: readonly (ErrorCode | "internal")[] = [
  "upstream_failed",
  "upstream_unavailable",
  "upstream_maintenance",
  "upstream_timeout",
];

function mayRepeat(call: AnyCall, code: ErrorCode | "internal", deadline: AbortSignal): boolean {
  const isTransient = code === "upstream_unavailable" || code === "upstream_maintenance" || code === "upstream_timeout";
  return isTransient && !deadline.aborted && (call.method === "GET" || call.safeToRepeat === true);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** The service binding where there is one, HTTPS elsewhere; nobody else knows which. */
function reach(env: Bindings, config: Config): { base: string; send: Send } {
  const binding = env.UPSTREAM;
  if (binding !== undefined) return { base: "http://upstream.internal/api/v1", send: (request) => binding.fetch(request) };
  const root = (config.UPSTREAM_URL ?? "").replace(/\/+$/, "");
  return { base: `${root}/api/v1`, send: (request) => fetch(request) };
}

function requestOf(address: URL, call: AnyCall, signal: AbortSignal): Request {
  const headers = new Headers({ Accept: "application/json", "Accept-Language": call.locale });
  if (call.bearer !== undefined) headers.set("Authorization", `Bearer ${call.bearer}`);
  if (call.refreshCookie !== undefined) headers.set("Cookie", `${refreshCookieName}=${call.refreshCookie}`);
  if (call.idempotencyKey !== undefined) headers.set("Idempotency-Key", call.idempotencyKey);
  const init: RequestInit = { method: call.method, headers, redirect: "manual", signal };
  if (call.form !== undefined) {
    headers.set("Content-Type", "application/x-www-form-urlencoded");
    init.body = new URLSearchParams(call.form).toString();
  } else if (call.json !== undefined) {
    headers.set("Content-Type", "application/json");
    init.body = JSON.stringify(call.json);
  }
  return new Request(address, init);
}

async function attempt<Answer extends z.ZodMiniType>(
  send: Send,
  request: Request,
  call: UpstreamCall<Answer>,
  deadline: AbortSignal,
): Promise<UpstreamAnswer<z.infer<Answer>>> {
  const { response, bytes } = await received(send, request, deadline);
  const { status } = response;
  if (status >= 500) throw failureOf(status);
  if (status < 200 || (status >= 300 && status < 400)) throw garbled(`status ${status}`);
  if (bytes === null) throw status < 400 ? garbled("answer too large") : refusalOf(status, null);
  const json = parseJson(bytes);
  if (status >= 400) throw refusalOf(status, json.value);
  if (!json.isValid) throw garbled("answer is not JSON");
  const parsed = z.safeParse(call.answer, json.value);
  if (!parsed.success) throw garbled(`answer differs at ${parsed.error.issues.map((issue) => issue.path.join(".")).join(", ")}`);
  return { body: parsed.data, status, refreshCookie: refreshCookieOf(response.headers) };
}

/** @throws ShopError `upstream_timeout` or `upstream_unavailable` when the connection fails before the answer is whole. */
async function received(send: Send, request: Request, deadline: AbortSignal) {
  try {
    const response = await send(request);
    const bytes = await readBytes({ headers: response.headers, body: response.body }, maxAnswerBytes);
    return { response, bytes };
  } catch (cause) {
    throw new ShopError(deadline.aborted ? "upstream_timeout" : "upstream_unavailable", {}, { cause });
  }
}

function parseJson(bytes: Uint8Array): { isValid: boolean; value: unknown } {
  if (bytes.byteLength === 0) return { isValid: true, value: null };
  try {
    return { isValid: true, value: JSON.parse(decodeUtf8(bytes)) };
  } catch {
    // Not silent: the caller decides, since a refusal may come without JSON and an answer may not.
    return { isValid: false, value: null };
  }
}

/** The reason is for the log only. */
function garbled(reason: string): ShopError {
  return new ShopError("upstream_garbled", {}, { cause: new Error(reason) });
}

function refreshCookieOf(headers: Headers): string | null {
  const prefix = `${refreshCookieName}=`;
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith(prefix));
  const value = line?.slice(prefix.length).split(";")[0]?.trim() ?? "";
  return /^[\w\-.~+/=]{1,4096}$/.test(value) ? value : null;
}
