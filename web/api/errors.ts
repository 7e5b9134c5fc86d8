import {
  fieldErrorCodes,
  type ClientErrorCode,
  type ErrorCode,
  type FieldErrorCode,
} from "#contract/errors";
import { formatWait } from "../i18n/dates.ts";
import type { I18n, Translate } from "../i18n/translate.ts";

interface ApiErrorFacts {
  status: number;
  requestId?: string | undefined;
  detail?: unknown;
  fields?: Record<string, FieldErrorCode> | undefined;
  /** When the server takes the call again. */
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** The one error that a call to `/api/v1` throws. */
export class ApiError extends Error {
  declare readonly status: number;
  declare readonly requestId: ApiErrorFacts["requestId"];
  declare readonly detail: unknown;
  declare readonly fields: ApiErrorFacts["fields"];
  declare readonly retryAfterSeconds: ApiErrorFacts["retryAfterSeconds"];

  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    { cause, ...facts }: ApiErrorFacts,
  ) {
    super(code, { cause });
    Object.assign(this, facts, { name: "ApiError" });
  }
}

/** A `detail` is a sentence, or an object that carries one as `message`. */
export function wordsOf(detail: unknown): string | null {
  const said =
    typeof detail === "object" && detail !== null
      ? (detail as { message?: unknown }).message
      : detail;
  return typeof said === "string" && said.trim() !== "" ? said : null;
}

/** For these codes the server's own sentence says more. */
const vagueCodes: readonly string[] = [
  "upstream_refused",
  "operation_failed",
  "generic_error",
  "unknown_error",
];

export function errorText({ locale, t }: Pick<I18n, "locale" | "t">, error: unknown): string {
  if (!(error instanceof ApiError)) return t("common.errors.unknown_error");
  if (vagueCodes.includes(error.code)) {
    const said = wordsOf(error.detail);
    if (said !== null) return said;
  }
  if (error.code === "too_many_requests" && error.retryAfterSeconds !== undefined)
    return t("common.too_many_wait", { time: formatWait(locale, error.retryAfterSeconds) });
  return t(`common.errors.${error.code}`);
}

export function fieldErrorText(t: Translate, code: FieldErrorCode): string {
  return t(`common.errors.field.${fieldErrorCodes.includes(code) ? code : "invalid"}`);
}
