/**
 * The letters, the box in which they lie, and its page. Subjects are fixed: never a code, a
 * password or anything typed by a member.
 */
import { desc, eq, lt } from "drizzle-orm";
import { Hono, type Context } from "hono";
import { html } from "hono/html";
import { withBrandFacts } from "../../brand/brand.ts";
import { inline, painted, policyOf, sheet } from "../../brand/letterhead.ts";
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

/** The sent mail, as pages and for programs. No script; `html` escapes every text. */
export const mail = new Hono<App>({ strict: false });

mail.get("/mail", async (c) => c.html(mailbox(await mailsAsked(c)), 200, await headers()));

/** The part of a mail that is HTML, as mail programs show it. */
mail.get("/mail/:id{\\d+}", async (c) => {
  const { db } = c.get("deps");
  const [found] = await db
    .select()
    .from(mails)
    .where(eq(mails.id, Number(c.req.param("id"))));
  if (found === undefined) return c.notFound();
  const { locale, subject } = found;
  return c.html(
    sheet({ lang: tags[locale], title: subject, style: inline(style) }, bodyOf(found)),
    200,
    await headers(),
  );
});

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

const style = painted(`
p { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
.key {
  display: block;
  margin-top: 0.5rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--rule);
  font: 500 1.5rem/1.4 ui-monospace, monospace;
  letter-spacing: 0.08em;
  user-select: all;
}
article { margin-top: 2rem; padding: 1.25rem 1.5rem; border: 1px solid var(--rule); background: var(--paper-raised); }
article h1 { font-size: 1.375rem; }
.facts, details { color: var(--ink-soft); font-size: 0.875rem; }
pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
`);

const tags = { zh: "zh-Hant-TW", en: "en", ja: "ja" } as const;

/** A code or a password stands alone, to be read at a glance and copied whole. */
function bodyOf({ subject, text, code, password }: Mail) {
  const key = code ?? password ?? "";
  const paragraphs = text.split("\n\n").map((paragraph) => {
    const [before, after] = key === "" ? [paragraph] : paragraph.split(key);
    const lines = before?.split("\n").map((line, index) => [index > 0 && html`<br />`, line]);
    return html`<p>${lines}${after === undefined || html`<b class="key">${key}</b>${after}`}</p>`;
  });
  return html`<h1>${subject}</h1>
    ${paragraphs}`;
}

function mailbox(shown: Mail[]) {
  const articles = shown.map(
    (one) =>
      html`<article lang="${tags[one.locale]}">
        <p class="facts">
          ${one.recipient} ·
          <time datetime="${new Date(one.createdAt).toISOString()}"
            >${new Date(one.createdAt).toISOString().slice(0, 19).replace("T", " ")} UTC</time
          >
          · <a href="/local/mail/${one.id}" lang="en">As HTML</a>
        </p>
        ${bodyOf(one)}
        <details>
          <summary lang="en">Plain text</summary>
          <pre>${one.text}</pre>
        </details>
      </article>`,
  );
  return sheet(
    { lang: "en", title: "Mail · local mode", style: inline(style), home: "/" },
    html`<h1>Mail</h1>
      <p>What the shop would have sent, newest first. Kept for 24 hours; reload to see more.</p>
      ${shown.length === 0 ? html`<p>No mail yet.</p>` : articles}`,
  );
}

const headers = async () => ({
  "Content-Security-Policy": await policyOf(style),
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
});
