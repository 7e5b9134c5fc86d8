import type { Hono, MiddlewareHandler } from "hono";
import type { Locale } from "#contract/locales";
import type { App } from "../context.ts";
import { clientAddressHeader } from "../shop/limits/client-address.ts";

/** The API beside its database: a request crosses the distance once, not with each query. */
export const placedApi: MiddlewareHandler<App> = (c, next) =>
  c.env.API === undefined ? next() : passedOn(c.env.API, c.req.raw);

async function passedOn(api: Fetcher, request: Request): Promise<Response> {
  const answer = await api.fetch(request);
  return new Response(answer.body, answer);
}

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
