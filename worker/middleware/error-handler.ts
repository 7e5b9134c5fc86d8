/** Turns every failure into `{ code, requestId, detail?, fields? }`. An exception's own message never reaches the browser. */
import type { ErrorAnswer, ErrorCode } from "#contract/errors";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App } from "../context.ts";
import { failurePage } from "../documents/failure-page.ts";
import { ShopError } from "../errors/shop-error.ts";
import { createLog, type Log } from "../platform/log.ts";

/** Refusals worth a log line: many of them from one source suggest that someone is trying foreign tokens, sites or ids. */
const logged = new Set<ErrorCode>([
  "token_invalid",
  "token_revoked",
  "origin_refused",
  "request_not_from_page",
  "password_change_required",
  "order_not_found",
  "cart_item_not_found",
  "survey_response_not_found",
]);

export async function onError(error: Error, c: Context<App>): Promise<Response> {
  const refusal =
    error instanceof ShopError
      ? error
      : new ShopError(isUnreadable(error) ? "malformed_request" : "internal", {}, { cause: error });
  const status = refusal.status as ContentfulStatusCode;
  const log = createLog(c.get("requestId"));
  if (logged.has(refusal.code)) {
    const sessionId = c.get("actor")?.sessionId;
    log.info("request refused", {
      code: refusal.code,
      status,
      route: routePath(c),
      ...(sessionId && { sessionId }),
      client: await c.get("deps").clientKey(),
    });
  }
  const wait = status === 503 ? { "Retry-After": "10" } : waitOf(refusal.facts.detail);
  if (status >= 500) {
    // Under overload there are thousands, and `load.shed` says so.
    if (refusal.code !== "overloaded") logFailure(log, refusal, c, error);
    if (isPage(c))
      return c.html(failurePage(c.get("requestId")), status, {
        "Cache-Control": "no-store",
        ...wait,
      });
  }
  const { detail, fields } = refusal.facts;
  const answer: ErrorAnswer = {
    code: refusal.code,
    requestId: c.get("requestId"),
    ...(detail === undefined ? {} : { detail }),
    ...(fields === undefined ? {} : { fields }),
  };
  return c.json(answer, status, { "Cache-Control": "no-store", ...wait, ...refusal.facts.headers });
}

function logFailure(log: Log, refusal: ShopError, c: Context<App>, error: Error): void {
  const { code, status } = refusal;
  log[code === "internal" ? "error" : "warn"]("request failed", {
    code,
    status,
    route: routePath(c),
    error,
  });
}

/** Thrown by the validators for a body that is neither JSON nor a form. */
function isUnreadable(error: Error): boolean {
  return error instanceof HTTPException && error.status === 400;
}

function isPage(c: Context<App>): boolean {
  return (
    !/^\/(api|locales)(\/|$)/.test(c.req.path) &&
    (c.req.header("Accept") ?? "").includes("text/html")
  );
}

/** Repeats a refusal's waiting time as `Retry-After`. */
function waitOf(detail: unknown): Record<string, string> {
  if (typeof detail !== "object" || detail === null) return {};
  const seconds =
    Reflect.get(detail, "retry_after_seconds") ?? Reflect.get(detail, "remaining_seconds");
  return Number.isInteger(seconds) && Number(seconds) > 0 ? { "Retry-After": String(seconds) } : {};
}
