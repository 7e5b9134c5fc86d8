/** `ownedBy` stands in each statement that acts: a foreign line is simply not there. */
import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, lte } from "drizzle-orm";
import { sql, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { maxCartItems } from "#contract/cart";
import type { Database } from "../deps.ts";
import { isIn, insertWhere, jsonList } from "./statements.ts";
import { cartItems, carts, responseRefusals } from "./schema.ts";

export type CartOwner = { memberId: string } | { guestHash: string };
type CartRow = typeof carts.$inferSelect;
export type CartItemRow = typeof cartItems.$inferSelect;
/** With what was refused in its member's quiz. */
type CartLine = CartItemRow & { refusals: string[] | null };
export type NewCartItem = Omit<CartItemRow, "cartId" | "removedAt">;
export type LineContent = Omit<NewCartItem, "id" | "createdAt">;

export interface Change {
  owner: CartOwner;
  expectedVersion: number | null;
  now: number;
  expiresAt: number;
}

/** A merged cart belongs to nobody any more. */
function ownedBy(owner: CartOwner): SQL {
  const mine =
    "memberId" in owner ? eq(carts.memberId, owner.memberId) : eq(carts.guestHash, owner.guestHash);
  return sql`(${mine} and ${isNull(carts.mergedInto)})`;
}

function idsOf(where: SQL): SQL {
  return sql`(select ${carts.id} from ${carts} where ${where})`;
}

export function selectCart(db: Database, owner: CartOwner) {
  return db.select().from(carts).where(ownedBy(owner));
}

/** The quiz behind a line, which goes to the order with it, unless it is known as another's. */
function ownQuiz(owner: CartOwner, responseId: string | null | SQL) {
  if (responseId === null || !("memberId" in owner)) return responseId;
  return sql`(select ${responseId} where not exists (select 1 from ${responseRefusals}
    where ${responseRefusals.responseId} = ${responseId}
    and ${responseRefusals.memberId} <> ${owner.memberId}))`;
}

const isPresent = isNull(cartItems.removedAt);

export function selectItems(db: Database, owner: CartOwner) {
  const { responseId, memberId, refusals } = responseRefusals;
  const isTheirs = eq(memberId, "memberId" in owner ? owner.memberId : "");
  return db
    .select({ ...getTableColumns(cartItems), refusals })
    .from(cartItems)
    .leftJoin(responseRefusals, and(eq(responseId, cartItems.surveyResponseId), isTheirs))
    .where(sql`${cartItems.cartId} in ${idsOf(ownedBy(owner))} and ${isPresent}`)
    .orderBy(asc(cartItems.createdAt), asc(sql`cart_items.rowid`));
}

export function storedCart([cart = {}]: Partial<CartRow>[], items: CartLine[], now: number) {
  const { id = null, version = 0, updatedAt = 0, expiresAt = now } = cart;
  return { id, version, updatedAt, items: expiresAt <= now ? [] : items };
}
export type StoredCart = ReturnType<typeof storedCart>;

export async function findCart(db: Database, owner: CartOwner, now: number): Promise<StoredCart> {
  const [found, items] = await db.batch([selectCart(db, owner), selectItems(db, owner)]);
  return storedCart(found, items, now);
}

function insertCart(db: Database, id: string, { owner, now, expiresAt }: Change) {
  const row = { id, ...owner, createdAt: now, updatedAt: now, expiresAt };
  return db.insert(carts).values(row).onConflictDoNothing();
}

/** What was left in a cart that ran out does not come back with its next line. */
function clearExpired(db: Database, owner: CartOwner, now: number) {
  const expired = idsOf(sql`${ownedBy(owner)} and ${lte(carts.expiresAt, now)}`);
  return db.delete(cartItems).where(isIn(cartItems.cartId, expired));
}

function stands({ owner, expectedVersion }: Change): SQL {
  return expectedVersion === null
    ? ownedBy(owner)
    : sql`${ownedBy(owner)} and ${carts.version} = ${expectedVersion}`;
}

/** Only right behind the statement whose effect it asks for, in the same batch. */
export const somethingChanged = sql`changes() > 0`;

function raiseVersion(db: Database, { owner, now, expiresAt }: Change, when: SQL) {
  return db
    .update(carts)
    .set({ version: sql`${carts.version} + 1`, updatedAt: now, expiresAt })
    .where(and(ownedBy(owner), when))
    .returning({ id: carts.id });
}

type Statements = readonly BatchItem<"sqlite">[];

async function commit(
  db: Database,
  change: Change,
  act: BatchItem<"sqlite">,
  { before = [], after = [] }: { before?: Statements; after?: Statements } = {},
) {
  const { owner, now } = change;
  const answers = await db.batch([
    clearExpired(db, owner, now),
    ...before,
    act,
    raiseVersion(db, change, somethingChanged),
    ...after,
    selectCart(db, owner),
    selectItems(db, owner),
  ]);
  // A batch answers in the order of its statements.
  const [found, items] = answers.slice(-2) as [CartRow[], CartLine[]];
  // The version still stood, and there was something to change.
  const hasChanged: boolean = Object(answers[before.length + 2]).length > 0;
  return { cart: storedCart(found, items, now), hasChanged };
}
export type Changed = Awaited<ReturnType<typeof commit>>;

/** Where `newCartId` is null, only into a cart that is there. */
export function addItem(db: Database, change: Change, newCartId: string | null, item: NewCartItem) {
  const room = sql`(select count(*) from ${cartItems} where ${cartItems.cartId} = ${carts.id}
    and ${isPresent}) < ${maxCartItems}`;
  const surveyResponseId = ownQuiz(change.owner, item.surveyResponseId);
  const row = { ...item, surveyResponseId, cartId: sql`${carts.id}` };
  const inserted = insertWhere(db, cartItems, row, and(stands(change), room), carts);
  const before = newCartId === null ? [] : [insertCart(db, newCartId, change)];
  return commit(db, change, inserted, { before });
}

function inStandingCart(change: Change): SQL {
  return sql`${cartItems.cartId} in ${idsOf(stands(change))}`;
}

export function changeItem(
  db: Database,
  change: Change,
  itemId: string,
  { surveyResponseId: quiz, ...rest }: Partial<LineContent>,
): Promise<Changed> {
  const content =
    quiz === undefined ? rest : { ...rest, surveyResponseId: ownQuiz(change.owner, quiz) };
  const which = and(eq(cartItems.id, itemId), isPresent, inStandingCart(change));
  return commit(db, change, db.update(cartItems).set(content).where(which));
}

/** Without an id, all lines. */
export function removeItems(db: Database, change: Change, itemId?: string): Promise<Changed> {
  const isOne = itemId === undefined ? undefined : eq(cartItems.id, itemId);
  const which = and(isOne, isPresent, inStandingCart(change));
  const mine = idsOf(ownedBy(change.owner));
  const isRemoved = sql`${cartItems.cartId} in ${mine} and ${isNotNull(cartItems.removedAt)}`;
  const latest = sql`(select ${cartItems.id} from ${cartItems} where ${isRemoved}
    order by ${cartItems.removedAt} desc limit ${maxCartItems})`;
  // Adding and removing for ever must not fill the table.
  const isSurplus = sql`${isRemoved} and ${cartItems.id} not in ${latest}`;
  const removed = db.update(cartItems).set({ removedAt: change.now }).where(which);
  return commit(db, change, removed, { after: [db.delete(cartItems).where(isSurplus)] });
}

/** Longer than any undo notice is shown; `store/retention.ts` deletes the lines afterwards. */
const restorableMs = 24 * 3600_000;

function isRestorable(itemIds: readonly string[], now: number): SQL {
  const isRecent = gt(cartItems.removedAt, now - restorableMs);
  return sql`${isIn(cartItems.id, jsonList(itemIds))} and ${isRecent}`;
}

export function findRemoved(db: Database, { owner, now }: Change, itemIds: readonly string[]) {
  const isTheirs = isIn(cartItems.cartId, idsOf(ownedBy(owner)));
  return db
    .select()
    .from(cartItems)
    .where(and(isRestorable(itemIds, now), isTheirs));
}

const roomIn = (ids: SQL) => sql`max(0, ${maxCartItems} - (select count(*)
  from ${cartItems} where ${cartItems.cartId} in ${ids} and ${isPresent}))`;

export function restoreItems(
  db: Database,
  change: Change,
  itemIds: readonly string[],
  prices: readonly NewPrice[],
): Promise<Changed> {
  const { owner, now } = change;
  const room = roomIn(idsOf(ownedBy(owner)));
  const which = sql`(select ${cartItems.id} from ${cartItems} where ${isRestorable(itemIds, now)}
    and ${inStandingCart(change)}
    order by ${cartItems.createdAt} limit ${room})`;
  const restored = db.update(cartItems).set({ removedAt: null }).where(isIn(cartItems.id, which));
  return commit(db, change, restored, { after: [setPrices(db, owner, prices)] });
}

export type NewPrice = Pick<CartItemRow, "id" | "amount" | "unitPrice" | "label">;

/** Writes present prices; a line whose amount changed meanwhile keeps that amount's price. */
function setPrices(db: Database, owner: CartOwner, prices: readonly NewPrice[]) {
  const list = JSON.stringify(prices);
  const priced = (name: string) =>
    sql`(select value ->> ${`$.${name}`} from json_each(${list})
      where value ->> '$.id' = ${cartItems.id})`;
  return db
    .update(cartItems)
    .set({ unitPrice: priced("unitPrice"), label: priced("label") })
    .where(
      sql`${cartItems.cartId} in ${idsOf(ownedBy(owner))} and exists (select 1
        from json_each(${list})
        where value ->> '$.id' = ${cartItems.id} and value ->> '$.amount' = ${cartItems.amount}
        and value ->> '$.unitPrice' <> ${cartItems.unitPrice})`,
    );
}

export async function rewritePrices(db: Database, change: Change, prices: readonly NewPrice[]) {
  await db.batch([setPrices(db, change.owner, prices), raiseVersion(db, change, somethingChanged)]);
}

/** Once: the batch marks the guest's cart as merged. Lines that do not fit are dropped with it. */
export async function mergeCarts(
  db: Database,
  guestHash: string,
  newCartId: string,
  change: Change,
  prices: readonly NewPrice[],
): Promise<void> {
  const { owner, now } = change;
  const memberCart = idsOf(ownedBy(owner));
  const guestCart = idsOf(
    sql`${carts.guestHash} = ${guestHash} and ${carts.mergedInto} = ${memberCart}`,
  );
  const first = sql`(select ${cartItems.id} from ${cartItems}
    where ${cartItems.cartId} = ${guestCart} and ${isPresent}
    order by ${cartItems.createdAt} limit ${roomIn(memberCart)})`;
  await db.batch([
    insertCart(db, newCartId, change),
    clearExpired(db, owner, now),
    db
      .update(carts)
      .set({ mergedInto: memberCart, version: sql`${carts.version} + 1`, updatedAt: now })
      .where(sql`${ownedBy({ guestHash })} and ${carts.expiresAt} > ${now}`),
    db
      .update(cartItems)
      .set({
        cartId: memberCart,
        surveyResponseId: ownQuiz(owner, sql`${cartItems.surveyResponseId}`),
      })
      // Removed lines move too, so that they can still be put back.
      .where(
        sql`${cartItems.id} in ${first} or (${cartItems.cartId} = ${guestCart}
          and ${isNotNull(cartItems.removedAt)})`,
      ),
    raiseVersion(db, change, somethingChanged),
    db.delete(cartItems).where(sql`${cartItems.cartId} = ${guestCart}`),
    setPrices(db, owner, prices),
  ]);
}
