import type { Actor, Deps } from "../app.ts";
import { isLocale, type ChangePassword } from "../wire.ts";
import { refusal } from "../http/refusal.ts";
import { changedLetter } from "../mail/letters.ts";
import { takePlace } from "../store/limits.ts";
import { forgetMailedPasswords } from "../store/mailed-passwords.ts";
import { sendMail } from "../store/mails.ts";
import { replacePassword } from "../store/members.ts";
import { endOtherFamilies } from "../store/tokens.ts";
import { forgetAllWrongPasswords, guessOf } from "../store/wrong-passwords.ts";
import { hashPassword, isPassword, meetsPolicy } from "./passwords.ts";

const triesAnHour = 20;

/** Ends every other sign-in of the member. */
export async function changePassword(
  { db, now, passwordHashCost }: Deps,
  { member, familyId }: Actor,
  body: ChangePassword,
): Promise<void> {
  if (body.new_password !== body.confirm_password) throw refusal("password_mismatch");
  // A forced change must not keep the mailed password.
  const isKept = member.mustChangePassword && body.new_password === body.old_password;
  if (isKept || !meetsPolicy(body.new_password)) throw refusal("password_policy");
  // Stops the holder of a stolen session from guessing the password.
  const limit = { key: `old-password:${member.id}`, most: triesAnHour, windowSeconds: 3600 };
  if (!(await takePlace(db, limit, now))) throw refusal("too_many_requests");
  if (!isPassword(body.old_password, member.passwordHash)) throw refusal("wrong_old_password");
  const locale = isLocale(member.languageCode) ? member.languageCode : "zh";
  const guesses = await guessOf(member.email, "");
  const [replaced] = await db.batch([
    replacePassword(db, member, hashPassword(body.new_password, passwordHashCost)),
    endOtherFamilies(db, member.id, familyId, now),
    forgetMailedPasswords(db, member.id),
    forgetAllWrongPasswords(db, guesses),
  ]);
  if (replaced.length === 0) throw refusal("wrong_old_password");
  await sendMail(db, changedLetter(member.email, locale), now);
}
