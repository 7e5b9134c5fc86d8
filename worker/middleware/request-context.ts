import type { MiddlewareHandler, Hono } from "hono";
import type { Locale } from "#contract/locales";
import { RequestPorts, type App } from "../context.ts";
import { clientAddressHeader } from "./client-address.ts";
import { clientAddress, localeOf, previewCookie } from "./browser-facts.ts";

/** An id sent by the client is ignored, so that it cannot forge log lines. */
export const requestId: MiddlewareHandler<App> = async (c, next) => {
  const id = crypto.randomUUID();
  c.set("requestId", id);
  await next();
  // The API, where it is another Worker, has logged under an id of its own.
  if (!c.res.headers.has("X-Request-Id")) c.res.headers.set("X-Request-Id", id);
};

export const requestContext: MiddlewareHandler<App> = (c, next) => {
  const address = c.req.header(clientAddressHeader);
  const deps = new RequestPorts(c.env, {
    requestId: c.get("requestId"),
    locale: localeOf(c),
    requestUrl: c.req.url,
    address: address !== undefined && /^[0-9a-f.:]{2,45}$/i.test(address) ? address : null,
    client: clientAddress(c),
    preview: previewCookie.read(c),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  });
  c.set("deps", deps);
  c.set("actor", null);
  const answered = next();
  // What a client began and does not wait for comes to its end.
  deps.waitUntil(answered.catch(() => undefined));
  return answered;
};

/** The API beside its database: a request crosses the distance once, not with each query. */
export const placedApi: MiddlewareHandler<App> = async (c, next) => {
  if (c.env.API === undefined) return next();
  const answer = await c.env.API.fetch(c.req.raw);
  return new Response(answer.body, answer);
};

/** Documents ask the API as strangers do: counted, cached and refused alike, with no cookies. */
export function ownApi(app: Hono<App>): MiddlewareHandler<App> {
  return async (c, next) => {
    c.set("askApi", async (path: `/${string}`, locale: Locale) => {
      const headers = new Headers({ Accept: "application/json", "Accept-Language": locale });
      const address = c.req.header(clientAddressHeader);
      if (address !== undefined) headers.set(clientAddressHeader, address);
      const request = new Request(new URL(`/api/v1${path}`, c.req.url), { headers });
      return c.env.API === undefined
        ? app.fetch(request, c.env, c.executionCtx)
        : c.env.API.fetch(request);
    });
    await next();
  };
}
