/** The sent mail, as a page and for programs. No script; `html` escapes every text. */
import { Hono, type Context } from "hono";
import { html, raw } from "hono/html";
import type { App } from "../app.ts";
import { canonicalEmail } from "../store/members.ts";
import { listMails, type Mail } from "../store/mails.ts";

export const mail = new Hono<App>({ strict: false });

mail.get("/mail", async (c) => c.html(mailPage(await mailsAsked(c)), 200, await mailPageHeaders()));

/** Newest first; `code` and `password` only where the mail has one. */
mail.get("/mail.json", async (c) => {
  const shown = (await mailsAsked(c)).map(
    ({ recipient, subject, text, code, password, createdAt }) => ({
      to: recipient,
      subject,
      text,
      ...(code === null ? {} : { code }),
      ...(password === null ? {} : { password }),
      sent_at: new Date(createdAt).toISOString(),
    }),
  );
  return c.json(shown, 200, { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
});

function mailsAsked(c: Context<App>): Promise<Mail[]> {
  const to = c.req.query("to");
  return listMails(c.get("deps").db, to === undefined ? null : canonicalEmail(to));
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 1rem/1.6 system-ui, "Noto Sans TC", "Noto Sans JP", sans-serif; }
  body { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem; }
  h1 { font-size: 1.5rem; font-weight: 600; margin: 0 0 .25rem; }
  header p { margin: 0 0 2rem; opacity: .75; }
  article { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  article { border-radius: .5rem; padding: 1rem 1.25rem; margin: 0 0 1rem; }
  h2 { font-size: 1.0625rem; margin: 0; }
  .facts { margin: 0 0 .75rem; font-size: .875rem; opacity: .75; overflow-wrap: anywhere; }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; }
  .key { font: 600 1.25rem/1.4 ui-monospace, monospace; user-select: all; margin: 0 0 .75rem; }
`;

const tags = { zh: "zh-Hant-TW", en: "en", ja: "ja" } as const;

function article(letter: Mail) {
  const key = letter.code ?? letter.password;
  return html`<article lang="${tags[letter.locale]}">
    <h2>${letter.subject}</h2>
    <p class="facts">
      ${letter.recipient} ·
      <time datetime="${new Date(letter.createdAt).toISOString()}"
        >${new Date(letter.createdAt).toISOString().slice(0, 19).replace("T", " ")} UTC</time
      >
    </p>
    ${key === null ? "" : html`<p class="key">${key}</p>`}
    <pre>${letter.text}</pre>
  </article>`;
}

function mailPage(mails: Mail[]) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Mail · local mode</title>
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
async function mailPageHeaders(): Promise<Record<string, string>> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style)),
  );
  const hash = btoa(String.fromCharCode(...digest));
  const nothing = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return {
    "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${hash}'; ${nothing}`,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}
