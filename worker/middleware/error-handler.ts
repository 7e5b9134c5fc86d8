/** Turns every failure into the error body; no exception's message reaches the browser. */
import type { ErrorAnswer } from "#contract/errors";
import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App } from "../context.ts";
import { failurePage, failurePolicy } from "../documents/failure-page.ts";
import { ShopError } from "../errors/shop-error.ts";

export function refusalOf(error: Error): ShopError {
  if (error instanceof ShopError) return error;
  // Thrown by the validators for a body that is neither JSON nor a form.
  const isUnreadable = error instanceof HTTPException && error.status === 400;
  return new ShopError(isUnreadable ? "malformed_request" : "internal", {}, { cause: error });
}

export async function onError(error: Error, c: Context<App>): Promise<Response> {
  const refusal = refusalOf(error);
  const status = refusal.status as ContentfulStatusCode;
  const wait = status === 503 ? { "Retry-After": "10" } : waitOf(refusal.facts.detail);
  const headers = { "Cache-Control": "no-store", ...wait };
  if (status >= 500 && isPage(c)) {
    const policy = { "Content-Security-Policy": await failurePolicy() };
    return c.html(failurePage(c.get("requestId")), status, { ...headers, ...policy });
  }
  const { detail, fields } = refusal.facts;
  const answer: ErrorAnswer = {
    code: refusal.code,
    requestId: c.get("requestId"),
    ...(detail !== undefined && { detail }),
    ...(fields && { fields }),
  };
  return c.json(answer, status, { ...headers, ...refusal.facts.headers });
}

function isPage(c: Context<App>): boolean {
  return (
    !/^\/(api|locales)(\/|$)/.test(c.req.path) &&
    (c.req.header("Accept") ?? "").includes("text/html")
  );
}

function waitOf(detail: unknown): Record<string, string> {
  const { retry_after_seconds, remaining_seconds } = Object(detail);
  const seconds = retry_after_seconds ?? remaining_seconds;
  return Number.isInteger(seconds) && seconds > 0 ? { "Retry-After": String(seconds) } : {};
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** 405 with `Allow` when other methods are declared for the path, else 404. Never redirects. */
export function refuseUnknown(app: Hono<App>) {
  return (c: Context<App>): Response | Promise<Response> => {
    const declared = methods.filter((method) => isDeclared(app, method, c.req.path));
    if (declared.length === 0) return onError(new ShopError("not_found"), c);
    const allow = declared.join(", ").replace("GET", "GET, HEAD");
    return onError(new ShopError("method_not_allowed", { headers: { Allow: allow } }), c);
  };
}

/** Only a handler of this exact route counts: middleware matches every method. */
function isDeclared(app: Hono<App>, method: string, path: string): boolean {
  return app.router
    .match(method, path)[0]
    .some(([[, route]]) => route.method === method && !route.path.endsWith("*"));
}
