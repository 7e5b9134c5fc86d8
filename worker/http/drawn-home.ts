/** The home page drawn at build time, with the published texts put into its slots. A version without one (local mode) has none. */
import { fillSlots } from "#contract/drawn-page";
import type { Locale } from "#contract/locales";
import type { Messages } from "../content/shipped.ts";
import type { Deps } from "../context.ts";
import { readLocale } from "../store/content.ts";
import { drawnFile } from "./drawn-files.ts";
import { escapeHtml } from "./html.ts";

export async function drawnHome(deps: Deps, locale: Locale): Promise<string | null> {
  const [template, common, shop] = await Promise.all([
    drawnFile(deps, `home.${locale}.html`),
    readLocale(deps, locale, "common"),
    readLocale(deps, locale, "shop"),
  ]);
  if (template === null) return null;
  const texts = { common: common.messages, shop: shop.messages };
  return fillSlots(template, (key) => escapeHtml(textOf(texts, key) ?? key));
}

/** The text of a dotted key; an empty one counts as none, as it does in the page. */
export function textOf(messages: Messages, key: string): string | null {
  let at: string | Messages | undefined = messages;
  for (const part of key.split(".")) at = typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === "string" && at !== "" ? at : null;
}
