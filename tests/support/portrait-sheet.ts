/** The portraits of the whole catalogue on one page, drawn by the component and the styles of the screens. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createElement, type FunctionComponent, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createServer } from "vite";
import type { NoteFamily, ProductNotes } from "../../worker/contract/product.ts";
import { localeTable } from "../../worker/contract/locales.ts";
import { allFragrances, notesOf } from "../../worker/stand-ins/upstream/catalogue.ts";
import { knownFamilies } from "../../web/scent/painted-notes.ts";
import type { ScentPortraitProps } from "../../web/scent/ScentPortrait.tsx";
import type { Language } from "./browser.ts";
import { root } from "./repository.ts";

interface CataloguedScent {
  id: string;
  name: string;
  notes: ProductNotes;
  /** The strongest first. */
  families: NoteFamily[];
}

/** Those of one main family side by side. */
export function cataloguedScents(language: Language): CataloguedScent[] {
  return allFragrances
    .map(({ id, name }) => {
      const notes = notesOf(id, language)!;
      return { id, name: name[language], notes, families: knownFamilies(notes) };
    })
    .toSorted((one, other) => one.families[0]!.localeCompare(other.families[0]!));
}

const style = `
  body { margin: 0; background: var(--paper); color: var(--ink); font: 0.8rem/1.4 system-ui, sans-serif; }
  main { padding: 1rem; }
  section { display: grid; gap: 1rem 0.75rem; margin-block: 1rem; }
  .cards { grid-template-columns: repeat(auto-fill, 160px); }
  .thumbs { grid-template-columns: repeat(auto-fill, 3.5rem); }
  figure { margin: 0; }`;

/** Every portrait as a card with the names of its families, and as small as in a list. */
export async function portraitSheet(
  language: Language,
  says: (key: string) => string,
): Promise<string> {
  const ScentPortrait = await loadPortrait();
  const cards = cataloguedScents(language).map(({ id, name, notes, families }) =>
    createElement(
      "figure",
      { key: id },
      createElement(ScentPortrait, { productId: id, notes, size: "card" }),
      createElement(
        "figcaption",
        null,
        name,
        createElement("br"),
        families.map((family) => says(`shop.scent.family.${family}`)).join(" · "),
      ),
    ),
  );
  return pageOf(
    language,
    says("common.brand"),
    createElement("section", { className: "cards" }, cards),
    await thumbsOf(language),
  );
}

export async function thumbnailSheet(language: Language): Promise<string> {
  return pageOf(language, "", await thumbsOf(language));
}

async function thumbsOf(language: Language): Promise<ReactNode> {
  const ScentPortrait = await loadPortrait();
  const thumbs = cataloguedScents(language).map(({ id, notes }) =>
    createElement(ScentPortrait, { key: id, productId: id, notes, size: "thumb" }),
  );
  return createElement("section", { className: "thumbs" }, thumbs);
}

function pageOf(language: Language, title: string, ...sections: ReactNode[]): string {
  const body = renderToStaticMarkup(
    createElement("main", null, createElement("h1", null, title), ...sections),
  );
  const styles = ["web/styles/tokens.css", "web/scent/scent.module.css"].map((file) =>
    readFileSync(resolve(root, file), "utf8"),
  );
  return `<!doctype html><html lang="${localeTable[language].htmlLang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${[...styles, style].join("\n")}</style>${body}</html>`;
}

/** With the class names that its style sheet has. */
async function loadPortrait(): Promise<FunctionComponent<ScentPortraitProps>> {
  const server = await createServer({
    root,
    configFile: false,
    appType: "custom",
    logLevel: "error",
    css: { modules: { generateScopedName: "[local]" } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  });
  try {
    const { ScentPortrait } = await server.ssrLoadModule("/web/scent/ScentPortrait.tsx");
    return ScentPortrait;
  } finally {
    await server.close();
  }
}
