import { eq } from "drizzle-orm";
import type { Deps, MemberRow } from "../app.ts";
import type { MemberChange } from "../wire.ts";
import { refusal } from "../http/refusal.ts";
import { phoneKeyOf, isTaken } from "../store/members.ts";
import { members } from "../store/schema.ts";
import { refuseIncompleteBusiness } from "./register-member.ts";

/** Omitted fields stay; country and kind of member never change. */
export async function changeMember(
  { db }: Deps,
  member: MemberRow,
  change: MemberChange,
): Promise<MemberRow> {
  const next = columnsOf(member, change);
  refuseIncompleteBusiness(member.isBusiness, member.country, next.companyName, next.taxId);
  // Writes only changed fields, so that parallel changes of different fields both last.
  const differing = Object.entries(next).filter(
    ([name, value]) => member[name as keyof typeof next] !== value,
  );
  if (differing.length === 0) return member;
  try {
    const [changed] = await db
      .update(members)
      .set(Object.fromEntries(differing))
      .where(eq(members.id, member.id))
      .returning();
    if (!changed) throw refusal("member_not_found");
    return changed;
  } catch (error) {
    if (isTaken(error)) throw refusal("phone_taken");
    throw error;
  }
}

function columnsOf(member: MemberRow, change: MemberChange) {
  const countryCode = change.country_code ?? member.countryCode;
  const phone = change.phone ?? member.phone;
  return {
    firstName: change.first_name?.trim() ?? member.firstName,
    lastName: change.last_name?.trim() ?? member.lastName,
    phone,
    countryCode,
    phoneKey: phoneKeyOf(countryCode, phone),
    address: change.address?.trim() ?? member.address,
    companyName: kept(change.company_name, member.companyName),
    taxId: kept(change.tax_id, member.taxId),
    avatarUrl: kept(change.avatar_url, member.avatarUrl),
    languageCode: change.language_code ?? member.languageCode,
    timeZone: change.time_zone ?? member.timeZone,
  };
}

/** Omitted keeps the value; null and blank clear it. */
function kept(sent: string | null | undefined, before: string | null): string | null {
  return sent === undefined ? before : sent?.trim() || null;
}
