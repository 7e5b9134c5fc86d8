/** A page drawn at build time, with the published texts put into its slots. */
import { bodyKey, fillSlots, titleKey } from "#contract/drawn-page";
import { blocksOf, type Span } from "#contract/info-text";
import type { InfoPage } from "#contract/info-page";
import { hidesSectionTitles } from "#contract/screens";
import type { Messages } from "../content/shipped.ts";
import { escapeHtml } from "./html.ts";

type InfoText = NonNullable<InfoPage["translations"]["en"]>;

export function drawnPage(template: string, texts: Messages, info: { title: string; body: string } | null = null): string {
  return fillSlots(template, (key) => {
    if (key === bodyKey) return info?.body ?? "";
    return escapeHtml((key === titleKey ? info?.title : textOf(texts, key)) ?? key);
  });
}

/** The text of a dotted key; an empty one counts as none, as it does in the page. */
export function textOf(messages: Messages, key: string): string | null {
  let at: string | Messages | undefined = messages;
  for (const part of key.split(".")) at = typeof at === "object" && Object.hasOwn(at, part) ? at[part] : undefined;
  return typeof at === "string" && at !== "" ? at : null;
}

/** The same elements that the page makes of an information text; `lang` where it is not in the page's language. */
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
