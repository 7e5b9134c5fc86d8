/** Checks e-mail and password. An unknown e-mail gets the same answers as a wrong password, the lock included. */
import type { Deps, MemberRow } from "../app.ts";
import { lockedRefusal, refusal } from "../http/refusal.ts";
import {
  acceptPassword,
  countWrongPassword,
  findMemberByEmail,
  lockedUntilOf,
  renewStandingLock,
} from "../store/members.ts";
import { countUnknownGuess, unknownLockedUntil } from "../store/unknown-emails.ts";
import { isPassword, pretendToCheck } from "./passwords.ts";

export async function checkPassword(
  { db, now, passwordHashCost }: Deps,
  email: string,
  password: string,
): Promise<MemberRow> {
  const member = await findMemberByEmail(db, email);
  if (!member) {
    refuseUntil(await unknownLockedUntil(db, email, now), now);
    pretendToCheck(password, passwordHashCost);
    refuseUntil(await countUnknownGuess(db, email, now), now);
    throw refusal("wrong_credentials");
  }
  if (member.state === "locked") await renewStandingLock(db, member.id, now);
  refuseUntil(
    member.state === "locked" ? await lockedUntilOf(db, member.id) : member.lockedUntil,
    now,
  );
  const isOver = member.passwordEndsAt !== null && member.passwordEndsAt <= now;
  if (!isPassword(password, member.passwordHash) || isOver) {
    refuseUntil(
      (await countWrongPassword(db, member.id, now)) ?? (await lockedUntilOf(db, member.id)),
      now,
    );
    throw refusal("wrong_credentials");
  }
  if (!(await acceptPassword(db, member, now))) {
    refuseUntil(await lockedUntilOf(db, member.id), now);
    throw refusal("wrong_credentials");
  }
  if (member.state === "disabled") throw refusal("account_disabled");
  if (member.state === "waitlist") throw refusal("account_waitlisted");
  return member;
}

function refuseUntil(lockedUntil: number, now: number): void {
  if (lockedUntil > now) throw lockedRefusal(Math.ceil((lockedUntil - now) / 1000));
}
