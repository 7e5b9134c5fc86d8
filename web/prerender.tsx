/**
 * Draws ahead, at build time, what everybody sees first of a screen, with a mark where each text goes: the Worker puts in the
 * published texts, so that the first HTML reads like the page that takes it over. Nobody's data ever comes near it.
 */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { SWRConfig, unstable_serialize } from "swr";
import { Router } from "wouter";
import { bodyKey, textSlot, titleKey } from "#contract/drawn-page";
import { locales, type Locale, type Namespace } from "#contract/locales";
import { infoContexts, type ScreenName } from "#contract/screens";
import auth from "../worker/content/locales/zh/auth.json";
import common from "../worker/content/locales/zh/common.json";
import shop from "../worker/content/locales/zh/shop.json";
import { infoPageKey } from "./api/info-pages.ts";
import { App } from "./App.tsx";
import { addMessages } from "./i18n/messages.ts";
import { paths } from "./paths.ts";
import { routes } from "./routes.tsx";

interface Texts {
  [key: string]: string | Texts;
}

const sources: [Namespace, Texts][] = [
  ["common", common],
  ["auth", auth],
  ["shop", shop],
];

/** Any one stands for all: what differs between them is in the slots. */
const [context] = infoContexts;

const drawn: [ScreenName, (place: { locale: Locale }) => string][] = [
  ["home", paths.home],
  ["login", paths.login],
  ["register", paths.register],
  ["forgotPassword", paths.forgotPassword],
  ["fragranceQuiz", paths.fragranceQuiz],
  ["orders", paths.orders],
  ["cart", paths.cart],
  ["checkout", paths.checkout],
  ["profile", paths.profile],
  ["info", ({ locale }) => paths.info({ locale, context })],
];

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
  // What modules of the page ask of their surroundings as they are loaded, or while they draw.
  Object.assign(globalThis, { location: new URL("https://drawn.invalid"), addEventListener() {} });
  const pages: Record<string, string> = {};
  for (const locale of locales) {
    for (const [namespace, texts] of sources) addMessages(locale, namespace, slotsOf(texts, `${namespace}.`));
    for (const [screen, pathOf] of drawn) {
      await routes[screen].prepare("/");
      const html = await draw(pathOf({ locale })).catch((error) => {
        console.log(screen, error.stack.slice(0, 600));
        return "";
      });
      pages[`${screen}.${locale}.html`] = screen === "home" ? html : resting(withBodySlot(html));
    }
  }
  return pages;
}

async function draw(path: string): Promise<string> {
  const translation = { main_title: textSlot(titleKey, ""), sections: [{ title: "", content: textSlot(bodyKey, "") }] };
  const page = { id: context, isPublished: true, translations: { zh: translation } };
  const { prelude } = await prerender(
    <StrictMode>
      <SWRConfig value={{ fallback: { [unstable_serialize(infoPageKey(context))]: page } }}>
        <Router ssrPath={path}>
          <App />
        </Router>
      </SWRConfig>
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

/** A text would stand in a paragraph; what goes here brings its own. */
function withBodySlot(html: string): string {
  return html.replace(/<section>(?:(?!<section>).)*\uE000info\.body\uE001.*?<\/section>/s, textSlot(bodyKey, ""));
}

/** Home's controls wake where they stand; those of a page that is drawn anew can be used from then on, and links at once. */
function resting(html: string): string {
  return html.replaceAll(/<(form|button|input|select|textarea)\b/g, '<$1 inert aria-disabled="true"');
}
