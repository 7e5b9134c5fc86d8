/** The paper of mails, failures, the owner's desk and the stand-in cashier. */
import { html, raw } from "hono/html";
import { fallbackLocale, localeTable } from "#contract/locales";
import { brand } from "./brand.ts";
import colours from "./colours.css?raw";
import paper from "./letterhead.css?raw";

const serif = `"Newsreader Display", Georgia, "Songti TC", "Noto Serif CJK TC", serif`;
const inks = new Map(
  [...colours.matchAll(/--([\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)].map(
    ([, name = "", light, dark, both = ""]) => [name, [light ?? both, dark ?? both] as const],
  ),
).set("serif", [serif, serif]);

/** Mail programs know neither `light-dark()` nor custom properties: each scheme is spelled out. */
export function painted(rules: string): string {
  const [light, dark] = ([0, 1] as const).map((scheme) =>
    (paper + rules).replaceAll(
      /var\(--([\w-]+)\)/g,
      (unknown, name) => inks.get(name)?.[scheme] ?? unknown,
    ),
  );
  return `${light}\n@media (prefers-color-scheme: dark) {${dark}}\n`;
}

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
