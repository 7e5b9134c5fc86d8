/** An unknown e-mail gets the same answers as a wrong password, the lock included. */
import { eq } from "drizzle-orm";
import type { Deps, MemberRow } from "../app.ts";
import { lockedRefusal, refusal } from "../http/refusal.ts";
import { findMailedPassword, useMailedPassword } from "../store/mailed-passwords.ts";
import { findMemberByEmail, standingLockOf } from "../store/members.ts";
import { members } from "../store/schema.ts";
import {
  countWrongPassword,
  forgetWrongPasswords,
  guessOf,
  lockedUntilOf,
  selectLock,
  type Guess,
} from "../store/limits.ts";
import { hashPassword, isPassword, pretendToCheck } from "./passwords.ts";

/** `guesser` is whom the shop tells apart from others. */
export async function checkPassword(
  deps: Deps,
  guesser: string,
  email: string,
  password: string,
): Promise<MemberRow> {
  const { db, now } = deps;
  const found = await findMemberByEmail(db, email);
  if (found?.state === "locked") refuseUntil(await standingLockOf(db, found.id, now), now);
  const guess = await guessOf(email, guesser);
  // Before the lock: nobody guesses a mailed password, and nobody's guesses may make it useless.
  const member =
    (await byMailedPassword(deps, found, password)) ??
    (await byOwnPassword(deps, found, guess, password));
  if (member.state === "disabled") throw refusal("account_disabled");
  if (member.state === "waitlist") throw refusal("account_waitlisted");
  return member;
}

async function byMailedPassword(
  { db, now, passwordHashCost }: Deps,
  member: MemberRow | null,
  password: string,
): Promise<MemberRow | null> {
  // Asked for an unknown e-mail too, which must take as long.
  const mailed = await findMailedPassword(db, member?.id ?? "nobody", password, now);
  return mailed === null
    ? null
    : useMailedPassword(db, mailed, hashPassword(password, passwordHashCost), now);
}

async function byOwnPassword(
  { db, now, passwordHashCost }: Deps,
  member: MemberRow | null,
  guess: Guess,
  password: string,
): Promise<MemberRow> {
  refuseUntil(await lockedUntilOf(db, guess, now), now);
  if (member === null) pretendToCheck(password, passwordHashCost);
  if (member === null || !isPassword(password, member.passwordHash) || isOver(member, now)) {
    refuseUntil(await countWrongPassword(db, guess, now), now);
    throw refusal("wrong_credentials");
  }
  // Refused after the lock too, so that parallel guesses reveal no more than five do.
  const [, [lock], [current]] = await db.batch([
    forgetWrongPasswords(db, guess, now),
    selectLock(db, guess, now),
    db.select().from(members).where(eq(members.id, member.id)),
  ]);
  refuseUntil(lock?.until ?? 0, now);
  if (current?.passwordHash !== member.passwordHash) throw refusal("wrong_credentials");
  return current;
}

function isOver({ passwordEndsAt }: MemberRow, now: number): boolean {
  return passwordEndsAt !== null && passwordEndsAt <= now;
}

function refuseUntil(lockedUntil: number, now: number): void {
  if (lockedUntil > now) throw lockedRefusal(Math.ceil((lockedUntil - now) / 1000));
}
