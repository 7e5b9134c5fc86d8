import type { ClientErrorCode, ErrorCode, FieldErrorCode } from "#contract/errors";

export interface ApiErrorFacts {
  status: number;
  requestId?: string;
  detail?: unknown;
  fields?: Record<string, FieldErrorCode>;
  /** When the server takes the call again. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that a call to `/api/v1` throws, apart from the caller's own abort. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId?: string;
  readonly detail?: unknown;
  readonly fields?: Record<string, FieldErrorCode>;
  readonly retryAfterSeconds?: number;

  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    { status, requestId, detail, fields, retryAfterSeconds, cause }: ApiErrorFacts,
  ) {
    super(code, { cause });
    this.name = "ApiError";
    this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (detail !== undefined) this.detail = detail;
    if (fields !== undefined) this.fields = fields;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
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
