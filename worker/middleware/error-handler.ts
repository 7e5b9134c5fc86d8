/** Turns every failure into the error body; no exception's message reaches the browser. */
import type { ErrorAnswer } from "#contract/errors";
import type { Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { methodNotAllowed } from "hono/method-not-allowed";
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

export const refuseUnknown = (c: Context<App>) => onError(new ShopError("not_found"), c);

/** In front of it: 405 with `Allow` when other methods are declared for the path. */
export const refuseMethod = (app: Hono<App>) =>
  methodNotAllowed<App>({
    app,
    onMethodNotAllowed(c, declared) {
      const headers = { Allow: declared.join(", ") };
      return onError(new ShopError("method_not_allowed", { headers }), c);
    },
  });
