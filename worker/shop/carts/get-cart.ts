import { type Cart, type CartItem, cartItem } from "#contract/cart";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import {
  findCart,
  selectCart,
  selectItems,
  storedCart,
  type CartOwner,
  type CartItemRow,
  type StoredCart,
} from "../../store/carts.ts";
import { selectSnapshotsOfCart } from "../../store/refusals.ts";
import { withSnapshots } from "../refusals/with-refusals.ts";
import { readAsLive } from "../sessions/get-live-session.ts";
import { cartTotal } from "#contract/money";

export async function getCart(deps: Deps, owner: CartOwner): Promise<Cart> {
  const now = deps.now();
  return cartAnswer(await findCart(deps.db, owner, now), now);
}

/** In one batch with the session and its quizzes' refusals. @throws ShopError `token_revoked`. */
export async function getMembersCart(deps: Deps, actor: MemberActor): Promise<Cart> {
  const { db } = deps;
  const now = deps.now();
  const {
    found: [carts, items, snapshots],
  } = await readAsLive(deps, actor, { beforePasswordChange: true }, [
    selectCart(db, actor),
    selectItems(db, actor),
    selectSnapshotsOfCart(db, actor.memberId),
  ]);
  const cart = cartAnswer(storedCart(carts, items, now), now);
  return { ...cart, items: withSnapshots(cart.items, snapshots) };
}

export async function isOwnCart(deps: Deps, guestCartId: string): Promise<boolean> {
  const cart = await findCart(deps.db, { guestHash: await sha256Hex(guestCartId) }, deps.now());
  return cart.id !== null;
}

export function cartAnswer(stored: StoredCart, now: number): Cart {
  const items = stored.items.map(itemAnswer);
  return {
    items,
    totalItems: items.length,
    totalPrice: cartTotal(items),
    lastUpdated: new Date(stored.updatedAt || now).toISOString(),
    version: stored.version,
  };
}

export function linePrice({
  unitPrice,
  amount,
}: Pick<CartItemRow, "unitPrice" | "amount">): number {
  return unitPrice * amount;
}

/** Parsed, because the columns are wider than the contract's closed lists. */
function itemAnswer(row: CartItemRow): CartItem {
  return cartItem.parse({
    id: row.id,
    productIds: row.productIds,
    label: row.label,
    price: linePrice(row),
    itemType: row.itemType,
    type: row.saleType,
    amount: row.amount,
    concentration: row.concentration,
    surveyResponseId: row.surveyResponseId,
    userAnswer: row.userAnswer,
    addonItemIds: row.addonItemIds,
    labelText: row.labelText,
    createdAt: new Date(row.createdAt).toISOString(),
  });
}
