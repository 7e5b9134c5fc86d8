/** Reads and checks input; anything malformed is a 422, never a 5xx. */
import type { Context } from "hono";
import type * as z from "zod/mini";
import { type App, isDocumentedOnly } from "../app.ts";
import { idPattern } from "../wire.ts";
import { invalid, notFound } from "./refusal.ts";

export async function readJson<Schema extends z.ZodMiniType>(
  c: Context<App>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    throw invalid("請求內容不是有效的 JSON");
  }
  return checked(schema, body);
}

/** The first value of a name counts. */
export async function readForm<Schema extends z.ZodMiniType>(
  c: Context<App>,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return checked(schema, Object.fromEntries(new URLSearchParams(await c.req.text())));
}

export function readQuery<Schema extends z.ZodMiniType>(
  c: Context<App>,
  schema: Schema,
): z.infer<Schema> {
  return checked(schema, c.req.query());
}

/** @throws a 404 when it cannot be an id. */
export function idOf(c: Context<App>, name: string, what: string): string {
  const value = c.req.param(name) ?? "";
  if (!idPattern.test(value)) throw notFound(what);
  return value;
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map((issue) => issue.path.join(".") || "body"))];
  throw invalid(`欄位驗證失敗：${names.slice(0, 8).join("、")}`);
}

const keyHeader = "Idempotency-Key";

/** Null without the header, which no document names. */
export function sentIdempotencyKey(c: Context<App>): string | null {
  const key = c.req.header(keyHeader);
  if (key === undefined || isDocumentedOnly(c.env)) return null;
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) throw invalid(`${keyHeader} 不正確`);
  return key;
}

export function idempotencyKeyOf(c: Context<App>): string {
  const key = sentIdempotencyKey(c);
  if (key === null) throw invalid(`缺少 ${keyHeader}`);
  return key;
}
