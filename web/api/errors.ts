import { fieldErrorCodes, type FieldErrorCode } from "#contract/errors";
import { formatWait } from "../i18n/dates.ts";
import type { I18n, Translate } from "../i18n/translate.ts";
import { ApiError, wordsOf } from "./api-error.ts";

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
