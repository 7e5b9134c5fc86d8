/** One page over all pictures: thumbnails by state, with filters and what was found on each. */
import { mkdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Picture } from "./guide.ts";

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0; }
  header { position: sticky; top: 0; padding: .7rem 1.2rem; background: Canvas; border-bottom: 1px solid GrayText; z-index: 1; }
  header label, header strong { margin-inline-end: 1rem; white-space: nowrap; }
  section { padding: 0 1.2rem; }
  h2 { font-size: 1rem; margin: 1.6rem 0 .5rem; }
  .row { display: flex; gap: .8rem; overflow-x: auto; padding-block-end: .6rem; }
  figure { flex: none; margin: 0; inline-size: 11rem; }
  figure[hidden], section[hidden] { display: none; }
  img { inline-size: 100%; block-size: 15rem; object-fit: cover; object-position: top; border: 1px solid GrayText; }
  figcaption { font-size: .78rem; }
  .faulty img { outline: 3px solid #c33; }
  ul { margin: .2rem 0; padding-inline-start: 1rem; color: #c33; overflow-wrap: anywhere; }`;

const script = `
  const chosen = (name) => [...document.querySelectorAll('input[name="' + name + '"]:checked')].map((one) => one.value);
  const word = document.querySelector('input[type="search"]');
  function sift() {
    const [languages, widths, schemes, only] = [chosen("language"), chosen("width"), chosen("scheme"), chosen("only").length > 0];
    for (const figure of document.querySelectorAll("figure")) {
      const { language, width, scheme, state } = figure.dataset;
      figure.hidden = !languages.includes(language) || !widths.includes(width) || !schemes.includes(scheme)
        || (only && !figure.classList.contains("faulty")) || !state.includes(word.value.toLowerCase());
    }
    for (const section of document.querySelectorAll("section")) section.hidden = !section.querySelector("figure:not([hidden])");
  }
  document.querySelector("header").addEventListener("input", sift);`;

const safe = (text: string) =>
  text.replaceAll(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? "",
  );

export function writeIndex(
  folder: string,
  pictures: readonly Picture[],
  broken: readonly string[],
): void {
  const choices = (name: "language" | "width" | "scheme") =>
    [...new Set(pictures.map((one) => String(one[name])))]
      .map(
        (value) =>
          `<label><input type="checkbox" name="${name}" value="${value}" checked> ${value}</label>`,
      )
      .join("");
  const states = [...new Set(pictures.map(({ walk, state }) => `${walk} · ${state}`))];
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>
<header><strong>${pictures.length} pictures</strong>${choices("language")}${choices("width")}${choices("scheme")}
<label><input type="checkbox" name="only" value="yes"> with findings</label><input type="search" placeholder="state" aria-label="State"></header>
${broken.length === 0 ? "" : `<ul>${broken.map((one) => `<li>${safe(one)}</li>`).join("")}</ul>`}
${states.map((name) => stateSection(name, pictures)).join("\n")}
<script>${script}</script></html>`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(resolve(folder, "index.html"), page);
}

function stateSection(name: string, pictures: readonly Picture[]): string {
  const own = pictures
    .filter(({ walk, state }) => `${walk} · ${state}` === name)
    .toSorted(
      (a, b) =>
        a.language.localeCompare(b.language) ||
        a.width - b.width ||
        b.scheme.localeCompare(a.scheme),
    );
  return `<section><h2>${safe(name)}</h2><div class="row">${own.map(figure).join("")}</div></section>`;
}

function figure({ walk, state, language, width, scheme, file, faults }: Picture): string {
  const data = `data-language="${language}" data-width="${width}" data-scheme="${scheme}" data-state="${safe(`${walk} ${state}`.toLowerCase())}"`;
  const found =
    faults.length === 0
      ? ""
      : `<ul>${faults.map((fault) => `<li>${safe(fault)}</li>`).join("")}</ul>`;
  return `<figure ${data} class="${faults.length === 0 ? "" : "faulty"}"><a href="${file}"><img src="${file}" loading="lazy" alt=""></a>
<figcaption>${language} ${width} ${scheme}${found}</figcaption></figure>`;
}
