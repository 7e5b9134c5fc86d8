/** Saved addresses. Every WHERE contains the owner, so another member's row is not found. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Database } from "../app.ts";
import { randomId } from "../identity/random.ts";
import { selected } from "./insert-select.ts";
import { shippingAddresses } from "./schema.ts";

export const addressesAMember = 50;

const shown = { id: shippingAddresses.id, address: shippingAddresses.address };
const own = (memberId: string, id: string) =>
  and(eq(shippingAddresses.id, id), eq(shippingAddresses.memberId, memberId));

export function listAddresses(db: Database, memberId: string) {
  return db
    .select(shown)
    .from(shippingAddresses)
    .where(eq(shippingAddresses.memberId, memberId))
    .orderBy(asc(shippingAddresses.createdAt), asc(shippingAddresses.id));
}

/** Null when the member has the maximum number. */
export async function addAddress(db: Database, memberId: string, address: string, now: number) {
  const row = selected(shippingAddresses, { id: randomId(), memberId, address, createdAt: now });
  const hasRoom = sql`(SELECT count(*) FROM shipping_addresses WHERE member_id = ${memberId}) < ${addressesAMember}`;
  const [added] = await db
    .insert(shippingAddresses)
    .select(sql`${row} WHERE ${hasRoom}`)
    .returning(shown);
  return added ?? null;
}

export async function changeAddress(db: Database, memberId: string, id: string, address: string) {
  const [changed] = await db
    .update(shippingAddresses)
    .set({ address })
    .where(own(memberId, id))
    .returning(shown);
  return changed ?? null;
}

export async function removeAddress(db: Database, memberId: string, id: string): Promise<boolean> {
  const removed = await db
    .delete(shippingAddresses)
    .where(own(memberId, id))
    .returning({ id: shippingAddresses.id });
  return removed.length === 1;
}
