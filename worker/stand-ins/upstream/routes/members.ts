import { Hono } from "hono";
import type { App, MemberRow } from "../app.ts";
import { memberChange, type Member } from "../wire.ts";
import { requireMember } from "../http/actor.ts";
import { readJson } from "../http/body.ts";
import { stagedFailure } from "../http/sentinels.ts";
import { changeMember } from "../identity/change-member.ts";
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

function shownMember(row: MemberRow): Member {
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
