import { eq } from "drizzle-orm";
import { Hono } from "hono";
import type { App, Deps, MemberRow } from "../app.ts";
import { memberChange, type MemberChange } from "../wire.ts";
import { requireMember } from "../http/actor.ts";
import { readJson } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { refusal } from "../http/refusal.ts";
import { refuseIncompleteBusiness } from "../identity/register-member.ts";
import { isTaken, phoneKeyOf } from "../store/members.ts";
import { members as table } from "../store/schema.ts";
import { register, signIn } from "./auth.ts";

export const members = new Hono<App>({ strict: false });

members.get("/me", requireMember, (c) => c.json(shownMember(c.get("actor").member)));

members.patch("/me", requireMember, async (c) => {
  const change = await readJson(c, memberChange);
  const staged = await stagedFailure(change.address, change.company_name);
  if (staged) return staged;
  return c.json(shownMember(await changeMember(c.get("deps"), c.get("actor").member, change)));
});

// The older store's names of these calls.
members.post("/login/access-token", (c) => signIn(c));
members.post("/login/test-token", requireMember, (c) => c.json(shownMember(c.get("actor").member)));
members.post("/register", (c) => register(c));

function shownMember(row: MemberRow) {
  return {
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    full_name: fullName(row.lastName, row.firstName),
    phone: row.phone,
    country: row.country,
    country_code: row.countryCode,
    address: row.address,
    is_business: row.isBusiness,
    company_name: row.companyName,
    tax_id: row.taxId,
    language_code: row.languageCode,
    time_zone: row.timeZone,
    avatar_url: row.avatarUrl,
  };
}

/** Last name first; a space only between Latin names. */
function fullName(last: string, first: string): string {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u.test(last + first)
    ? last + first
    : `${last} ${first}`;
}

/** Omitted fields stay; country and kind of member never change. */
async function changeMember(
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
      .update(table)
      .set(Object.fromEntries(differing))
      .where(eq(table.id, member.id))
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
