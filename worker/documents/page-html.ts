/** Puts the published texts into the slots of a prerendered page. */
import rosetta from "rosetta";
import type { Locale } from "#contract/locales";
import type { Messages } from "../content/shipped.ts";
import { escapeHtml } from "./html.ts";
import type { HtmlPart, ScentSlot, TextPart } from "./prerendered-screen.ts";

export interface InfoHtml {
  title: string;
  /** HTML. */
  body: string;
}

/** HTML for each. */
export type ScentHtml = Readonly<Record<ScentSlot, string>>;

/** What the page shows beyond its texts. */
interface Shown {
  info: InfoHtml | null;
  scent: ScentHtml | null;
}

export function pageHtml(
  parts: readonly HtmlPart[],
  locale: Locale,
  texts: Messages,
  { info, scent }: Shown,
): string {
  // Rosetta too, as in the page, so that placeholders are read alike.
  const translations = rosetta<Messages>({ [locale]: texts });
  const textOf = (part: TextPart): string => {
    if (typeof part === "string") return part;
    const values = Object.entries(part.values).map(([name, value]) => [
      name,
      value.map(textOf).join(""),
    ]);
    const text: unknown = translations.t(part.text, Object.fromEntries(values), locale);
    return typeof text === "string" && text !== "" ? text : part.text;
  };
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("text" in part) return escapeHtml(textOf(part));
      if ("scent" in part) return scent?.[part.scent] ?? "";
      return part.info === "title" ? escapeHtml(info?.title ?? "") : (info?.body ?? "");
    })
    .join("");
}
