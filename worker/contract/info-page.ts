import * as z from "zod/mini";
import { cleanText, faultsOfText } from "./info-text.ts";
import { infoContexts } from "./screens.ts";

const translation = z.object({
  main_title: z.string(),
  sections: z.array(z.object({ title: z.string(), content: z.string() })),
});
/** Content is plain text; `info-text.ts` says what little markup it may have. */
export const infoPage = z.object({
  id: z.enum(infoContexts),
  isPublished: z.boolean(),
  translations: z.object({ zh: translation, en: z.optional(translation), ja: z.optional(translation) }),
});
export type InfoPage = z.infer<typeof infoPage>;

type Translation = z.infer<typeof translation>;

export function cleanInfoPage(page: InfoPage): InfoPage {
  const clean = ({ main_title, sections }: Translation): Translation => ({
    main_title: cleanText(main_title),
    sections: sections.map(({ title, content }) => ({ title: cleanText(title), content: cleanText(content) })),
  });
  const { zh, en, ja } = page.translations;
  return { ...page, translations: { zh: clean(zh), ...(en ? { en: clean(en) } : {}), ...(ja ? { ja: clean(ja) } : {}) } };
}

/** One sentence for each place that should not be published as it is. */
export function faultsOfInfoPage(page: InfoPage): string[] {
  return Object.entries(page.translations).flatMap(([locale, translation]) => {
    const texts = translation
      ? [translation.main_title, ...translation.sections.flatMap(({ title, content }) => [title, content])]
      : [];
    return texts.flatMap((text) => faultsOfText(text).map((fault) => `${page.id} in ${locale} holds ${fault}`));
  });
}
