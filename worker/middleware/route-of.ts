import type { Context } from "hono";
import { matchedRoutes } from "hono/route";
import type { App } from "../context.ts";

/** The declared route that will answer; null where none will. */
export function routeOf(c: Context<App>): { method: string; pattern: string } | null {
  const route = matchedRoutes(c).find(({ method }) => method !== "ALL");
  return route === undefined
    ? null
    : { method: route.method, pattern: route.path.replace(/(?<=.)\/$/, "") };
}
