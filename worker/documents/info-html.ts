/** An information page as HTML, in the same elements as `web/info/InfoText.tsx`. */
import type { InfoPage } from "#contract/info-page";
import { blocksOf, type Span } from "#contract/info-text";
import { hidesSectionTitles } from "#contract/screens";
import { escapeHtml } from "./html.ts";

type InfoText = NonNullable<InfoPage["translations"]["en"]>;

/** `lang` where the text is not in the page's language. */
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
