/** The sent mail as a page, for trying the shop. No script; `html` escapes every text. */
import { html, raw } from "hono/html";
import type { Mail } from "../store/mails.ts";

const style = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.6 system-ui, "Noto Sans TC", "Noto Sans JP", sans-serif; max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; }
  h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 .25rem; }
  header p { margin: 0 0 2rem; opacity: .75; }
  article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: .5rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
  h2 { font-size: 1.0625rem; margin: 0; }
  .facts { margin: 0 0 .75rem; font-size: .875rem; opacity: .75; overflow-wrap: anywhere; }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
  .key { font: 600 1.25rem/1.4 ui-monospace, monospace; user-select: all; margin: 0 0 .75rem; }
`;

const tags = { zh: "zh-Hant-TW", en: "en", ja: "ja" } as const;

function article(mail: Mail) {
  const key = mail.code ?? mail.password;
  return html`<article lang="${tags[mail.locale]}">
    <h2>${mail.subject}</h2>
    <p class="facts">
      ${mail.recipient} ·
      <time datetime="${new Date(mail.createdAt).toISOString()}"
        >${new Date(mail.createdAt).toISOString().slice(0, 19).replace("T", " ")} UTC</time
      >
    </p>
    ${key === null ? "" : html`<p class="key">${key}</p>`}
    <pre>${mail.text}</pre>
  </article>`;
}

export function mailPage(mails: Mail[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Mail · Sillage, local mode</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <header>
          <h1>Mail</h1>
          <p>What the shop would have sent, newest first. Kept for 24 hours; reload to see more.</p>
        </header>
        <main>${mails.length === 0 ? html`<p>No mail yet.</p>` : mails.map(article)}</main>
      </body>
    </html>`;
}

/** Allows only this style sheet. */
export async function mailPageHeaders(): Promise<Record<string, string>> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)),
  );
  return {
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${btoa(String.fromCharCode(...digest))}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}
