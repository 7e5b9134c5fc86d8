/** One request to the upstream and its answer: closed lists of headers, bounded bodies, refusals and failures as our codes. */
import * as z from "zod/mini";
import type { Locale } from "#contract/locales";
import { decodeUtf8, readBytes } from "../platform/bytes.ts";
import { ShopError } from "../errors/shop-error.ts";
import { failureOf, refusalOf } from "./catalogue.ts";
import { cookieHeader, updatedJar } from "./cookie-jar.ts";
import type { EndpointSpec, Reading, UpstreamAnswer, UpstreamRequest } from "./port.ts";

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

/** @throws ShopError for everything but an answer that can be read. */
export async function attempt<Result>(
  send: Send,
  call: Call<Result>,
  caller: Asking,
  deadline: AbortSignal,
): Promise<UpstreamAnswer<Result>> {
  const request = requestOf(call, caller, deadline);
  const { response, bytes } = await received(send, request, deadline);
  const { status } = response;
  if (status >= 500) throw failureOf(status);
  if (status < 200 || (status >= 300 && status < 400)) throw garbled(`status ${status}`);
  if (status >= 400)
    throw refusalOf(
      status,
      bytes === null ? null : parseJson(bytes).value,
      response.headers.get("Retry-After"),
    );
  const cookies = updatedJar(
    call.request.cookies ?? {},
    response.headers.getSetCookie(),
    Date.now(),
  );
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
  if (caller.address !== null) headers.set("X-Forwarded-For", caller.address);
  if (typeof request.bearer === "string") headers.set("Authorization", `Bearer ${request.bearer}`);
  const cookies = cookieHeader(request.cookies ?? {});
  if (cookies !== null) headers.set("Cookie", cookies);
  if (request.idempotencyKey !== undefined) headers.set("Idempotency-Key", request.idempotencyKey);
  if (request.signInSource !== undefined) headers.set("X-Sign-In-Source", request.signInSource);
  const init: RequestInit = { method: endpoint.method, headers, redirect: "manual", signal };
  if (request.body !== undefined) {
    const isForm = endpoint.encoding === "form";
    headers.set("Content-Type", isForm ? "application/x-www-form-urlencoded" : "application/json");
    init.body = isForm
      ? new URLSearchParams(Object.entries(request.body)).toString()
      : JSON.stringify(request.body);
  }
  return new Request(address, init);
}

function bodyOf<Result>(
  { endpoint, request, reading }: Call<Result>,
  bytes: Uint8Array | null,
): Result {
  const params = request.params ?? {};
  if (endpoint.expects !== "answer")
    return endpoint.read(bytes === null ? undefined : parseJson(bytes).value, params, reading);
  if (bytes === null) throw garbled("answer too large");
  const json = parseJson(bytes);
  if (!json.isValid) throw garbled("answer is not JSON");
  try {
    return endpoint.read(json.value, params, reading);
  } catch (error) {
    if (!(error instanceof z.core.$ZodError)) throw error;
    throw garbled(
      `answer differs at ${error.issues.map((issue) => issue.path.join(".")).join(", ")}`,
    );
  }
}

/** @throws ShopError `upstream_timeout` or `upstream_unavailable` when the connection fails before the answer is complete. */
async function received(send: Send, request: Request, deadline: AbortSignal) {
  try {
    const response = await send(request);
    const bytes = await readBytes(
      { headers: response.headers, body: response.body },
      maxAnswerBytes,
    );
    return { response, bytes };
  } catch (cause) {
    throw new ShopError(
      deadline.aborted ? "upstream_timeout" : "upstream_unavailable",
      {},
      { cause },
    );
  }
}

function parseJson(bytes: Uint8Array): { isValid: boolean; value: unknown } {
  try {
    return { isValid: true, value: JSON.parse(decodeUtf8(bytes)) };
  } catch {
    // The caller decides: a refusal may come without JSON, an answer may not.
    return { isValid: false, value: null };
  }
}

function garbled(reason: string): ShopError {
  return new ShopError("upstream_garbled", {}, { cause: new Error(reason) });
}
