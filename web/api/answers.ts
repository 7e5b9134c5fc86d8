import {
  errorCodes,
  type ClientErrorCode,
  type ErrorCode,
  type FieldErrorCode,
} from "#contract/errors";
import { jsonIn } from "../stores/storage.ts";
import { ApiError, wordsOf } from "./errors.ts";

/** A structural type, so that this file does not pull zod into the first route. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

/** For answers without our own code: a proxy's page, a crash before the Worker's error handler. */
const codeOfStatus: Record<number, ErrorCode | ClientErrorCode> = {
  401: "unauthenticated",
  404: "not_found",
  408: "timeout",
  429: "too_many_requests",
  500: "internal",
  502: "upstream_unavailable",
  503: "upstream_maintenance",
  504: "upstream_timeout",
  // Cloudflare's own, when the Worker does not answer in time.
  522: "timeout",
  524: "timeout",
};

/** A sentence without a code is shown as it is, so its code must not name another text. */
function uncoded(status: number, detail: unknown): ErrorCode | ClientErrorCode {
  const vague = status < 500 ? "operation_failed" : "generic_error";
  return wordsOf(detail) === null ? (codeOfStatus[status] ?? vague) : vague;
}

function isKnownCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && errorCodes.includes(code);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export async function refusalOf(response: Response): Promise<ApiError> {
  const json = jsonIn(await response.text());
  const answer = isRecord(json) ? json : {};
  const code = isKnownCode(answer.code) ? answer.code : uncoded(response.status, answer.detail);
  return new ApiError(code, {
    status: response.status,
    requestId: typeof answer.requestId === "string" ? answer.requestId : undefined,
    detail: answer.detail,
    retryAfterSeconds: waitOf(answer.detail, response.headers),
    // The Worker writes only codes of the closed list here; an unknown one shows as "invalid".
    fields: isRecord(answer.fields) ? (answer.fields as Record<string, FieldErrorCode>) : undefined,
  });
}

function waitOf(detail: unknown, headers: Headers): number | undefined {
  const told = isRecord(detail) ? detail.retry_after_seconds : undefined;
  const seconds =
    typeof told === "number" ? told : Number(headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export async function dataOf<T>(response: Response, schema: Schema<T>): Promise<T> {
  const parsed = schema.safeParse(jsonIn(await response.text()));
  if (parsed.success) return parsed.data;
  throw new ApiError("generic_error", { status: response.status, cause: parsed.error });
}
