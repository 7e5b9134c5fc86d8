import * as z from "zod/mini";
import { cleanText, faultsOfText } from "./info-text.ts";
import { fallbackLocale, forEachLocale, locales } from "./locales.ts";
import { infoContexts } from "./screens.ts";

const translation = z.object({
  main_title: z.string(),
  sections: z.array(z.object({ title: z.string(), content: z.string() })),
});
/** Content is plain text with the little markup of `info-text.ts`. */
export const infoPage = z.object({
  id: z.enum(infoContexts),
  isPublished: z.boolean(),
  translations: z.object({
    ...forEachLocale(() => z.optional(translation)),
    [fallbackLocale]: translation,
  }),
});
export type InfoPage = z.infer<typeof infoPage>;

export function cleanInfoPage(page: InfoPage): InfoPage {
  const clean = ({ main_title, sections }: z.infer<typeof translation>) => ({
    main_title: cleanText(main_title),
    sections: sections.map(({ title, content }) => ({
      title: cleanText(title),
      content: cleanText(content),
    })),
  });
  const translations = { ...page.translations };
  for (const locale of locales) {
    const translated = translations[locale];
    if (translated !== undefined) translations[locale] = clean(translated);
  }
  return { ...page, translations };
}

export function faultsOfInfoPage(page: InfoPage): string[] {
  return Object.entries(page.translations).flatMap(([locale, translation]) => {
    const { main_title = "", sections = [] } = translation ?? {};
    const texts = [main_title, ...sections.flatMap(({ title, content }) => [title, content])];
    return texts.flatMap(faultsOfText).map((fault) => `${page.id} in ${locale} holds ${fault}`);
  });
}
