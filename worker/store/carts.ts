/**
 * Carts and their lines. Who owns a cart is asked in one place, `ownedBy`, and in the statement that acts: a foreign line
 * is simply not there. Every change is one batch that also raises `version`.
 */
import { and, asc, eq, gt, isNull, lte, sql, type SQL } from "drizzle-orm";
import type { Database } from "../context.ts";
import { cartItems, carts } from "./schema.ts";

export type CartOwner = { memberId: string } | { guestHash: string };
export type CartItemRow = typeof cartItems.$inferSelect;
export type NewCartItem = Omit<CartItemRow, "cartId">;

export interface StoredCart {
  id: string | null;
  version: number;
  updatedAt: number;
  items: CartItemRow[];
}

export interface Change {
  owner: CartOwner;
  /** The version that the page saw, when it said so. */
  expectedVersion: number | null;
  now: number;
  expiresAt: number;
}

const nothing: StoredCart = { id: null, version: 0, updatedAt: 0, items: [] };

/** A merged cart belongs to nobody any more. */
export function ownedBy(owner: CartOwner): SQL {
  const mine = "memberId" in owner ? eq(carts.memberId, owner.memberId) : eq(carts.guestHash, owner.guestHash);
  return sql`(${mine} and ${isNull(carts.mergedInto)})`;
}

function idsOf(where: SQL): SQL {
  return sql`(select ${carts.id} from ${carts} where ${where})`;
}

function selectCart(db: Database, owner: CartOwner) {
  return db.select().from(carts).where(ownedBy(owner));
}

function selectItems(db: Database, owner: CartOwner) {
  return db
    .select()
    .from(cartItems)
    .where(sql`${cartItems.cartId} in ${idsOf(ownedBy(owner))}`)
    .orderBy(asc(cartItems.createdAt), asc(sql`rowid`));
}

function storedCart([cart]: (typeof carts.$inferSelect)[], items: CartItemRow[], now: number): StoredCart {
  if (cart === undefined) return nothing;
  const isOver = cart.expiresAt <= now;
  return { id: cart.id, version: cart.version, updatedAt: cart.updatedAt, items: isOver ? [] : items };
}

export async function findCart(db: Database, owner: CartOwner, now: number): Promise<StoredCart> {
  const [found, items] = await db.batch([selectCart(db, owner), selectItems(db, owner)]);
  return storedCart(found, items, now);
}

export function insertCart(db: Database, id: string, owner: CartOwner, change: { now: number; expiresAt: number }) {
  const key = "memberId" in owner ? { memberId: owner.memberId } : { guestHash: owner.guestHash };
  return db
    .insert(carts)
    .values({ id, ...key, createdAt: change.now, updatedAt: change.now, expiresAt: change.expiresAt })
    .onConflictDoNothing();
}

/** What was left in a cart that ran out does not come back with its next line. */
export function clearExpired(db: Database, owner: CartOwner, now: number) {
  return db
    .delete(cartItems)
    .where(sql`${cartItems.cartId} in ${idsOf(sql`${ownedBy(owner)} and ${lte(carts.expiresAt, now)}`)}`);
}

function stands({ owner, expectedVersion }: Change): SQL {
  return expectedVersion === null ? ownedBy(owner) : sql`${ownedBy(owner)} and ${carts.version} = ${expectedVersion}`;
}

/** Only right behind the statement whose effect it asks for, in the same batch. */
const somethingChanged = sql`changes() > 0`;

function raiseVersion(db: Database, { owner, now, expiresAt }: Change, when: SQL) {
  return db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: now, expiresAt })
    .where(and(ownedBy(owner), when));
}

/** The caller sees by the answer whether the line found room and the version still stood. */
export async function addItem(
  db: Database,
  change: Change,
  newCartId: string,
  item: NewCartItem,
  maxItems: number,
): Promise<StoredCart> {
  const room = sql`(select count(*) from ${cartItems} where ${cartItems.cartId} = ${carts.id}) < ${maxItems}`;
  const line = sql`select ${item.id}, ${carts.id}, ${JSON.stringify(item.productIds)}, ${item.label}, ${item.unitPrice}, ${item.amount},
    ${item.itemType}, ${item.saleType}, ${item.concentration}, ${item.surveyResponseId}, ${item.userAnswer},
    ${JSON.stringify(item.addonItemIds)}, ${item.labelText}, ${item.createdAt}
    from ${carts} where ${stands(change)} and ${room}`;
  const [, , , , found, items] = await db.batch([
    insertCart(db, newCartId, change.owner, change),
    clearExpired(db, change.owner, change.now),
    db.insert(cartItems).select(line),
    raiseVersion(db, change, somethingChanged),
    selectCart(db, change.owner),
    selectItems(db, change.owner),
  ]);
  return storedCart(found, items, change.now);
}

export interface Changed {
  cart: StoredCart;
  hasChanged: boolean;
}

