/** Hono's zod validator ignores a wrong type, broken UTF-8 and duplicate keys: checked here. */
import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { routePath, matchedRoutes } from "hono/route";
import * as z from "zod/mini";
import type { App } from "../context.ts";
import { ShopError } from "../errors/shop-error.ts";
import { decodeUtf8 } from "../platform/bytes.ts";
import { fieldErrorCodes, type FieldErrorCode } from "#contract/errors";

type Schema = z.ZodMiniType;

/** For bodies of a few short fields. */
export const small = { maxBytes: 8 * 1024 };

const kib = 1024;

export function jsonBody<S extends Schema>(schema: S, { maxBytes = 32 * kib } = {}) {
  const validate = zValidator("json", schema, refuseIssues);
  return around(validate, async (c, next) => {
    requireType(c, "application/json");
    await within(maxBytes)(c, async () => {
      await readUtf8(c);
      await next();
    });
  });
}

/** Accepts an empty body of any type, or what the schema allows. */
export function optionalJsonBody(
  schema: Schema,
  { maxBytes = 32 * kib } = {},
): MiddlewareHandler<App> {
  const validate = zValidator("json", schema, refuseIssues) as unknown as MiddlewareHandler<App>;
  return (c, next) =>
    within(maxBytes)(c, async () => {
      const bytes = await bytesOf(c);
      if (bytes.byteLength === 0) return next();
      requireType(c, "application/json");
      await readUtf8(c);
      await validate(c, next);
    });
}

export function formBody<S extends Schema>(schema: S, { maxBytes = 8 * kib } = {}) {
  const validate = zValidator("form", schema, refuseIssues);
  return around(validate, (c, next) =>
    formText(maxBytes)(c, async () => {
      refuseDoubledKeys(await c.req.text());
      await next();
    }),
  );
}

export function paramsOf<S extends Schema>(schema: S) {
  return zValidator("param", schema, refuseIssues);
}

export function queryOf<S extends Schema>(schema: S) {
  const validate = zValidator("query", schema, refuseIssues);
  const handler = around(validate, async (c, next) => {
    refuseDoubledQuery(c);
    await next();
  });
  queryReaders.add(handler);
  return handler;
}

const queryReaders = new WeakSet<object>();
const readsQuery = (handler: object) => queryReaders.has(handler);

/** @throws ShopError `malformed_request`. */
function refuseDoubledQuery(c: Context<App>): void {
  refuseDoubledKeys(searchOf(c.req.url));
}

function searchOf(url: string): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at + 1);
}

export function formText(maxBytes: number): MiddlewareHandler<App> {
  return async (c, next) => {
    requireType(c, "application/x-www-form-urlencoded");
    await within(maxBytes)(c, async () => {
      await readUtf8(c);
      await next();
    });
  };
}

/** 64 KiB at 50 kbit/s. */
const bodyDeadlineMs = 10_000;

/** @throws ShopError `payload_too_large`, also without a length, or `request_timeout`. */
export function within(maxBytes: number): MiddlewareHandler<App> {
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new ShopError("payload_too_large");
    },
  });
  return async (c, next) => {
    // A chunked body is read by the limit itself.
    const reading = inTime(limit(c, async () => void (await c.req.arrayBuffer())));
    await reading.catch((error: unknown) => {
      throw error instanceof ShopError ? error : brokenOff(c, error);
    });
    await next();
  };
}

function inTime(reading: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new ShopError("request_timeout"));
    const timer = setTimeout(late, bodyDeadlineMs);
    reading.then(() => resolve(), reject).finally(() => clearTimeout(timer));
  });
}

/** Only behind `within`, which has read the body and leaves the bytes to later readers. */
async function bytesOf(c: Context<App>): Promise<Uint8Array> {
  return new Uint8Array(await c.req.arrayBuffer());
}

/** Nobody reads the answer, and it is no failure of ours. */
function brokenOff(c: Context<App>, cause: unknown): ShopError {
  c.get("deps").log.info("a client broke off", { route: routePath(c) });
  return new ShopError("malformed_request", {}, { cause });
}

