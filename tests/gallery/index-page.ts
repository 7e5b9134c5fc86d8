/** One page over all pictures: thumbnails by state, with what was found on each. */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Picture } from "./guide.ts";

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  .row { display: flex; gap: .8rem; overflow-x: auto; }
  figure { flex: none; margin: 0; inline-size: 11rem; font-size: .78rem; }
  img { inline-size: 100%; block-size: 15rem; object-fit: cover; object-position: top; border: 1px solid GrayText; }
  ul { padding-inline-start: 1rem; color: #c33; overflow-wrap: anywhere; }`;

const safe = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
const listOf = (lines: readonly string[]) =>
  lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${safe(line)}</li>`).join("")}</ul>`;

export function writeIndex(
  folder: string,
  pictures: readonly Picture[],
  broken: readonly string[],
): void {
  const states = Map.groupBy(
    pictures.toSorted((a, b) => a.file.localeCompare(b.file)),
    ({ walk, state }) => `${walk} · ${state}`,
  );
  const sections = Array.from(
    states,
    ([name, own]) => `<h2>${safe(name)}</h2><div class="row">${own.map(figure).join("")}</div>`,
  );
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>
<h1>${pictures.length} pictures</h1>${listOf(broken)}${sections.join("\n")}</html>`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, "index.html"), page);
}

const figure = ({ language, width, scheme, file, faults }: Picture) =>
  `<figure><a href="${file}"><img src="${file}" loading="lazy" alt=""></a>
<figcaption>${language} ${width} ${scheme}${listOf(faults)}</figcaption></figure>`;
