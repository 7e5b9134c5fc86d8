/**
 * The letters, the box in which they lie, and its page. Subjects are fixed: never a code, a
 * password or anything typed by a member.
 */
import { desc, eq, lt } from "drizzle-orm";
import { Hono, type Context } from "hono";
import { html, raw } from "hono/html";
import { withBrandFacts } from "../../brand/brand.ts";
import type { Locale } from "./wire.ts";
import texts from "./data/texts.json" with { type: "json" };
import type { Database, App } from "./app.ts";
import { mails } from "./store/schema.ts";
import { canonicalEmail } from "./store/members.ts";

type Letter = keyof (typeof texts.letters)["en"];

function written(letter: Letter, recipient: string, locale: Locale, secret = ""): NewMail {
  const { subject, text } = texts.letters[locale][letter];
  const words = (template: string) =>
    withBrandFacts(template, locale).replace("{secret}", () => secret);
  return { recipient, locale, subject: words(subject), text: words(text.join("\n\n")) };
}

export function passwordLetter(
  kind: "welcome" | "reset",
  recipient: string,
  locale: Locale,
  password: string,
): NewMail {
  return { ...written(kind, recipient, locale, password), password };
}

export function codeLetter(recipient: string, locale: Locale, code: string): NewMail {
  return { ...written("code", recipient, locale, code), code };
}

export const changedLetter = (recipient: string, locale: Locale): NewMail =>
  written("changed", recipient, locale);

type NewMail = Omit<typeof mails.$inferInsert, "id" | "createdAt">;
type Mail = typeof mails.$inferSelect;

const shownAtMost = 100;

/** For a batch: the mail is stored exactly when the change that it reports is. */
export const sendMail = (db: Database, mail: NewMail, now: number) =>
  db.insert(mails).values({ ...mail, createdAt: now });

function listMails(db: Database, recipient: string | null): Promise<Mail[]> {
  const newestFirst = db.select().from(mails).orderBy(desc(mails.id)).limit(shownAtMost);
  return recipient === null ? newestFirst : newestFirst.where(eq(mails.recipient, recipient));
}

const retentionMilliseconds = 24 * 3600_000;
export const forgetOldMails = (db: Database, now: number) =>
  db.delete(mails).where(lt(mails.createdAt, now - retentionMilliseconds));

/** The sent mail, as a page and for programs. No script; `html` escapes every text. */
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

function mailPage(shown: Mail[]) {
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
        <main>${shown.length === 0 ? html`<p>No mail yet.</p>` : shown.map(article)}</main>
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
