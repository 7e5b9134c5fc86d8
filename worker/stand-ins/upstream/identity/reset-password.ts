import type { Deps } from "../app.ts";
import type { Locale } from "../wire.ts";
import { passwordLetter } from "../mail/letters.ts";
import { takePlace } from "../store/limits.ts";
import {
  forgetEndedPasswords,
  keepMailedPassword,
  mailedPassword,
} from "../store/mailed-passwords.ts";
import { sendMail } from "../store/mails.ts";
import { canonicalEmail, findMemberByEmail } from "../store/members.ts";
import { sha256 } from "./digest.ts";
import { mailedPasswordMs, pretendToCheck, temporaryPassword } from "./passwords.ts";

/**
 * Shorter than a mailed password works: whoever asks, and however often, one that works is always
 * out or comes now, and a mailbox gets five an hour.
 */
const mailApartSeconds = 12 * 60;

/**
 * Mails a temporary password that works beside the member's own. Nothing else changes before it is
 * used. The caller cannot tell whether the e-mail is a member's.
 */
export async function resetPassword(
  { db, now, passwordHashCost }: Deps,
  email: string,
  locale: Locale,
): Promise<void> {
  const limit = {
    key: `reset-mail:${await sha256(canonicalEmail(email))}`,
    most: 1,
    windowSeconds: mailApartSeconds,
  };
  const member = await findMemberByEmail(db, email);
  const isDue = await takePlace(db, limit, now);
  const password = temporaryPassword();
  const mailed = await mailedPassword(
    member?.id ?? "nobody",
    password,
    now + mailedPasswordMs.reset,
  );
  // Hides how long the batch takes, which writes more for a member.
  if (isDue) pretendToCheck(password, passwordHashCost);
  const sweep = forgetEndedPasswords(db, now);
  if (!isDue || member === null || member.state === "disabled") await db.batch([sweep]);
  else
    await db.batch([
      sweep,
      keepMailedPassword(db, mailed),
      sendMail(db, passwordLetter("reset", member.email, locale, password), now),
    ]);
}
