/** Hono's zod validator ignores a wrong type, broken UTF-8 and duplicate keys: checked here. */
import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { routePath } from "hono/route";
import { timeout } from "hono/timeout";
import type * as z from "zod/mini";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { decodeUtf8 } from "../platform/bytes.ts";
import { fieldErrorCodes, type FieldErrorCode } from "#contract/errors";

export interface Body {
  json?: z.ZodMiniType;
  form?: z.ZodMiniType;
  text?: readonly string[];
  /** In whatever encoding; the route decodes it. */
  isFile?: true;
  isOptional?: true;
  maxKib?: number | undefined;
}

export const formType = "application/x-www-form-urlencoded";
const done = async () => {};

/** @throws ShopError `validation_failed` with a code for each field. */
export function checked(part: "json" | "form" | "query" | "param", schema: z.ZodMiniType) {
  const check = zValidator(part, schema, refuseIssues, {
    // Typed for zod's other half, whose results are the same.
    validationFunction: (one, value) => one.safeParseAsync(value, { error: codeOf }) as never,
  }) as MiddlewareHandler;
  return async (c: Context<App>): Promise<void> => void (await check(c, done));
}

type Issues = readonly z.core.$ZodIssue[];

function refuseIssues({ error }: { success: boolean; error?: { issues: Issues } }): void {
  if (error !== undefined)
    throw new ShopError("validation_failed", { fields: fieldsOf(error.issues) });
}

/** Reads nothing where nothing is declared. @throws ShopError for another type, size or content. */
export function checkBody({ json, form, text, isFile, isOptional, maxKib }: Body) {
  const types = text ?? [json ? "application/json" : formType];
  const onError = () => {
    throw new ShopError("payload_too_large");
  };
  const limit = bodyLimit({ maxSize: (maxKib ?? (json ? 32 : 8)) * 1024, onError });
  const validate = json ? checked("json", json) : form && checked("form", form);
  return async (c: Context<App>): Promise<void> => {
    if (!json && !form && !text) return;
    if (!isOptional) requireType(c, types);
    // A chunked body is read by the limit itself.
    const read = async () => void (await c.req.arrayBuffer());
    await deadline(c, async () => void (await limit(c, read))).catch((error: unknown) => {
      if (error instanceof HTTPException) throw new ShopError("request_timeout");
      throw error instanceof ShopError ? error : brokenOff(c, error);
    });
    // From memory, as are later reads.
    const bytes = new Uint8Array(await c.req.arrayBuffer());
    if (isOptional && bytes.byteLength === 0) return;
    requireType(c, types);
    if (!isFile) readable(() => decodeUtf8(bytes));
    if (form) refuseDoubledKeys(await c.req.text());
    await validate?.(c);
  };
}

/** 64 KiB at 50 kbit/s. */
const deadline = timeout(10_000, new HTTPException(408));

/** Nobody reads the answer, and it is no failure of ours. */
function brokenOff(c: Context<App>, cause: unknown): ShopError {
  c.get("deps").log.info("a client broke off", { route: routePath(c) });
  return new ShopError("malformed_request", {}, { cause });
}

function requireType(c: Context<App>, expected: readonly string[]): void {
  const [type = "", ...parameters] = (c.req.header("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters.find((parameter) => parameter.trim().startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset.trim());
  const encoding = (c.req.header("Content-Encoding") ?? "identity").toLowerCase();
  if (!expected.includes(type.trim()) || !isUtf8 || encoding !== "identity")
    throw new ShopError("unsupported_media_type");
}

/** Parsers differ on which duplicate counts. @throws ShopError `malformed_request`. */
export function refuseDoubledKeys(text: string): void {
  const keys = [...new URLSearchParams(text).keys()];
  if (new Set(keys).size < keys.length) throw new ShopError("malformed_request");
  readable(() => decodeURIComponent(text));
}

function readable(decode: () => unknown): void {
  try {
    decode();
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}

/** @throws ShopError `validation_failed` without a valid key. */
export function idempotencyKeyOf(c: Context): string {
  const key = c.req.header("Idempotency-Key");
  if (key !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(key)) return key;
  const fields = { "Idempotency-Key": key === undefined ? "required" : "invalid" } as const;
  throw new ShopError("validation_failed", { fields });
}

const maxFields = 20;

/** The value is never repeated. */
export function fieldsOf(issues: Issues): Record<string, FieldErrorCode> {
  const fields = new Map<string, FieldErrorCode>();
  const add = (path: readonly PropertyKey[], said: string) => {
    const name = path.map(String).join(".");
    // The first issue of a field counts, and names that no form of ours uses are not echoed.
    if (/^[\w.-]{1,80}$/.test(name) && !fields.has(name) && fields.size < maxFields)
      fields.set(name, fieldErrorCodes.find((code) => code === said) ?? "invalid");
  };
  for (const { path, message, ...issue } of issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add([...path, key], "unknown_field");
    else add(path, message);
  }
  return Object.fromEntries(fields);
}

/** Where a schema names no code itself. */
export function codeOf(issue: z.core.$ZodRawIssue): FieldErrorCode {
  if (issue.input === undefined) return "required";
  switch (issue.code) {
    case "too_big":
      return isCounted(issue.origin) ? "out_of_range" : "too_long";
    case "too_small":
      if (isCounted(issue.origin)) return "out_of_range";
      return issue.minimum === 1 ? "required" : "too_short";
    case "invalid_value":
      return "invalid_choice";
    default:
      return "invalid";
  }
}

function isCounted(origin: string): boolean {
  return origin === "number" || origin === "int" || origin === "bigint";
}
