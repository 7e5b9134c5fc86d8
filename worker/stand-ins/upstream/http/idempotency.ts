import type { Context } from "hono";
import type { App } from "../app.ts";
import { isDocumentedOnly } from "../env.ts";
import { invalid } from "./refusal.ts";

const header = "Idempotency-Key";

/** Null without the header, which no document names. */
export function sentIdempotencyKey(c: Context<App>): string | null {
  const key = c.req.header(header);
  if (key === undefined || isDocumentedOnly(c.env)) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid(`${header} 不正確`);
  return key;
}

export function idempotencyKeyOf(c: Context<App>): string {
  const key = sentIdempotencyKey(c);
  if (key === null) throw invalid(`缺少 ${header}`);
  return key;
}
