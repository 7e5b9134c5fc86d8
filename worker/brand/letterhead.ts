/** The paper of mails, failures, the owner's desk and the stand-in cashier. */
import { html, raw } from "hono/html";
import { fallbackLocale, localeTable } from "#contract/locales";
import { brand } from "./brand.ts";
import colours from "./colours.css?raw";

const inks = new Map(
  [...colours.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(
    ([, name = "", light, dark, both = ""]) => [name, [light ?? both, dark ?? both] as const],
  ),
);

/** Mail programs know neither `light-dark()` nor custom properties: each scheme is spelled out. */
export function painted(rules: string): string {
  const [light, dark] = ([0, 1] as const).map((scheme) =>
    rules.replaceAll(/var\(--([\w-]+)\)/g, (unknown, name) => inks.get(name)?.[scheme] ?? unknown),
  );
  return `${light}\n@media (prefers-color-scheme: dark) {${dark}}\n`;
}

export const serif = `"Newsreader Display", Georgia, "Songti TC", "Noto Serif CJK TC", serif`;

export const paper = `
:root { color-scheme: light dark; }
@font-face {
  font-family: "Newsreader Display";
  src: url("/fonts/newsreader-display-latin.woff2") format("woff2");
}
* { box-sizing: border-box; }
body {
  margin: 0;
  padding: 0 1.25rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.65 system-ui, "Noto Sans TC", "PingFang TC", "Noto Sans JP", sans-serif;
}
.letterhead, main, footer { max-width: 36rem; margin: 0 auto; padding: 1.25rem 0; }
.letterhead { border-bottom: 1px solid var(--rule); }
.brand { display: inline-flex; align-items: center; gap: 0.5rem; color: inherit; text-decoration: none; }
.brand svg { width: 2rem; height: 2rem; fill: none; stroke: currentColor; stroke-width: 1.5; stroke-linecap: round; }
.brand svg :first-child { fill: var(--accent); stroke: none; }
.brand b { font: 400 1.5rem/1 ${serif}; letter-spacing: -0.01em; }
.brand i { padding-left: 0.5rem; border-left: 1px solid var(--rule-strong); font: 0.9rem/1.1 ${serif}; letter-spacing: 0.12em; }
h1 { margin: 1rem 0 1.5rem; font: 400 1.75rem/1.3 ${serif}; overflow-wrap: anywhere; }
a { color: var(--accent-text); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
footer { padding-bottom: 3rem; border-top: 1px solid var(--rule); color: var(--ink-faint); font-size: 0.875rem; }
`;

const { mark_dot, mark_line, wordmark_lang } = brand;
const paths = html`<path d="${mark_dot}" /><path d="${mark_line}" />`;
const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true">${paths}</svg>`;
const name = html`<b lang="${wordmark_lang}">${brand.wordmark}</b>`;
const han = html`<i lang="${localeTable[fallbackLocale].hanLang}">${brand.wordmark_han}</i>`;
export const wordmark = html`${mark}${name}${han}`;

interface Sheet {
  lang: string;
  title: string;
  style: unknown;
  home?: string;
}

export const inline = (rules: string) => raw(`<style>${rules}</style>`);

export function sheet({ lang, title, style, home }: Sheet, body: unknown) {
  return html`<!doctype html>
    <html lang="${lang}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        <header class="letterhead">
          ${
            home === undefined
              ? html`<span class="brand">${wordmark}</span>`
              : html`<a class="brand" href="${home}">${wordmark}</a>`
          }
        </header>
        <main>${body}</main>
        <footer>${brand.company_name} · ${brand.service_email}</footer>
      </body>
    </html>`;
}

export async function policyOf(style: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));
  const nothing = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; ${nothing}`;
}
