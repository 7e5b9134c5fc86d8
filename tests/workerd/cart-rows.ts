/** Carts as the shop's decisions ask the database for them: Mei's, and a guest's. */
import { sql } from "drizzle-orm";
import { addItem, findCart, mergeCarts } from "../../worker/store/carts.ts";
import type { CartOwner, Change, NewCartItem, StoredCart } from "../../worker/store/carts.ts";
import { dayMs, db, noon } from "./database.ts";

export const mei: CartOwner = { memberId: "mei" };
export const guest: CartOwner = { guestHash: "guest" };

export const changeOf = (owner: CartOwner, changes: Partial<Change> = {}): Change => ({
  owner,
  expectedVersion: null,
  now: noon,
  expiresAt: noon + 30 * dayMs,
  ...changes,
});

export const lineOf = (id: string, changes: Partial<NewCartItem> = {}): NewCartItem => ({
  id,
  productIds: ["hinoki-rain"],
  label: "SL-001",
  unitPrice: 100,
  amount: 1,
  itemType: "JAR",
  saleType: "SAMPLE",
  concentration: null,
  surveyResponseId: null,
  userAnswer: null,
  addonItemIds: [],
  labelText: null,
  createdAt: noon,
  ...changes,
});

export async function add(owner: CartOwner, id: string, changes: Partial<Change> = {}) {
  const line = lineOf(id, { createdAt: changes.now ?? noon });
  return (await addItem(db, changeOf(owner, changes), `cart for ${id}`, line)).cart;
}

export async function fill(owner: CartOwner, count: number, prefix = "line", now = noon) {
  await add(owner, `${prefix} 0`, { now });
  const columns = sql.raw(
    "cart_id, product_ids, label, unit_price, amount, item_type, sale_type, addon_item_ids, created_at",
  );
  await db.run(sql`insert into cart_items (id, ${columns}) select ${prefix} || ' ' || key, ${columns}
    from cart_items, json_each(${JSON.stringify(Array(count).fill(0))}) where cart_items.id = ${`${prefix} 0`} and key > 0`);
}

export const merge = (changes: Partial<Change> = {}, newCartId = "mei's new cart"): Promise<void> =>
  mergeCarts(db, "guest", newCartId, changeOf(mei, changes), []);

export const cartOf = (owner: CartOwner, now = noon): Promise<StoredCart> =>
  findCart(db, owner, now);
export const idsIn = ({ items }: StoredCart): string[] => items.map(({ id }) => id).sort();
