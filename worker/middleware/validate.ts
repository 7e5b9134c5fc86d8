/** What crosses the door is parsed here, once: wrong type 415, too large 413, unreadable 400, against the schema 400 with its fields. */
import type { Context, MiddlewareHandler } from "hono";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import { decodeUtf8, readBytes } from "../platform/bytes.ts";
import { ShopError } from "../errors/shop-error.ts";
import { fieldsOf } from "./field-errors.ts";

type Schema = z.ZodMiniType;
type Target = "json" | "form" | "query" | "param";
type Validating<Key extends Target, S extends Schema> = MiddlewareHandler<
  App,
  string,
  { in: { [K in Key]: z.input<S> }; out: { [K in Key]: z.output<S> } }
>;

const kib = 1024;

export function jsonBody<S extends Schema>(schema: S, { maxBytes = 32 * kib } = {}): Validating<"json", S> {
  return async (c, next) => {
    c.req.addValidatedData("json", asData(await readJson(c.req.raw, schema, maxBytes)));
    await next();
  };
}

export function formBody<S extends Schema>(schema: S, { maxBytes = 8 * kib } = {}): Validating<"form", S> {
  return async (c, next) => {
    const text = await readFormText(c.req.raw, maxBytes);
    c.req.addValidatedData("form", asData(parse(schema, parsePairs(text))));
    await next();
  };
}

export function paramsOf<S extends Schema>(schema: S): Validating<"param", S> {
  return async (c, next) => {
    c.req.addValidatedData("param", asData(parse(schema, c.req.param())));
    await next();
  };
}

export async function readJson<S extends Schema>(request: Request, schema: S, maxBytes = 32 * kib): Promise<z.output<S>> {
  requireType(request, "application/json");
  return parse(schema, parseJson(await readText(request, maxBytes)));
}

export function readQuery<S extends Schema>(url: string, schema: S): z.output<S> {
  return parse(schema, parsePairs(new URL(url).search.slice(1)));
}

/** The unparsed text of a form; the payment callback reads its fields itself. */
export async function readFormText(request: Request, maxBytes: number): Promise<string> {
  requireType(request, "application/x-www-form-urlencoded");
  return readText(request, maxBytes);
}

/** @throws ShopError `validation_failed` with the fields, as codes the page has words for. */
export function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new ShopError("validation_failed", { fields: fieldsOf(parsed.error.issues, value) });
}

/** One media type and, where a charset is named, UTF-8. */
function requireType(request: Request, expected: string) {
  const [type = "", ...parameters] = (request.headers.get("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (type.trim() !== expected || !isUtf8) throw new ShopError("unsupported_media_type");
}

/** @throws ShopError `malformed_request`. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}

/** Form fields or query parameters. A key given twice is refused: two readers could pick different ones. */
function parsePairs(text: string): Record<string, string> {
  const pairs = new Map<string, string>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const key = decode(at < 0 ? part : part.slice(0, at));
    if (pairs.has(key)) throw new ShopError("malformed_request");
    pairs.set(key, at < 0 ? "" : decode(part.slice(at + 1)));
  }
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}

/** Hono types validated data as an object; every schema used here is one. */
function asData(value: unknown): object {
  return value as object;
}

/** @throws ShopError `validation_failed` without a key, or with one that is none. */
export function idempotencyKeyOf(c: Context<App>): string {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined) throw new ShopError("validation_failed", { fields: { "Idempotency-Key": "required" } });
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key)) throw new ShopError("validation_failed", { fields: { "Idempotency-Key": "invalid" } });
  return key;
}

/** The text of a request's body. @throws ShopError `payload_too_large`, `unsupported_media_type` or `malformed_request`. */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  const encoding = request.headers.get("Content-Encoding");
  if (encoding !== null && encoding.toLowerCase() !== "identity") throw new ShopError("unsupported_media_type");
  const bytes = await readBytes({ headers: request.headers, body: request.body as ReadableStream<Uint8Array> | null }, maxBytes);
  if (bytes === null) throw new ShopError("payload_too_large");
  try {
    return decodeUtf8(bytes);
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}
