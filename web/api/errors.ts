import * as contract from "#contract/errors";
import { t, type MessageKey } from "../i18n/translate.ts";
import { formatWait } from "../i18n/dates.ts";
import { jsonIn } from "../stores/storage.ts";

interface ApiErrorFacts {
  status: number;
  requestId?: string | undefined;
  detail?: unknown;
  fields?: Record<string, contract.FieldErrorCode> | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

export class ApiError extends Error {
  declare readonly status: number;
  declare readonly requestId: ApiErrorFacts["requestId"];
  declare readonly detail: unknown;
  declare readonly fields: ApiErrorFacts["fields"];
  declare readonly retryAfterSeconds: ApiErrorFacts["retryAfterSeconds"];

  constructor(
    readonly code: contract.ErrorCode | contract.ClientErrorCode,
    { cause, ...facts }: ApiErrorFacts,
  ) {
    super(code, { cause });
    Object.assign(this, facts, { name: "ApiError" });
  }
}

export const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

/** Whether the shop said no; anything else can be tried again. */
export const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A `detail` is a sentence, or an object that carries one as `message`. */
function wordsOf(detail: unknown): string | null {
  const said = isRecord(detail) ? detail.message : detail;
  return typeof said === "string" && said.trim() !== "" ? said : null;
}

export const hasWords = (error: unknown) =>
  error instanceof ApiError && wordsOf(error.detail) !== null;

/** For these codes the upstream's own sentence says more, where there is one. */
const vagueCodes: readonly string[] = [
  "active_sample_order",
  "order_not_found",
  "survey_response_not_found",
  "upstream_refused",
  "operation_failed",
  "generic_error",
  "unknown_error",
];

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t("common.errors.unknown_error");
  if (vagueCodes.includes(error.code)) {
    const said = wordsOf(error.detail);
    if (said !== null) return said;
  }
  if (error.code === "too_many_requests" && error.retryAfterSeconds !== undefined)
    return t("common.too_many_wait", { time: formatWait(error.retryAfterSeconds) });
  return t(`common.errors.${error.code}`);
}

export function fieldErrorKey(code: contract.FieldErrorCode): MessageKey {
  return `common.errors.field.${contract.fieldErrorCodes.includes(code) ? code : "invalid"}`;
}

/** A structural type, so that this file does not pull zod into the first route. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: unknown };
}

/** For answers without our own code: a proxy's page, a crash before the Worker's error handler. */
const codeOfStatus: Record<number, contract.ErrorCode | contract.ClientErrorCode> = {
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
function uncoded(status: number, detail: unknown): contract.ErrorCode | contract.ClientErrorCode {
  const vague = status < 500 ? "operation_failed" : "generic_error";
  return wordsOf(detail) === null ? (codeOfStatus[status] ?? vague) : vague;
}

function isKnownCode(code: unknown): code is contract.ErrorCode {
  return typeof code === "string" && contract.errorCodes.includes(code);
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
    fields: isRecord(answer.fields)
      ? (answer.fields as Record<string, contract.FieldErrorCode>)
      : undefined,
  });
}

function waitOf(detail: unknown, headers: Headers): number | undefined {
  const said = isRecord(detail) ? detail.retry_after_seconds : undefined;
  const seconds = typeof said === "number" ? said : Number(headers.get("Retry-After") ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export async function dataOf<T>(response: Response, schema: Schema<T>): Promise<T> {
  const parsed = schema.safeParse(jsonIn(await response.text()));
  if (parsed.success) return parsed.data;
  throw new ApiError("generic_error", { status: response.status, cause: parsed.error });
}
