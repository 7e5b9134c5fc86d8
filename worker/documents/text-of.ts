import type { Messages } from "../content/shipped.ts";

/** The text of a dotted key; an empty one counts as none, as it does in the page. */
export function textOf(messages: Messages, key: string): string | null {
  let at: string | Messages | undefined = messages;
  for (const part of key.split("."))
    at = typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === "string" && at !== "" ? at : null;
}
