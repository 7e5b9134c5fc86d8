import { errorStatuses, type ErrorCode, type FieldErrorCode } from "#contract/errors";

interface ErrorFacts {
  detail?: unknown;
  fields?: Record<string, FieldErrorCode>;
  /** The upstream's own status, where it differs from that of the code. */
  status?: number;
  headers?: Record<string, string>;
  /** For the log alone. */
  reason?: string;
}

export class ShopError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
    this.facts = facts;
    this.name = "ShopError";
  }

  get status(): number {
    return this.facts.status ?? errorStatuses[this.code];
  }
}

export function isUnknownUpstream(error: unknown): error is ShopError {
  return error instanceof ShopError && error.facts.status === 404;
}
