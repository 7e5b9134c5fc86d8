import { isNotNull, sql } from "drizzle-orm";
import type { Database } from "../deps.ts";
import * as store from "./carts.ts";
import { cartItems, carts } from "./schema.ts";

/** Once: the batch marks the guest's cart as merged. Lines that do not fit are dropped with it. */
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
  const first = sql`(select ${cartItems.id} from ${cartItems}
    where ${cartItems.cartId} = ${guestCart} and ${store.isPresent}
    order by ${cartItems.createdAt} limit ${store.roomIn(memberCart)})`;
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
      // Removed lines move too, so that they can still be put back.
      .where(
        sql`${cartItems.id} in ${first} or (${cartItems.cartId} = ${guestCart}
          and ${isNotNull(cartItems.removedAt)})`,
      ),
    store.raiseVersion(db, change, store.somethingChanged),
    db.delete(cartItems).where(sql`${cartItems.cartId} = ${guestCart}`),
    store.setPrices(db, owner, prices),
  ]);
}
