import type { ClientErrorCode, ErrorCode, FieldErrorCode } from "#contract/errors";

export interface ApiErrorFacts {
  status: number;
  requestId?: string;
  detail?: unknown;
  fields?: Record<string, FieldErrorCode>;
  cause?: unknown;
}

/** The one error that a call to `/api/v1` throws, apart from the caller's own abort. */
export class ApiError extends Error {
  readonly status: number;
  readonly requestId?: string;
  readonly detail?: unknown;
  readonly fields?: Record<string, FieldErrorCode>;

  constructor(
    readonly code: ErrorCode | ClientErrorCode,
    { status, requestId, detail, fields, cause }: ApiErrorFacts,
  ) {
    super(code, { cause });
    this.name = "ApiError";
    this.status = status;
    if (requestId !== undefined) this.requestId = requestId;
    if (detail !== undefined) this.detail = detail;
    if (fields !== undefined) this.fields = fields;
  }
}
