/** Maps a schema's issues to `{ field: code }`. The value is never repeated. */
import type * as z from "zod/mini";
import { fieldErrorCodes, type FieldErrorCode } from "#contract/errors";

type Issue = z.core.$ZodIssue;
const maxFields = 20;

export function fieldsOf(issues: readonly Issue[], value: unknown): Record<string, FieldErrorCode> {
  const fields = new Map<string, FieldErrorCode>();
  const add = (path: readonly PropertyKey[], code: FieldErrorCode) => {
    const name = path.map(String).join(".");
    // The first issue of a field counts, and names that no form of ours uses are not echoed.
    if (/^[\w.-]{1,80}$/.test(name) && !fields.has(name) && fields.size < maxFields)
      fields.set(name, code);
  };
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys")
      for (const key of issue.keys) add([...issue.path, key], "unknown_field");
    else add(issue.path, codeOf(issue, value));
  }
  return Object.fromEntries(fields);
}

function codeOf(issue: Issue, value: unknown): FieldErrorCode {
  const named = fieldErrorCodes.find((code) => code === issue.message);
  if (named !== undefined) return named;
  if (isMissing(value, issue.path)) return "required";
  switch (issue.code) {
    case "too_big":
      return isCounted(issue.origin) ? "out_of_range" : "too_long";
    case "too_small":
      if (isCounted(issue.origin)) return "out_of_range";
      return issue.minimum === 1 ? "required" : "too_short";
    case "invalid_value":
      return "invalid_choice";
    default:
      return "invalid";
  }
}

function isCounted(origin: string): boolean {
  return origin === "number" || origin === "int" || origin === "bigint";
}

function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null) return false;
    at = Reflect.get(at, key);
  }
  return at === undefined;
}
