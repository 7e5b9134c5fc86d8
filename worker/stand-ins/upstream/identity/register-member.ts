import type { Deps } from "../app.ts";
import { taiwanTaxIdPattern, type Registration } from "../wire.ts";
import { invalid, refusal } from "../http/refusal.ts";
import { passwordLetter } from "../mail/letters.ts";
import { sendMail } from "../store/mails.ts";
import {
  canonicalEmail,
  findMemberByEmail,
  isTaken,
  phoneKeyOf,
  type NewMember,
} from "../store/members.ts";
import { members } from "../store/schema.ts";
import { forgetAllWrongPasswords, guessOf } from "../store/wrong-passwords.ts";
import { hashPassword, mailedPasswordMs, temporaryPassword } from "./passwords.ts";
import { randomId } from "./random.ts";

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
