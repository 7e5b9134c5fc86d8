import type { Context } from "hono";
import type { App } from "../context.ts";

/** Private and short: a shared cache could mix up languages. */
export function publicAnswer(c: Context<App>, json: string): Response {
  return c.body(json, 200, {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "private, max-age=60",
    Vary: "Accept-Language",
  });
}
