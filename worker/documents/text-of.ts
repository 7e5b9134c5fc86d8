import type { Messages } from "../content/shipped.ts";

/** By dotted key; an empty text counts as missing, as in the page. */
export function textOf(messages: Messages, key: string): string | null {
  let at: string | Messages | undefined = messages;
  for (const part of key.split("."))
    at = typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === "string" && at !== "" ? at : null;
}
