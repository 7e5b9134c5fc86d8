import { fieldErrorCodes, type FieldErrorCode } from "#contract/errors";
import type { Translate } from "../i18n/translate.ts";
import { ApiError } from "./api-error.ts";

/** For these codes the upstream's own text says more. */
const vagueCodes: readonly string[] = ["upstream_refused", "operation_failed", "unknown_error"];

export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t("common.errors.unknown_error");
  if (vagueCodes.includes(error.code)) {
    const said = wordsOf(error.detail);
    if (said !== null) return said;
  }
  return t(`common.errors.${error.code}`);
}

/** A `detail` is a sentence, or an object that carries one as `message`. */
function wordsOf(detail: unknown): string | null {
  const said =
    typeof detail === "object" && detail !== null
      ? (detail as { message?: unknown }).message
      : detail;
  return typeof said === "string" && said.trim() !== "" ? said : null;
}

export function fieldErrorText(t: Translate, code: FieldErrorCode): string {
  return t(`common.errors.field.${fieldErrorCodes.includes(code) ? code : "invalid"}`);
}
