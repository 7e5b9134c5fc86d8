import { eq, and, asc, sql } from "drizzle-orm";
import { Hono, type Context } from "hono";
import type { App, Deps, MemberRow } from "../app.ts";
import { memberChange, type MemberChange, shippingAddressBody } from "../wire.ts";
import { requireMember } from "../http/actor.ts";
import { readJson, idOf } from "../http/body.ts";
import { stagedFailure } from "../http/faults.ts";
import { refusal, invalid, notFound } from "../http/refusal.ts";
import { refuseIncompleteBusiness } from "../identity/accounts.ts";
import { isTaken, phoneKeyOf } from "../store/members.ts";
import { members as memberTable, shippingAddresses as table } from "../store/schema.ts";
import { register, signIn } from "./auth.ts";
import { randomId } from "../identity/crypto.ts";
import { selected } from "../store/insert-select.ts";

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
      .update(memberTable)
      .set(Object.fromEntries(differing))
      .where(eq(memberTable.id, member.id))
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
    companyName: changedText(change.company_name, member.companyName),
    taxId: changedText(change.tax_id, member.taxId),
    avatarUrl: changedText(change.avatar_url, member.avatarUrl),
    languageCode: change.language_code ?? member.languageCode,
    timeZone: change.time_zone ?? member.timeZone,
  };
}

/** Omitted keeps the value; null and blank clear it. */
function changedText(sent: string | null | undefined, before: string | null): string | null {
  return sent === undefined ? before : sent?.trim() || null;
}

/** Every WHERE of saved addresses contains the owner: another member's row is not found. */
export const shippingAddresses = new Hono<App>({ strict: false });
shippingAddresses.use(requireMember);

const noun = "收件地址";
const addressesAMember = 50;
const shown = { id: table.id, address: table.address };

const ownerOf = (c: Context<App>) => c.get("actor").member.id;
const ownRow = (c: Context<App>) =>
  and(eq(table.id, idOf(c, "id", noun)), eq(table.memberId, ownerOf(c)));

shippingAddresses.get("/", async (c) => {
  const data = await c
    .get("deps")
    .db.select(shown)
    .from(table)
    .where(eq(table.memberId, ownerOf(c)))
    .orderBy(asc(table.createdAt), asc(table.id));
  return c.json({ data });
});

shippingAddresses.post("/", async (c) => {
  const { db, now } = c.get("deps");
  const { address } = await readJson(c, shippingAddressBody);
  const staged = await stagedFailure(address);
  if (staged) return staged;
  const memberId = ownerOf(c);
  const row = { id: randomId(), memberId, address: address.trim(), createdAt: now };
  const count = sql`(SELECT count(*) FROM shipping_addresses WHERE member_id = ${memberId})`;
  const [added] = await db
    .insert(table)
    .select(sql`${selected(table, row)} WHERE ${count} < ${addressesAMember}`)
    .returning(shown);
  if (!added) throw invalid(`最多只能儲存 ${addressesAMember} 個收件地址`);
  return c.json(added, 201);
});

shippingAddresses.put("/:id", async (c) => {
  const isOwn = ownRow(c);
  const { address } = await readJson(c, shippingAddressBody);
  const staged = await stagedFailure(address);
  if (staged) return staged;
  const [changed] = await c
    .get("deps")
    .db.update(table)
    .set({ address: address.trim() })
    .where(isOwn)
    .returning(shown);
  if (!changed) throw notFound(noun);
  return c.json(changed);
});

shippingAddresses.delete("/:id", async (c) => {
  const removed = await c.get("deps").db.delete(table).where(ownRow(c)).returning(shown);
  if (removed.length === 0) throw notFound(noun);
  return c.json({ message: "收件地址已刪除" });
});
