import type { MiddlewareHandler } from "hono";
import type { App } from "../context.ts";

/**
 * Only for the development server: modules and styles come from Vite, behind the assets binding. First of all, since the page's
 * folder `api/` has the same address as ours.
 */
export const developmentSources: MiddlewareHandler<App> = async (c, next) => {
  const isSource = /^\/@|\.\w+$/.test(c.req.path) && !c.req.path.startsWith("/locales/");
  const answer = isSource ? await c.env.ASSETS.fetch(c.req.raw) : null;
  if (answer !== null && answer.status !== 404) return answer;
  await next();
};
