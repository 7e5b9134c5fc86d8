/** `prerendered/<screen>.json`, written by `web/prerender`: HTML with slots for texts of KV. */
import * as z from "zod/mini";
import { locales } from "#contract/locales";

export type TextPart = string | { text: string; values: Record<string, TextPart[]> };

/** The first two of an information page or of what the list of fragrances says, the others of one. */
const slots = ["title", "body", "id", "number", "name", "story", "top", "middle", "back"] as const;
export type OwnSlot = (typeof slots)[number];

export type HtmlPart = TextPart | { own: OwnSlot };

const textPart: z.ZodMiniType<TextPart> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({ text: z.string(), values: z.record(z.string(), z.array(textPart)) }),
  ]),
);
const htmlPart: z.ZodMiniType<HtmlPart> = z.union([z.object({ own: z.enum(slots) }), textPart]);

const inline = z.object({ text: z.string(), hash: z.string() });

export const prerenderedScreen = z.object({
  /** In the order in which they start: imports first, the page's entry before the screen. */
  scripts: z.array(z.string()),
  /** The shared ones first: the screen's own override them. */
  styles: z.array(z.string()),
  inlineStyle: inline,
  inlineScript: inline,
  pages: z.record(z.enum(locales), z.array(htmlPart)),
});
export type PrerenderedScreen = z.infer<typeof prerenderedScreen>;

export const prerenderedPath = (screen: string) => `/prerendered/${screen}.json`;
