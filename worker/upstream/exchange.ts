/** One request to the upstream and its answer: address, closed lists of headers, bounded bodies. */
import * as z from "zod/mini";
import { idPattern } from "#contract/fields";
import type { Locale } from "#contract/locales";
import { decodeUtf8, readBytes } from "../platform/bytes.ts";
import { ShopError } from "../errors/shop-error.ts";
import { failureOf, refusalOf } from "./catalogue.ts";
import { cookieHeader, updatedJar } from "./cookie-jar.ts";
import type { EndpointSpec, Reading, UpstreamAnswer, UpstreamRequest } from "./endpoint.ts";

const maxAnswerBytes = 1024 * 1024;

export interface Asking {
  locale: Locale;
  /** The visitor's IP address; null for the shop itself. */
  address: string | null;
}

export interface Call<Result> {
  endpoint: EndpointSpec<Result>;
  request: UpstreamRequest;
  path: `/${string}`;
  address: URL;
  reading: Reading;
}

export type Send = (request: Request) => Promise<Response>;

/** Always below `base`, which ends in `/api/v1`, without a slash. */
export function addressOf(
  base: string,
  template: string,
  { params, query }: Pick<UpstreamRequest, "params" | "query">,
): URL {
  const path = template.replace(/\{(\w+)\}/g, (_braces, name: string) => {
    const value = params?.[name];
    if (value === undefined || !idPattern.test(value))
      throw new ShopError("validation_failed", { fields: { [name]: "invalid" } });
    return encodeURIComponent(value);
  });
  const url = new URL(base + path);
  const home = new URL(base);
  // A second check, in case the template or the pattern above is changed carelessly.
  if (url.origin !== home.origin || url.pathname !== home.pathname + path)
    throw new Error("An upstream address left its prefix");
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}

/** @throws ShopError for everything but an answer that can be read. */
export async function attempt<Result>(
  send: Send,
  call: Call<Result>,
  caller: Asking,
  deadline: AbortSignal,
): Promise<UpstreamAnswer<Result>> {
  const request = requestOf(call, caller, deadline);
  const { status, headers, bytes } = await received(send, request, deadline);
  if (status >= 500) throw failureOf(status);
  if (status < 200 || (status >= 300 && status < 400)) throw garbled(`status ${status}`);
  if (status >= 400) throw refusalOf(status, parseJson(bytes), headers.get("Retry-After"));
  const cookies = updatedJar(call.request.cookies ?? {}, headers.getSetCookie(), Date.now());
  return { body: bodyOf(call, bytes), status, cookies };
}

function requestOf(
  { endpoint, request, address }: Call<unknown>,
  caller: Asking,
  signal: AbortSignal,
): Request {
  const headers = new Headers({
    Accept: "application/json",
    "Accept-Language": request.locale ?? caller.locale,
  });
  const set = (name: string, value: string | null | undefined) => {
    if (typeof value === "string") headers.set(name, value);
  };
  set("X-Forwarded-For", caller.address);
  if (typeof request.bearer === "string") set("Authorization", `Bearer ${request.bearer}`);
  set("Cookie", cookieHeader(request.cookies ?? {}));
  set("Idempotency-Key", request.idempotencyKey);
  set("X-Sign-In-Source", request.signInSource);
  const init: RequestInit = { method: endpoint.method, headers, redirect: "manual", signal };
  if (request.body !== undefined) {
    const isForm = endpoint.encoding === "form";
    set("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json");
    init.body = isForm
      ? new URLSearchParams(Object.entries(request.body)).toString()
      : JSON.stringify(request.body);
  }
  return new Request(address, init);
}

/** @throws ShopError when the connection fails before the answer is complete. */
async function received(send: Send, request: Request, deadline: AbortSignal) {
  try {
    const { status, headers, body } = await send(request);
    return { status, headers, bytes: await readBytes({ body }, maxAnswerBytes) };
  } catch (cause) {
    const code = deadline.aborted ? "upstream_timeout" : "upstream_unavailable";
    throw new ShopError(code, {}, { cause });
  }
}

function bodyOf<Result>(
  { endpoint, request, reading }: Call<Result>,
  bytes: Uint8Array | null,
): Result {
  const json = parseJson(bytes);
  if (endpoint.expects === "answer" && json === undefined)
    throw garbled(bytes === null ? "answer too large" : "answer is not JSON");
  try {
    return endpoint.read(json, request.params ?? {}, reading);
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    const places = error.issues.map((issue) => issue.path.join("."));
    throw garbled(`answer differs at ${places.join(", ")}`);
  }
}

/** Undefined for what is too large or no JSON: a refusal may come without, an answer may not. */
function parseJson(bytes: Uint8Array | null): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(decodeUtf8(bytes));
  } catch {
    return undefined;
  }
}

function garbled(reason: string): ShopError {
  return new ShopError("upstream_garbled", {}, { cause: new Error(reason) });
}
