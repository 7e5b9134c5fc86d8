/** What changes an account: registration, another password, a forgotten one. */
import type { Deps, Actor } from "../app.ts";
import {
  taiwanTaxIdPattern,
  type Registration,
  isLocale,
  type ChangePassword,
  type Locale,
} from "../wire.ts";
import { invalid, refusal } from "../http/refusal.ts";
import { passwordLetter, sendMail, changedLetter } from "../mail.ts";
import {
  canonicalEmail,
  findMemberByEmail,
  isTaken,
  phoneKeyOf,
  type NewMember,
  replacePassword,
} from "../store/members.ts";
import { members } from "../store/schema.ts";
import { forgetAllWrongPasswords, guessOf, takePlace } from "../store/limits.ts";
import {
  hashPassword,
  mailedPasswordMs,
  temporaryPassword,
  isPassword,
  meetsPolicy,
  pretendToCheck,
} from "./passwords.ts";
import { randomId, sha256 } from "./crypto.ts";
import {
  forgetMailedPasswords,
  forgetEndedPasswords,
  storeMailedPassword,
  mailedPassword,
} from "../store/mailed-secrets.ts";
import { endOtherFamilies } from "../store/tokens.ts";

/** The first password is generated and mailed; the first sign-in replaces it. */
export async function registerMember(
  { db, now, passwordHashCost }: Deps,
  form: Registration,
): Promise<string> {
  refuseIncompleteBusiness(form.is_business, form.country, form.company_name, form.tax_id);
  const password = temporaryPassword();
  const passwordEndsAt = now + mailedPasswordMs.welcome;
  const passwordHash = hashPassword(password, passwordHashCost);
  const member = { ...memberOf(form), passwordHash, passwordEndsAt, createdAt: now };
  const letter = passwordLetter("welcome", member.email, form.language_code, password);
  try {
    await db.batch([
      db.insert(members).values(member),
      sendMail(db, letter, now),
      forgetAllWrongPasswords(db, await guessOf(member.email, "")),
    ]);
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw refusal((await findMemberByEmail(db, member.email)) ? "email_taken" : "phone_taken");
  }
  return member.id;
}

export function refuseIncompleteBusiness(
  isBusiness: boolean,
  country: string,
  companyName?: string | null,
  taxId?: string | null,
): void {
  if (!isBusiness) return;
  if (!companyName?.trim()) throw refusal("company_name_required");
  if (country !== "TW") return;
  if (!taxId) throw refusal("tax_id_required");
  if (!taiwanTaxIdPattern.test(taxId)) throw invalid("欄位驗證失敗：tax_id");
}

function memberOf(form: Registration): Omit<NewMember, "passwordHash" | "createdAt"> {
  const phoneKey = phoneKeyOf(form.country_code, form.phone);
  return {
    id: randomId(),
    email: canonicalEmail(form.email),
    firstName: form.first_name.trim(),
    lastName: form.last_name.trim(),
    phone: form.phone,
    phoneKey,
    country: form.country,
    countryCode: form.country_code,
    address: form.address.trim(),
    isBusiness: form.is_business,
    companyName: form.is_business ? (form.company_name?.trim() ?? null) : null,
    taxId: form.is_business ? form.tax_id || null : null,
    languageCode: form.language_code,
    mustChangePassword: true,
    twoStep: false,
    state: "active",
  };
}

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
      storeMailedPassword(db, mailed),
      sendMail(db, passwordLetter("reset", member.email, locale, password), now),
    ]);
}
