/**
 * Renders, at build time, what everybody sees first of a screen, with a slot for each text: the
 * Worker puts in the published ones. Nobody's data ever comes near it.
 */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { SWRConfig } from "swr";
import { Router } from "wouter";
import { locales, namespaces, type Locale, type Namespace } from "#contract/locales";
import type { Note, Tier } from "#contract/product";
import type { ListedScent, Scent } from "#contract/scent";
import { infoContexts, screenNames, screens, type ScreenName } from "#contract/screens";
import auth from "../../worker/content/locales/zh/auth.json";
import common from "../../worker/content/locales/zh/common.json";
import shop from "../../worker/content/locales/zh/shop.json";
import type { HtmlPart, OwnSlot, TextPart } from "../../worker/documents/prerendered-screen.ts";
import { infoPagePath } from "../api/info-pages.ts";
import { scentPath, scentsPath } from "../api/scents.ts";
import { App } from "../App.tsx";
import { addMessages, setLocale } from "../i18n/translate.ts";
import { routes } from "../routes.tsx";

/**
 * A slot on its way through React is JSON between two characters of the private use area, encoded so
 * that React writes it as it is, in text and in attributes; no text of the shop holds the two.
 */
const [open, close] = ["\uE000", "\uE001"];
const marks = new RegExp(`${open}([^${close}]*)${close}`);

export const markOf = (slot: Exclude<HtmlPart, string>): string =>
  open + encodeURIComponent(JSON.stringify(slot)).replaceAll("'", "%27") + close;

export function markOfText(text: string, values: Values = {}): string {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    partsOf(String(value)).map(textOnly),
  ]);
  return markOf({ text, values: Object.fromEntries(entries) });
}

export function partsOf(html: string): HtmlPart[] {
  // Every second part is what the pattern's group caught.
  const parts = html
    .split(marks)
    .map((part, index): HtmlPart =>
      index % 2 === 0 ? part : JSON.parse(decodeURIComponent(part)),
    );
  if (
    parts.some((part) => typeof part === "string" && (part.includes(open) || part.includes(close)))
  )
    throw new Error("a text was cut or changed on its way into the page, so that its slot is lost");
  return parts.filter((part) => part !== "");
}

function textOnly(part: HtmlPart): TextPart {
  if (typeof part === "object" && !("text" in part))
    throw new Error("no text takes a page's own words as a value");
  return part;
}

type Texts = { [key: string]: string | Texts };
type Slots = { [key: string]: ((values?: Values) => string) | Slots };
type Values = Record<string, string | number>;
const sources: Record<Namespace, Texts> = { common, auth, shop };

function slotsOf(texts: Texts, prefix: string): Slots {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === "string"
        ? (values) => markOfText(`${prefix}.${key}`, values)
        : slotsOf(text, `${prefix}.${key}`),
    ]),
  );
}

export async function renderScreens() {
  // What modules of the page ask of their surroundings as they are loaded, or while they render.
  Object.assign(globalThis, {
    location: new URL("https://prerender.invalid"),
    addEventListener() {},
  });
  for (const locale of locales)
    for (const namespace of namespaces)
      addMessages(locale, namespace, slotsOf(sources[namespace], namespace));
  const rendered = [];
  for (const screen of screenNames) {
    await routes[screen].prepare();
    const pages = {} as Record<Locale, HtmlPart[]>;
    // One after the other, since a page has one language.
    for (const locale of locales) {
      setLocale(locale);
      pages[locale] = await render(screen, locale);
    }
    // The name of a component is the name of its file.
    rendered.push({ screen, component: routes[screen].Page.name, pages });
  }
  return rendered;
}

const own = (slot: OwnSlot) => markOf({ own: slot });

/** Any information page stands for all: what differs between them is in the slots. */
const [context] = infoContexts;
const text = { main_title: own("title"), sections: [{ title: "", content: own("body") }] };
const infoPage = { id: context, isPublished: true, translations: { zh: text, en: text, ja: text } };

/** Any fragrance likewise, with one note in each tier. */
const scentId = "any";
const noteIn = (slot: Tier): Note => ({
  share: null,
  raw_material: { id: slot, name: own(slot), family: null, volatility: null },
});
const scent: Scent = {
  product: {
    id: scentId,
    product_id: own("number"),
    product_name: own("name"),
    description: own("story"),
  },
  notes: {
    product_id: scentId,
    top: [noteIn("top")],
    middle: [noteIn("middle")],
    back: [noteIn("back")],
  },
  allergens: { found: [], unknown: [] },
  sizes: null,
};
const listed: ListedScent = {
  id: own("title"),
  name: own("body"),
  line: null,
  seasons: [],
  top: [],
  middle: [],
  back: [],
};
const answers = {
  [infoPagePath(context)]: infoPage,
  [scentPath(scentId)]: scent,
  [scentsPath]: { data: [listed] },
};

async function render(screen: ScreenName, locale: Locale): Promise<HtmlPart[]> {
  const below = screens[screen].path.replace(":context", context).replace(":id", scentId);
  const path = `/${locale}/${below}`;
  let failure: unknown = null;
  try {
    const { prelude } = await prerender(
      <StrictMode>
        <SWRConfig value={{ fallback: answers }}>
          <Router ssrPath={path}>
            <App />
          </Router>
        </SWRConfig>
      </StrictMode>,
      {
        // One part: React would bring large parts back by inline script, which the policy refuses.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // React goes on without the part that failed and leaves it to the browser.
        onError: (error) => void (failure ??= error),
      },
    );
    const html = await new Response(prelude).text();
    if (failure !== null) throw failure;
    if (!hasHeading(html)) throw new Error("there is no heading on it");
    // Whoever follows a link before the script has run means this fragrance.
    const linked = html.replaceAll(`=${scentId}"`, `=${own("id")}"`);
    // Home is hydrated and keeps its input. Elsewhere the page replaces this HTML: links work.
    const controls = /<(?:form|button|input|select|textarea)\b/g;
    return partsOf(
      screen === "home" ? linked : linked.replaceAll(controls, '$& inert="" aria-disabled="true"'),
    );
  } catch (error) {
    throw new Error(`The screen ${screen} (${path}) could not be prerendered`, { cause: error });
  }
}

function hasHeading(html: string): boolean {
  const [, heading = ""] = /<h1\b[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  return heading.replaceAll(/<[^>]*>/g, "").trim() !== "";
}
