/** An app with nothing but the middleware under test, whose ports are what such middleware uses. */
import { Hono, type MiddlewareHandler } from "hono";
import type { App } from "../../worker/context.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { onError } from "../../worker/middleware/error-handler.ts";

export const ownPage = "https://sillage.example";
export const listedSite = "https://friend.example";

const deps = {
  publicOrigin: ownPage,
  pageConfig: { ALLOWED_ORIGINS: [listedSite] },
  log: { info: () => {}, warn: () => {}, error: () => {} },
  clientKey: async () => undefined,
};

function withPorts(ports: object, handlers: MiddlewareHandler<App>[]): Hono<App> {
  const app = new Hono<App>();
  app.use(async (c, next) => {
    c.set("deps", ports as unknown as App["Variables"]["deps"]);
    c.set("requestId", "request-1");
    c.set("actor", null);
    await next();
  });
  for (const handler of handlers) app.use(handler);
  return app;
}

export const appWith = (...handlers: MiddlewareHandler<App>[]): Hono<App> =>
  withPorts(deps, handlers).onError((error, c) =>
    error instanceof ShopError
      ? c.json({ code: error.code, ...error.facts }, error.status as 400)
      : c.json({ code: String(error) }, 500),
  );

/** With ports of the test's own; refuses as the shop does. */
export const shopAppWith = (ports: object, ...handlers: MiddlewareHandler<App>[]): Hono<App> =>
  withPorts(ports, handlers).onError(onError);

export const refused = (status: number, code: string) => [status, { code, requestId: "request-1" }];
