/**
 * The policy, scrypt, and the check at sign-in. Each stored hash names its own parameters: they can
 * be raised.
 */
import { scryptSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { bytesOfHex, hexOf, randomBelow, randomText } from "./crypto.ts";
import type { Deps, MemberRow } from "../app.ts";
import { lockedRefusal, refusal } from "../http/refusal.ts";
import { findMailedPassword, useMailedPassword } from "../store/mailed-secrets.ts";
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

export const policy = {
  min_length: 8,
  max_length: 64,
  requires_uppercase: true,
  requires_lowercase: true,
  requires_digit: true,
  requires_special: true,
  special_characters: '!@#$%^&*(),.?":{}|<>',
};

interface Cost {
  N: number;
  r: number;
  p: number;
}
/** N is configurable (`app.ts`). */
const costOf = (log2N: number): Cost => ({ N: 2 ** log2N, r: 8, p: 5 });
const maxMemoryBytes = 64 * 2 ** 20;
const digestBytes = 32;
const saltBytes = 16;
const maxPasswordBytes = 1024;

export function meetsPolicy(password: string): boolean {
  const length = [...password].length;
  const classes = [/[A-Z]/, /[a-z]/, /[0-9]/, /[!@#$%^&*(),.?":{}|<>]/];
  return (
    length >= policy.min_length &&
    length <= policy.max_length &&
    classes.every((each) => each.test(password))
  );
}

export function hashPassword(password: string, log2N: number): string {
  const cost = costOf(log2N);
  const salt = crypto.getRandomValues(new Uint8Array(saltBytes));
  return ["scrypt", cost.N, cost.r, cost.p, hexOf(salt), hexOf(derive(password, salt, cost))].join(
    "$",
  );
}

export function isPassword(password: string, stored: string): boolean {
  const [scheme, N, r, p, salt = "", digest = ""] = stored.split("$");
  if (scheme !== "scrypt") throw new Error("a stored password hash is of an unknown scheme");
  const actual = derive(password, bytesOfHex(salt), { N: Number(N), r: Number(r), p: Number(p) });
  const isShort = new TextEncoder().encode(password).length <= maxPasswordBytes;
  return crypto.subtle.timingSafeEqual(actual, bytesOfHex(digest)) && isShort;
}

/** Takes the time of a real check when there is no account. */
export function pretendToCheck(password: string, log2N: number): void {
  derive(password, new Uint8Array(saltBytes), costOf(log2N));
}

function derive(password: string, salt: Uint8Array, { N, r, p }: Cost): Uint8Array {
  const capped = new TextEncoder().encode(password).subarray(0, maxPasswordBytes);
  return scryptSync(capped, salt, digestBytes, { N, r, p, maxmem: maxMemoryBytes });
}

/** A reset is waited for; a welcome may be read the next morning. */
export const mailedPasswordMs = { reset: 15 * 60_000, welcome: 24 * 3600_000 } as const;

/** Without letters that look alike in print. */
const alphabets = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "!@#$%&*?"];
const temporaryLength = 14;

/** One character of each class at least, shuffled; fits the profile tab's 6–15 rule too. */
export function temporaryPassword(): string {
  const letters = [
    ...alphabets.map((alphabet) => randomText(alphabet, 1)),
    ...randomText(alphabets.join(""), temporaryLength - alphabets.length),
  ];
  for (let last = letters.length - 1; last > 0; last -= 1) {
    const other = randomBelow(last + 1);
    [letters[last], letters[other]] = [letters[other] ?? "", letters[last] ?? ""];
  }
  return letters.join("");
}

/**
 * An unknown e-mail gets the same answers as a wrong password, the lock included. `guesser` is whom
 * the shop tells apart from others.
 */
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
