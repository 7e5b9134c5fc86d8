import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ApiError } from "../api/client.ts";
import { fieldErrorText } from "../api/errors.ts";
import type { Translate } from "../i18n/translate.ts";

/** Shows the server's refusals at their fields and focuses the first. @returns whether there were any. */
export function showFieldRefusals<Form extends FieldValues>(
  t: Translate,
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): boolean {
  const refusals = error instanceof ApiError ? (error.fields ?? {}) : {};
  const refused = fields.filter((name) => refusals[name] !== undefined);
  for (const name of refused)
    setError(
      name,
      { message: fieldErrorText(t, refusals[name] ?? "invalid") },
      { shouldFocus: name === refused[0] },
    );
  return refused.length > 0;
}
