/** `prerendered/<screen>.json`, written by `web/prerender`: HTML with slots for texts of KV. */
import type { Locale } from "#contract/locales";
import type { Tier } from "#contract/product";

export type TextPart = string | { text: string; values: Record<string, TextPart[]> };

/** The first two of an information page or of what the list of fragrances says, the others of one. */
export type OwnSlot = "title" | "body" | "id" | "number" | "name" | "story" | Tier;

export type HtmlPart = TextPart | { own: OwnSlot };

interface Inline {
  text: string;
  hash: string;
}

export interface PrerenderedScreen {
  /** In the order in which they start: imports first, the page's entry before the screen. */
  scripts: string[];
  /** The shared ones first: the screen's own override them. */
  styles: string[];
  inlineStyle: Inline;
  inlineScript: Inline;
  pages: Record<Locale, HtmlPart[]>;
}

export const prerenderedPath = (screen: string) => `/prerendered/${screen}.json`;
