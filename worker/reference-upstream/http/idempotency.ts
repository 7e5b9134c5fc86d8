import type { Context } from "hono";
import type { App } from "../app.ts";
import { invalid } from "./refusal.ts";

/** The key that makes a repeated call the same call. */
export function idempotencyKeyOf(c: Context<App>): string {
  const key = c.req.header("Idempotency-Key") ?? "";
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid("缺少 Idempotency-Key");
  return key;
}
