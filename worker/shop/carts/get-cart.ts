import { type Cart, type CartItem, cartItem } from "#contract/cart";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import * as store from "../../store/carts.ts";
import { selectSnapshotsOfCart } from "../../store/refusals.ts";
import { withSnapshots } from "../refusals/with-refusals.ts";
import { readAsLive } from "../sessions/get-live-session.ts";
import { orderSumsOf } from "#contract/order-sums";

export async function getCart(deps: Deps, owner: store.CartOwner): Promise<Cart> {
  const now = deps.now();
  return cartAnswer(await store.findCart(deps.db, owner, now), now);
}

/** In one batch with the session and its quizzes' refusals. @throws ShopError `token_revoked`. */
export async function getMembersCart(deps: Deps, actor: MemberActor): Promise<Cart> {
  const { db } = deps;
  const now = deps.now();
  const { found } = await readAsLive(deps, actor, { beforePasswordChange: true }, [
    store.selectCart(db, actor),
    store.selectItems(db, actor),
    selectSnapshotsOfCart(db, actor.memberId),
  ]);
  const [carts, items, snapshots] = found;
  const cart = cartAnswer(store.storedCart(carts, items, now), now);
  return { ...cart, items: withSnapshots(cart.items, snapshots) };
}

export async function isOwnCart(deps: Deps, guestCartId: string): Promise<boolean> {
  const cart = await store.findCart(
    deps.db,
    { guestHash: await sha256Hex(guestCartId) },
    deps.now(),
  );
  return cart.id !== null;
}

export function cartAnswer(stored: store.StoredCart, now: number): Cart {
  const items = stored.items.map(itemAnswer);
  return {
    items,
    totalItems: items.length,
    totalPrice: orderSumsOf(items).total,
    lastUpdated: new Date(stored.updatedAt || now).toISOString(),
    version: stored.version,
  };
}

export function linePrice(line: Pick<store.CartItemRow, "unitPrice" | "amount">): number {
  return line.unitPrice * line.amount;
}

/** Parsed, because the columns are wider than the contract's closed lists. */
function itemAnswer(row: store.CartItemRow): CartItem {
  return cartItem.parse({
    ...row,
    price: linePrice(row),
    type: row.saleType,
    createdAt: new Date(row.createdAt).toISOString(),
  });
}
