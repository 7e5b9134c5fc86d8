import type { Deps } from "../app.ts";
import type { Locale } from "../wire.ts";
import { passwordLetter } from "../mail/letters.ts";
import { takePlace } from "../store/limits.ts";
import { sendMail } from "../store/mails.ts";
import {
  canonicalEmail,
  endLock,
  findMemberByEmail,
  setTemporaryPassword,
} from "../store/members.ts";
import { forgetUnknownGuesses } from "../store/unknown-emails.ts";
import { sha256 } from "./digest.ts";
import { hashPassword, mailedPasswordMs, temporaryPassword } from "./passwords.ts";

const mailsAnHour = 5;

/**
 * Mails a temporary password if the member exists. The caller cannot tell: an unknown address costs the same hash and the same
 * count. Other sign-ins end when the password is then changed.
 */
export async function resetPassword(
  { db, now, passwordHashCost }: Deps,
  email: string,
  locale: Locale,
): Promise<void> {
  const password = temporaryPassword();
  const passwordHash = hashPassword(password, passwordHashCost);
  const limit = {
    key: `reset-mail:${await sha256(canonicalEmail(email))}`,
    most: mailsAnHour,
    windowSeconds: 3600,
  };
  const member = await findMemberByEmail(db, email);
  if (!(await takePlace(db, limit, now))) return;
  // A reset lifts a member's lock, so it must lift an unknown e-mail's too.
  if (!member) return forgetUnknownGuesses(db, email);
  if (member.state === "disabled") return endLock(db, member.id);
  await db.batch([
    setTemporaryPassword(db, member.id, passwordHash, now + mailedPasswordMs.reset),
    sendMail(db, passwordLetter("reset", member.email, locale, password), now),
  ]);
}
