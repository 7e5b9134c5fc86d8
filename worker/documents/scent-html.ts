/** A fragrance in the first HTML: what readers and search engines read before the page's script has run. */
import { everyNoteOf, type Note } from "#contract/product";
import type { Scent } from "#contract/scent";
import { localeTable, type Locale } from "#contract/locales";
import { escapeHtml } from "./html.ts";
import type { ScentHtml } from "./page-html.ts";

/** `unread`: the upstream does not answer, so that nobody knows. */
export type FoundScent = Scent | "unknown" | "unread";

export const isKnownScent = (scent: FoundScent | null): scent is Scent =>
  typeof scent === "object" && scent !== null;

export function scentHtmlOf({ product, notes }: Scent): ScentHtml {
  const { id, product_id: number, product_name: name, description } = product;
  return {
    // It stands in links.
    id: escapeHtml(encodeURIComponent(id)),
    number: name === number ? "" : escapeHtml(number),
    name: escapeHtml(name),
    story: escapeHtml(description ?? ""),
    top: listed(notes.top),
    middle: listed(notes.middle),
    back: listed(notes.back),
  };
}

/** The slot stands in the only entry of a list. */
function listed(notes: readonly Note[]): string {
  return notes.map(({ raw_material: { name } }) => escapeHtml(name)).join("</li><li>");
}

const longestDescription = 160;

/** Its story and its notes, as far as they fit a line of a search result. */
export function scentDescription({ product, notes }: Scent, locale: Locale): string | null {
  const names = everyNoteOf(notes).map((note) => note.raw_material.name);
  const said = [
    product.description ?? "",
    [...new Set(names)].join(localeTable[locale].separators.name),
  ];
  const words = [...said.filter((part) => part !== "").join(" ")];
  if (words.length === 0) return null;
  return words.length <= longestDescription
    ? words.join("")
    : `${words
        .slice(0, longestDescription - 1)
        .join("")
        .trimEnd()}…`;
}
