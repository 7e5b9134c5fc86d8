/**
 * Draws the home page ahead, at build time, with a mark where each text goes: the Worker puts in the published texts, so that
 * the first HTML reads like the page that takes it over. It draws what a visitor sees; nobody's data ever comes near it.
 */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import { textSlot } from "#contract/drawn-page";
import { locales, type Locale, type Namespace } from "#contract/locales";
import common from "../worker/content/locales/zh/common.json";
import shop from "../worker/content/locales/zh/shop.json";
import { App } from "./App.tsx";
import { addMessages } from "./i18n/messages.ts";
import { paths } from "./paths.ts";

interface Texts {
  [key: string]: string | Texts;
}

/** The same tree with slots for texts; the placeholders of a text become the values that the page passes to it. */
function slotsOf(texts: Texts, prefix: string): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string" ? textSlot(prefix + key, text) : slotsOf(text, `${prefix}${key}.`),
    ]),
  );
}

/** HTML by the name of its file. */
export async function drawPages(): Promise<Record<string, string>> {
  const sources: [Namespace, Texts][] = [
    ["common", common],
    ["shop", shop],
  ];
  const pages: Record<string, string> = {};
  for (const locale of locales) {
    for (const [namespace, texts] of sources) addMessages(locale, namespace, slotsOf(texts, `${namespace}.`));
    pages[`home.${locale}.html`] = await drawHome(locale);
  }
  return pages;
}

async function drawHome(locale: Locale): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={paths.home({ locale })}>
        <App />
      </Router>
    </StrictMode>,
    {
      // One piece: React would move large parts to the end and bring them back by inline script, which the policy refuses.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
