import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

/**
 * For the development server, where modules and styles come from Vite behind the assets binding. Runs first, since the page's
 * source folder `api/` has the same address as the API.
 */
export const developmentSources: MiddlewareHandler<App> = async (c, next) => {
  const isSource = /^\/@|\.\w+$/.test(c.req.path) && !c.req.path.startsWith("/locales/");
  const answer = isSource ? await c.env.ASSETS.fetch(c.req.raw) : null;
  if (answer !== null && answer.status !== 404) return answer;
  await next();
};
