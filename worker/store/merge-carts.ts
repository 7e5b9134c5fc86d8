import { isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import {
  clearExpired,
  idsOf,
  insertCart,
  ownedBy,
  ownQuiz,
  raiseVersion,
  setPrices,
  somethingChanged,
  type CartOwner,
  type Change,
  type NewPrice,
} from "./carts.ts";
import { cartItems, carts } from "./schema.ts";

const isPresent = isNull(cartItems.removedAt);

export interface Merge {
  guestHash: string;
  memberId: string;
  newCartId: string;
  prices: readonly NewPrice[];
  maxItems: number;
  now: number;
  expiresAt: number;
}

/**
 * Atomic and once: the first batch marks the guest's cart as merged, so a later one finds nothing
 * to move. Lines that do not fit are dropped with the dead cart.
 */
export async function mergeCarts(db: Database, merge: Merge): Promise<void> {
  const owner: CartOwner = { memberId: merge.memberId };
  const change: Change = {
    owner,
    expectedVersion: null,
    now: merge.now,
    expiresAt: merge.expiresAt,
  };
  const memberCart = idsOf(ownedBy(owner));
  const guestCart = idsOf(
    sql`${carts.guestHash} = ${merge.guestHash} and ${carts.mergedInto} = ${memberCart}`,
  );
  const room = sql`max(0, ${merge.maxItems} - (select count(*) from ${cartItems}
    where ${cartItems.cartId} = ${memberCart} and ${isPresent}))`;
  const first = sql`(select ${cartItems.id} from ${cartItems}
    where ${cartItems.cartId} = ${guestCart} and ${isPresent}
    order by ${cartItems.createdAt} limit ${room})`;
  await db.batch([
    insertCart(db, merge.newCartId, owner, merge),
    clearExpired(db, owner, merge.now),
    db
      .update(carts)
      .set({ mergedInto: memberCart, version: sql`${carts.version} + 1`, updatedAt: merge.now })
      .where(sql`${ownedBy({ guestHash: merge.guestHash })} and ${carts.expiresAt} > ${merge.now}`),
    db
      .update(cartItems)
      .set({
        cartId: memberCart,
        surveyResponseId: ownQuiz(owner, sql`${cartItems.surveyResponseId}`),
      })
      // Recently removed lines move too, so that they can still be put back.
      .where(
        sql`${cartItems.id} in ${first} or (${cartItems.cartId} = ${guestCart}
          and ${isNotNull(cartItems.removedAt)})`,
      ),
    raiseVersion(db, change, somethingChanged),
    db.delete(cartItems).where(sql`${cartItems.cartId} = ${guestCart}`),
    setPrices(db, owner, merge.prices),
  ]);
}