/** A cart that ran out has no lines, though they still lie there. */
function inLiveCart(change: Change): SQL {
  return sql`${cartItems.cartId} in ${idsOf(sql`${stands(change)} and ${gt(carts.expiresAt, change.now)}`)}`;
}

function isLine(itemId: string, change: Change): SQL {
  return sql`${eq(cartItems.id, itemId)} and ${inLiveCart(change)}`;
}

export async function changeItem(
  db: Database,
  change: Change,
  itemId: string,
  priced: { amount: number; unitPrice: number; label: string },
): Promise<Changed> {
  const [touched, , found, items] = await db.batch([
    db.update(cartItems).set(priced).where(isLine(itemId, change)).returning({ id: cartItems.id }),
    raiseVersion(db, change, somethingChanged),
    selectCart(db, change.owner),
    selectItems(db, change.owner),
  ]);
  return { cart: storedCart(found, items, change.now), hasChanged: touched.length > 0 };
}

export async function removeItem(db: Database, change: Change, itemId: string): Promise<Changed> {
  const [touched, , found, items] = await db.batch([
    db.delete(cartItems).where(isLine(itemId, change)).returning({ id: cartItems.id }),
    raiseVersion(db, change, somethingChanged),
    selectCart(db, change.owner),
    selectItems(db, change.owner),
  ]);
  return { cart: storedCart(found, items, change.now), hasChanged: touched.length > 0 };
}

export async function removeAllItems(db: Database, change: Change): Promise<Changed> {
  const [touched, , found, items] = await db.batch([
    db.delete(cartItems).where(inLiveCart(change)).returning({ id: cartItems.id }),
    raiseVersion(db, change, somethingChanged),
    selectCart(db, change.owner),
    selectItems(db, change.owner),
  ]);
  return { cart: storedCart(found, items, change.now), hasChanged: touched.length > 0 };
}

export interface NewPrice {
  id: string;
  amount: number;
  unitPrice: number;
  label: string;
}

/** Writes what the lines cost now; a line whose amount changed meanwhile keeps the price of its own amount. */
function setPrices(db: Database, owner: CartOwner, prices: readonly NewPrice[]) {
  const list = JSON.stringify(prices);
  const priced = (name: string) =>
    sql`(select value ->> ${`$.${name}`} from json_each(${list}) where value ->> '$.id' = ${cartItems.id})`;
  return db
    .update(cartItems)
    .set({ unitPrice: priced("unitPrice"), label: priced("label") })
    .where(
      sql`${cartItems.cartId} in ${idsOf(ownedBy(owner))} and exists (select 1 from json_each(${list})
        where value ->> '$.id' = ${cartItems.id} and value ->> '$.amount' = ${cartItems.amount} and value ->> '$.unitPrice' <> ${cartItems.unitPrice})`,
    );
}

export async function rewritePrices(db: Database, change: Change, prices: readonly NewPrice[]): Promise<void> {
  await db.batch([setPrices(db, change.owner, prices), raiseVersion(db, change, somethingChanged)]);
}

interface Merge {
  guestHash: string;
  memberId: string;
  newCartId: string;
  prices: readonly NewPrice[];
  maxItems: number;
  now: number;
  expiresAt: number;
}

/**
 * All or nothing, and once: the first batch claims the guest's cart for this member's, so any later one finds nothing of
 * it to move. Lines that find no room go with the dead cart.
 */
export async function mergeCarts(db: Database, merge: Merge): Promise<void> {
  const owner: CartOwner = { memberId: merge.memberId };
  const change: Change = { owner, expectedVersion: null, now: merge.now, expiresAt: merge.expiresAt };
  const memberCart = idsOf(ownedBy(owner));
  const guestCart = idsOf(sql`${carts.guestHash} = ${merge.guestHash} and ${carts.mergedInto} = ${memberCart}`);
  const room = sql`max(0, ${merge.maxItems} - (select count(*) from ${cartItems} where ${cartItems.cartId} = ${memberCart}))`;
  const first = sql`(select ${cartItems.id} from ${cartItems} where ${cartItems.cartId} = ${guestCart} order by ${cartItems.createdAt} limit ${room})`;
  await db.batch([
    insertCart(db, merge.newCartId, owner, merge),
    clearExpired(db, owner, merge.now),
    db
      .update(carts)
      .set({ mergedInto: memberCart, version: sql`${carts.version} + 1`, updatedAt: merge.now })
      .where(sql`${ownedBy({ guestHash: merge.guestHash })} and ${carts.expiresAt} > ${merge.now}`),
    db
      .update(cartItems)
      .set({ cartId: memberCart })
      .where(sql`${cartItems.id} in ${first}`),
    raiseVersion(db, change, somethingChanged),
    db.delete(cartItems).where(sql`${cartItems.cartId} = ${guestCart}`),
    setPrices(db, owner, merge.prices),
  ]);
}
