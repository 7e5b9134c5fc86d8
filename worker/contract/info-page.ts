import * as z from "zod/mini";
import { cleanText, faultsOfText } from "./info-text.ts";
import { fallbackLocale, forEachLocale } from "./locales.ts";
import { infoContexts } from "./screens.ts";

const translation = z.object({
  main_title: z.string(),
  sections: z.array(z.object({ title: z.string(), content: z.string() })),
});
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
  const clean = (_name: string, value: unknown) =>
    typeof value === "string" ? cleanText(value) : value;
  return infoPage.parse(JSON.parse(JSON.stringify(page), clean));
}

export function faultsOfInfoPage(page: InfoPage): string[] {
  return Object.entries(page.translations).flatMap(([locale, translation]) => {
    const { main_title = "", sections = [] } = translation ?? {};
    const texts = [main_title, ...sections.flatMap(({ title, content }) => [title, content])];
    return texts.flatMap(faultsOfText).map((fault) => `${page.id} in ${locale} holds ${fault}`);
  });
}
