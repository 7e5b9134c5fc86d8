import type { Context, MiddlewareHandler } from "hono";
import { fallbackLocale, localeOfAcceptLanguage } from "#contract/locales";
import { createDeps, type App, type Origin } from "../context.ts";
import { clientAddressHeader } from "../shop/limits/client-address.ts";
import { clientAddress } from "./browser-facts.ts";

/** An id sent by the client is ignored, so that it cannot forge log lines. */
export const requestId: MiddlewareHandler<App> = async (c, next) => {
  const id = crypto.randomUUID();
  c.set("requestId", id);
  await next();
  // The API, where it is another Worker, has logged under an id of its own.
  if (!c.res.headers.has("X-Request-Id")) c.res.headers.set("X-Request-Id", id);
};

/** Gives the request its ports. Nobody is signed in until a route's guard has run. */
export const requestContext: MiddlewareHandler<App> = (c, next) => {
  const deps = createDeps(c.env, new RequestOrigin(c));
  c.set("deps", deps);
  c.set("actor", null);
  const answered = next();
  // What a client began and does not wait for comes to its end.
  deps.waitUntil(answered.catch(() => undefined));
  return answered;
};

/** Reads of the request what is asked for. */
class RequestOrigin implements Origin {
  readonly upstreamBudgetMs = 15_000;
  #requestUrl: URL | undefined;

  constructor(private readonly c: Context<App>) {}

  get requestId() {
    return this.c.get("requestId");
  }

  get locale() {
    return localeOfAcceptLanguage(this.c.req.header("Accept-Language") ?? "") ?? fallbackLocale;
  }

  get requestUrl() {
    return (this.#requestUrl ??= new URL(this.c.req.url));
  }

  get address() {
    return visitorAddress(this.c.req.header(clientAddressHeader));
  }

  get client() {
    return clientAddress(this.c);
  }

  waitUntil(work: Promise<unknown>) {
    this.c.executionCtx.waitUntil(work);
  }
}

function visitorAddress(header: string | undefined): string | null {
  return header !== undefined && /^[0-9a-f.:]{2,45}$/i.test(header) ? header : null;
}
