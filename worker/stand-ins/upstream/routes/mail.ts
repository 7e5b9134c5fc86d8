import { Hono } from "hono";
import type { App } from "../app.ts";
import { mailPage, mailPageHeaders } from "../mail/page.ts";
import { canonicalEmail } from "../store/members.ts";
import { listMails } from "../store/mails.ts";

export const mail = new Hono<App>({ strict: false });

mail.get("/mail", async (c) => {
  const to = c.req.query("to") ?? null;
  const mails = await listMails(c.get("deps").db, to === null ? null : canonicalEmail(to));
  return c.html(mailPage(mails), 200, await mailPageHeaders());
});

/** Newest first; `code` and `password` only where the mail has one. */
mail.get("/mail.json", async (c) => {
  const to = c.req.query("to") ?? null;
  const mails = await listMails(c.get("deps").db, to === null ? null : canonicalEmail(to));
  const shown = mails.map(({ recipient, subject, text, code, password, createdAt }) => ({
    to: recipient,
    subject,
    text,
    ...(code === null ? {} : { code }),
    ...(password === null ? {} : { password }),
    sent_at: new Date(createdAt).toISOString(),
  }));
  return c.json(shown, 200, { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" });
});
