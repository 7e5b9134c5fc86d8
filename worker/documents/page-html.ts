import type { InfoPage } from "#contract/info-page";
import { blocksOf, type Span } from "#contract/info-text";
import { libraryPage, type Part } from "#contract/library";
import { localeTable, type Locale } from "#contract/locales";
import { everyNoteOf, type Note } from "#contract/product";
import { hasPage, leadingNotes, noteSeparator, scentsByFamily } from "#contract/scent";
import type { ListedScent, Scent } from "#contract/scent";
import { hidesSectionTitles } from "#contract/screens";
import type { Messages } from "../content/shipped.ts";
import { escapeHtml, textOf } from "./html.ts";
import type { HtmlPart, OwnSlot, TextPart } from "./prerendered-screen.ts";

/** What a page shows beyond the shop's texts: HTML, but for the title, which is words. */
export type OwnHtml = Partial<Record<OwnSlot, string>>;

export function pageHtml(parts: readonly HtmlPart[], texts: Messages, own: OwnHtml): string {
  const wordsOf = (part: TextPart): string => {
    if (typeof part === "string") return part;
    const values = Object.entries(part.values).map(([name, value]) => [
      name,
      value.map(wordsOf).join(""),
    ]);
    return textOf(texts, part.text, Object.fromEntries(values)) ?? part.text;
  };
  return parts
    .map((part) => {
      if (typeof part === "string") return part;
      if ("text" in part) return escapeHtml(wordsOf(part));
      const shown = own[part.own] ?? "";
      return part.own === "title" ? escapeHtml(shown) : shown;
    })
    .join("");
}

type InfoText = NonNullable<InfoPage["translations"]["en"]>;

/** In the same elements as `web/info/InfoText.tsx`. `lang` where it is not the page's. */
export function infoBody(context: InfoPage["id"], { sections }: InfoText, lang?: string): string {
  const section = lang === undefined ? "<section>" : `<section lang="${lang}">`;
  return sections
    .map(({ title, content }) => {
      const heading = hidesSectionTitles(context) ? "" : `<h2>${escapeHtml(title)}</h2>`;
      const blocks = blocksOf(content).map(({ isList, lines }) =>
        isList
          ? `<ul>${lines.map((line) => `<li>${spansOf(line)}</li>`).join("")}</ul>`
          : `<p>${lines.map(spansOf).join("<br>")}</p>`,
      );
      return `${section}${heading}${blocks.join("")}</section>`;
    })
    .join("");
}

function spansOf(spans: readonly Span[]): string {
  return spans
    .map((span) =>
      typeof span === "string"
        ? escapeHtml(span)
        : `<a href="${escapeHtml(span.href)}" rel="noreferrer">${escapeHtml(span.label)}</a>`,
    )
    .join("");
}

/** `unread`: the upstream does not answer, so that nobody knows. */
export type FoundScent = Scent | "unknown" | "unread";

export const isKnownScent = (scent: FoundScent | null): scent is Scent =>
  typeof scent === "object" && scent !== null;

export function scentHtmlOf({ product, notes }: Scent, locale: Locale): OwnHtml {
  const { id, product_id: number, product_name: name, description } = product;
  return {
    id: escapeHtml(encodeURIComponent(id)),
    number: name === number ? "" : escapeHtml(number),
    name: escapeHtml(name),
    story: escapeHtml(description ?? ""),
    top: listed(notes.top, locale),
    middle: listed(notes.middle, locale),
    back: listed(notes.back, locale),
  };
}

function listed(notes: readonly Note[], locale: Locale): string {
  return notes
    .map(({ raw_material: material }) => {
      const name = escapeHtml(material.name);
      const isLinked = hasPage(material);
      return isLinked ? `<a href="/${locale}/scents/notes/${material.id}">${name}</a>` : name;
    })
    .join("</li><li>");
}

export function listHtmlOf(
  path: string,
  scents: readonly ListedScent[],
  locale: Locale,
  texts: Messages,
): OwnHtml | null {
  const say = (key: string, values: Record<string, string | number>) =>
    escapeHtml(textOf(texts, key, values) ?? "");
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? "" : `<ul class="${name}">${items.join("")}</ul>`;
  /** In the same elements as `web/scent/Wall.tsx`. */
  const partOf = ({ title, family, links = [], scents: shown = [], ...part }: Part) => {
    const values = { count: shown.length, ...part.values };
    const named = links.map(
      ({ kind, id, name }) =>
        `<li><a class="tap" href="/${locale}/scents/${kind}/${id}">${escapeHtml(name)}</a></li>`,
    );
    const tiles = shown.map((scent) => tileOf(scent, locale, part.about));
    const motif = `<img src="/families.svg#${family ?? "unknown"}" alt="" width="22" height="22">`;
    const head = (family === undefined ? "" : motif) + say(title, values);
    if (family !== undefined && shown.length === 0 && !part.drawn)
      return `<details><summary><h2>${head}</h2><small>${links.length}</small></summary>${list("cluster", named)}${family ? `<a class="tap" href="/${locale}/scents?family=${family}">${say("shop.house.family", {})}</a>` : ""}</details>`;
    return `${part.drawn ? emptyPicture : ""}<section><h2>${family ? `<a href="/${locale}/scents?family=${family}">${head}</a>` : head}</h2>${(part.texts ?? []).map((text) => `<p>${say(text, values)}</p>`).join("")}${list("cluster", named)}${list("list", tiles)}</section>`;
  };
  const page =
    path === "scents"
      ? { name: "", parts: scentsByFamily(scents) }
      : libraryPage(path, scents, locale);
  return page && { title: page.name, body: page.parts.map(partOf).join("") };
}

/** In the same elements as `web/scent/Tiles.tsx`. */
function tileOf(scent: ListedScent, locale: Locale, about?: readonly string[]): string {
  const href = `/${locale}/scent/${encodeURIComponent(scent.id)}`;
  const notes = leadingNotes(scent, about)
    .map(({ name, isAbout }) => (isAbout ? `<mark>${escapeHtml(name)}</mark>` : escapeHtml(name)))
    .join(noteSeparator);
  return `<li><a href="${href}">${emptyPicture}<div><b>${escapeHtml(scent.name)}</b><small>${notes}</small></div></a></li>`;
}

const emptyPicture = '<span><svg viewBox="0 0 200 230" aria-hidden="true"></svg></span>';

const longestDescription = 160;

export function scentDescription({ product, notes }: Scent, locale: Locale): string | null {
  const names = new Set(everyNoteOf(notes).map((note) => note.raw_material.name));
  const said = [product.description ?? "", [...names].join(localeTable[locale].separators.name)];
  const letters = [...said.filter((part) => part !== "").join(" ")];
  if (letters.length <= longestDescription) return letters.join("") || null;
  return `${letters
    .slice(0, longestDescription - 1)
    .join("")
    .trimEnd()}…`;
}
