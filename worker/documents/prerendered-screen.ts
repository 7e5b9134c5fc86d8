/**
 * What the build hands to the Worker of each screen: `prerendered/<screen>.json` beside the page's own files, written by
 * `web/prerender` and read by `built-files.ts`. It holds texts' keys, never texts: those come from the store with each request.
 */
import * as z from "zod/mini";
import { locales } from "#contract/locales";

/** A text of the shop, with the values of its placeholders; a value may hold a text itself. */
interface TextSlot {
  text: string;
  values: Record<string, TextPart[]>;
}
export type TextPart = string | TextSlot;

/** HTML as it is, or what the Worker puts in its place: a text, or title or body of an information page. */
export type HtmlPart = TextPart | { info: "title" | "body" };

const textPart: z.ZodMiniType<TextPart> = z.lazy(() =>
  z.union([
    z.string(),
    z.object({ text: z.string(), values: z.record(z.string(), z.array(textPart)) }),
  ]),
);
const htmlPart: z.ZodMiniType<HtmlPart> = z.union([
  z.object({ info: z.enum(["title", "body"]) }),
  textPart,
]);

/** What stands in the HTML itself, and the hash by which the policy knows it. */
const inline = z.object({ text: z.string(), hash: z.string() });

export const prerenderedScreen = z.object({
  /** The script that starts the page. */
  entry: z.string(),
  /** All others that the screen needs, in the order of their imports. */
  scripts: z.array(z.string()),
  /** Those of every page first, so that a screen's own outrank them. */
  styles: z.array(z.string()),
  inlineStyle: inline,
  /** Loads the scripts once the page is painted. */
  inlineScript: inline,
  /** Null for a screen of which nothing is the same for everybody. */
  pages: z.nullable(z.record(z.enum(locales), z.array(htmlPart))),
});
export type PrerenderedScreen = z.infer<typeof prerenderedScreen>;

export const prerenderedPath = (screen: string) => `/prerendered/${screen}.json`;