/** Runs `check` before the validator and keeps the validator's type. */
function around<Validator extends MiddlewareHandler>(
  validate: Validator,
  check: (c: Context<App>, next: () => Promise<void>) => Promise<unknown>,
): Validator {
  const handler: MiddlewareHandler<App> = async (c, next) => {
    await check(c, async () => {
      await validate(c, next);
    });
  };
  // Same behaviour apart from the check, which throws instead of answering.
  return handler as unknown as Validator;
}

function refuseIssues(result: {
  success: boolean;
  data: unknown;
  error?: { issues: readonly z.core.$ZodIssue[] };
}): void {
  if (!result.success) throw invalid(result.error?.issues ?? [], result.data);
}

function invalid(issues: readonly z.core.$ZodIssue[], value: unknown): ShopError {
  return new ShopError("validation_failed", { fields: fieldsOf(issues, value) });
}

function requireType(c: Context<App>, expected: string): void {
  const [type = "", ...parameters] = (c.req.header("Content-Type") ?? "").toLowerCase().split(";");
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  const encoding = (c.req.header("Content-Encoding") ?? "identity").toLowerCase();
  if (type.trim() !== expected || !isUtf8 || encoding !== "identity")
    throw new ShopError("unsupported_media_type");
}

async function readUtf8(c: Context<App>): Promise<void> {
  const bytes = await bytesOf(c);
  try {
    decodeUtf8(bytes);
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}

/** Reads JSON of any content type. @throws ShopError `malformed_request`. */
export async function jsonOf(c: Context<App>): Promise<unknown> {
  const bytes = await bytesOf(c);
  try {
    return JSON.parse(decodeUtf8(bytes));
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}

/** Parsers differ on which duplicate counts. @throws ShopError `malformed_request`. */
function refuseDoubledKeys(text: string): void {
  const seen = new Set<string>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const [key = ""] = part.split("=").map(decode);
    if (seen.has(key)) throw new ShopError("malformed_request");
    seen.add(key);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new ShopError("malformed_request", {}, { cause });
  }
}

/** @throws ShopError `validation_failed` without a valid key. */
export function idempotencyKeyOf(c: Context<App>): string {
  const key = c.req.header("Idempotency-Key");
  if (key === undefined)
    throw new ShopError("validation_failed", { fields: { "Idempotency-Key": "required" } });
  if (!/^[A-Za-z0-9_-]{8,64}$/.test(key))
    throw new ShopError("validation_failed", { fields: { "Idempotency-Key": "invalid" } });
  return key;
}

type Issue = z.core.$ZodIssue;
const maxFields = 20;

/** Maps a schema's issues to `{ field: code }`. The value is never repeated. */
export function fieldsOf(issues: readonly Issue[], value: unknown): Record<string, FieldErrorCode> {
  const fields = new Map<string, FieldErrorCode>();
  const add = (path: readonly PropertyKey[], code: FieldErrorCode) => {
    const name = path.map(String).join(".");
    // The first issue of a field counts, and names that no form of ours uses are not echoed.
    if (/^[\w.-]{1,80}$/.test(name) && !fields.has(name) && fields.size < maxFields)
      fields.set(name, code);
  };
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add([...issue.path, key], "unknown_field");
    else add(issue.path, codeOf(issue, value));
  }
  return Object.fromEntries(fields);
}

function codeOf(issue: Issue, value: unknown): FieldErrorCode {
  const named = fieldErrorCodes.find((code) => code === issue.message);
  if (named !== undefined) return named;
  if (isMissing(value, issue.path)) return "required";
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

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return false;
    at = Reflect.get(at, key);
  }
  return at === undefined;
}

// It reads the address alone, whatever the types of the app.
const nothing = queryOf(z.strictObject({})) as unknown as MiddlewareHandler<App>;

/** A route takes no query unless it declares one with `queryOf`, and none takes a key twice. */
export const refuseUndeclaredQuery: MiddlewareHandler<App> = (c, next) => {
  if (!c.req.url.includes("?")) return next();
  const handlers = matchedRoutes(c).filter(({ method }) => method !== "ALL");
  // What has no route is told so further on.
  if (handlers.length === 0) return next();
  refuseDoubledQuery(c);
  return handlers.some(({ handler }) => readsQuery(handler)) ? next() : nothing(c, next);
};
