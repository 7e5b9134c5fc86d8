/** Temporary passwords beside the member's own; `schema.ts` says how long. */
import { and, eq, exists, gt, isNull, lte, sql } from "drizzle-orm";
import type { Database, MemberRow } from "../app.ts";
import { sha256 } from "../identity/crypto.ts";
import { mailedPasswords, members, tokens } from "./schema.ts";

export type MailedPassword = typeof mailedPasswords.$inferSelect;

/** Bound to the member. A password that is drawn at random needs no slow hash. */
const hashOf = (memberId: string, password: string) => sha256(`${memberId}:${password}`);

export async function mailedPassword(
  memberId: string,
  password: string,
  endsAt: number,
): Promise<MailedPassword> {
  return { hash: await hashOf(memberId, password), memberId, endsAt };
}

/** For a batch. */
export const storeMailedPassword = (db: Database, row: MailedPassword) =>
  db.insert(mailedPasswords).values(row);

export async function findMailedPassword(
  db: Database,
  memberId: string,
  password: string,
  now: number,
): Promise<MailedPassword | null> {
  const [row] = await db
    .select()
    .from(mailedPasswords)
    .where(
      and(
        eq(mailedPasswords.hash, await hashOf(memberId, password)),
        gt(mailedPasswords.endsAt, now),
      ),
    );
  return row ?? null;
}

/**
 * Puts a mailed password in place of the member's own, and ends the sign-ins that still owe a code:
 * whoever opened them knows the old one. Null when a new password was chosen meanwhile.
 */
export async function useMailedPassword(
  db: Database,
  { hash, memberId, endsAt }: MailedPassword,
  passwordHash: string,
  now: number,
): Promise<MemberRow | null> {
  const isStillOut = db.select().from(mailedPasswords).where(eq(mailedPasswords.hash, hash));
  const [[member]] = await db.batch([
    db
      .update(members)
      .set({ passwordHash, passwordEndsAt: endsAt, mustChangePassword: true })
      .where(and(eq(members.id, memberId), exists(isStillOut)))
      .returning(),
    db
      .update(tokens)
      .set({ revokedAt: now })
      .where(
        and(
          eq(tokens.memberId, memberId),
          eq(tokens.kind, "temp"),
          isNull(tokens.revokedAt),
          sql`changes() = 1`,
        ),
      ),
  ]);
  return member ?? null;
}

/** For a batch. */
export const forgetMailedPasswords = (db: Database, memberId: string) =>
  db.delete(mailedPasswords).where(eq(mailedPasswords.memberId, memberId));

export const forgetEndedPasswords = (db: Database, now: number) =>
  db.delete(mailedPasswords).where(lte(mailedPasswords.endsAt, now));
