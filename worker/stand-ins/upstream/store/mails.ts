import { desc, eq, lt } from "drizzle-orm";
import type { Database } from "../app.ts";
import { mails } from "./schema.ts";

export type NewMail = Omit<typeof mails.$inferInsert, "id" | "createdAt">;
export type Mail = typeof mails.$inferSelect;

const shownAtMost = 100;

/** For a batch: the mail is stored exactly when the change that it reports is. */
export const sendMail = (db: Database, mail: NewMail, now: number) =>
  db.insert(mails).values({ ...mail, createdAt: now });

export function listMails(db: Database, recipient: string | null): Promise<Mail[]> {
  const newestFirst = db.select().from(mails).orderBy(desc(mails.id)).limit(shownAtMost);
  return recipient === null ? newestFirst : newestFirst.where(eq(mails.recipient, recipient));
}

const keptMilliseconds = 24 * 3600_000;
export const forgetOldMails = (db: Database, now: number) =>
  db.delete(mails).where(lt(mails.createdAt, now - keptMilliseconds));
