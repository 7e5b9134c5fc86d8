import * as z from "zod/mini";
import { infoContexts } from "./screens.ts";

const translation = z.object({
  main_title: z.string(),
  sections: z.array(z.object({ title: z.string(), content: z.string() })),
});
/** Content is plain text: a blank line parts paragraphs, a line that starts with `- ` is a list entry. */
export const infoPage = z.object({
  id: z.enum(infoContexts),
  isPublished: z.boolean(),
  translations: z.object({ zh: translation, en: z.optional(translation), ja: z.optional(translation) }),
});
export type InfoPage = z.infer<typeof infoPage>;
