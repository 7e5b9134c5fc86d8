import type { ErrorCode } from "#contract/errors";
import type { Context, MiddlewareHandler } from "hono";
import type { App } from "../context.ts";
import type { Deps } from "../deps.ts";
import type { ShopError } from "../errors/shop-error.ts";
import { createLog, type LogFields } from "../platform/log.ts";
import { refusalOf } from "./error-handler.ts";
import { routeOf } from "./policy.ts";

/** A language model takes seconds to answer, and is not slow by that. */
const slowMs = 10_000;

/** Many from one source suggest that someone tries foreign tokens, sites or ids. */
const telling = new Set<ErrorCode>([
  "token_invalid",
  "token_revoked",
  "origin_refused",
  "request_not_from_page",
  "password_change_required",
  "too_many_requests",
  "order_not_found",
  "cart_item_not_found",
  "survey_response_not_found",
]);

export const requestLine: MiddlewareHandler<App> = async (c, next) => {
  const startedAt = Date.now();
  await next();
  // The API, where it is another Worker, has written it.
  if (c.res.headers.has("X-Request-Id")) return;
  const endedAt = Date.now();
  countAnswer(c, endedAt);
  const refusal = c.error === undefined ? null : refusalOf(c.error);
  const ms = endedAt - startedAt;
  if (!isKept(c, refusal, ms, endedAt)) return;
  await write(c, refusal, ms);
};

function isKept(c: Context<App>, refusal: ShopError | null, ms: number, now: number): boolean {
  const { status } = c.res;
  if (status >= 500) return true;
  // Many are refused a refresh with nothing wrong, and a gateway reads no id.
  const isOrdinary = () =>
    refusal?.code === "refresh_token_missing" || routeOf(c)?.policy?.sender === "gateway";
  if (status >= 400 && !isOrdinary()) return hasRoom(refusal?.code ?? "", now);
  return ms >= slowMs || isSampled(c);
}

/** Of an isolate, so that a flood of one key fills no log and hides no other. */
export function atMostAMinute(most: number): (key: string, now: number) => boolean {
  let minute = 0;
  const counts = new Map<string, number>();
  return (key, now) => {
    const at = Math.floor(now / 60_000);
    if (at !== minute) counts.clear();
    minute = at;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
}
const hasRoom = atMostAMinute(100);

function isSampled(c: Context<App>): boolean {
  const share = portsOf(c)?.pageConfig.LOG_SAMPLE ?? 0;
  return Number.parseInt(c.get("requestId").slice(0, 8), 16) < share * 2 ** 32;
}

/** Undefined where the configuration was refused. */
const portsOf = (c: Context<App>): Deps | undefined => c.get("deps");

async function write(c: Context<App>, refusal: ShopError | null, ms: number): Promise<void> {
  const { status } = c.res;
  const deps = portsOf(c);
  const log = deps?.log ?? createLog(c.get("requestId"));
  const isTelling = refusal !== null && telling.has(refusal.code);
  const sessionId = c.get("actor")?.sessionId;
  const facts: LogFields = {
    method: c.req.method,
    route: routeOf(c)?.pattern ?? anyPath,
    status,
    ms,
    upstreamMs: deps?.upstreamMs ?? 0,
    ...(refusal && { code: refusal.code }),
    ...(refusal?.facts.reason && { reason: refusal.facts.reason }),
    ...(status >= 500 && { error: c.error }),
    ...(isTelling && { client: await deps?.clientKey() }),
    ...(isTelling && sessionId && { sessionId }),
  };
  if (status >= 500) log[refusal?.code === "internal" ? "error" : "warn"]("request failed", facts);
  else if (status >= 400) log.info("request refused", facts);
  else log.info("request", facts);
}

const anyPath = "/*";

const windowMs = 5 * 60_000;
const failuresToTell = 5;
const shareToTell = 0.1;
let windowEndsAt = 0;
const answers = new Map<string, { given: number; failed: number }>();

/** Of an isolate and five minutes: a number and share of failures of one route are for a person. */
function countAnswer(c: Context<App>, now: number): void {
  if (now >= windowEndsAt) {
    answers.clear();
    windowEndsAt = now + windowMs;
  }
  // As it is declared, so that strangers add no names.
  const { method, pattern: route } = routeOf(c) ?? { method: "", pattern: anyPath };
  const name = `${method} ${route}`;
  const { given, failed } = answers.get(name) ?? { given: 0, failed: 0 };
  const seen = { given: given + 1, failed: failed + Number(c.res.status >= 500) };
  answers.set(name, seen);
  if (seen.failed < failuresToTell || seen.failed < seen.given * shareToTell) return;
  answers.delete(name);
  const code = c.error === undefined ? undefined : refusalOf(c.error).code;
  portsOf(c)?.log.error("answers fail", { method, route, ...(code && { code }) });
}
