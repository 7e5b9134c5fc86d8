import { isNotNull, isNull, sql } from "drizzle-orm";
import { maxCartItems } from "#contract/cart";
import type { Database } from "../deps.ts";
import * as store from "./carts.ts";
import { cartItems, carts } from "./schema.ts";

const isPresent = isNull(cartItems.removedAt);

/**
 * Atomic and once: the first batch marks the guest's cart as merged, so a later one finds nothing
 * to move. Lines that do not fit are dropped with the dead cart.
 */
export async function mergeCarts(
  db: Database,
  guestHash: string,
  newCartId: string,
  change: store.Change,
  prices: readonly store.NewPrice[],
): Promise<void> {
  const { owner, now } = change;
  const memberCart = store.idsOf(store.ownedBy(owner));
  const guestCart = store.idsOf(
    sql`${carts.guestHash} = ${guestHash} and ${carts.mergedInto} = ${memberCart}`,
  );
  const room = sql`max(0, ${maxCartItems} - (select count(*) from ${cartItems}
    where ${cartItems.cartId} = ${memberCart} and ${isPresent}))`;
  const first = sql`(select ${cartItems.id} from ${cartItems}
    where ${cartItems.cartId} = ${guestCart} and ${isPresent}
    order by ${cartItems.createdAt} limit ${room})`;
  await db.batch([
    store.insertCart(db, newCartId, change),
    store.clearExpired(db, owner, now),
    db
      .update(carts)
      .set({ mergedInto: memberCart, version: sql`${carts.version} + 1`, updatedAt: now })
      .where(sql`${store.ownedBy({ guestHash })} and ${carts.expiresAt} > ${now}`),
    db
      .update(cartItems)
      .set({
        cartId: memberCart,
        surveyResponseId: store.ownQuiz(owner, sql`${cartItems.surveyResponseId}`),
      })
      // Recently removed lines move too, so that they can still be put back.
      .where(
        sql`${cartItems.id} in ${first} or (${cartItems.cartId} = ${guestCart}
          and ${isNotNull(cartItems.removedAt)})`,
      ),
    store.raiseVersion(db, change, store.somethingChanged),
    db.delete(cartItems).where(sql`${cartItems.cartId} = ${guestCart}`),
    store.setPrices(db, owner, prices),
  ]);
}
