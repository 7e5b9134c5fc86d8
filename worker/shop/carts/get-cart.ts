import type { Cart } from "#contract/cart";
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import { findCart, type CartOwner } from "../../store/carts.ts";
import { cartAnswer } from "./cart-answer.ts";

export async function getCart(deps: Deps, owner: CartOwner): Promise<Cart> {
  const now = deps.now();
  return cartAnswer(await findCart(deps.db, owner, now), now);
}

export async function isOwnCart(deps: Deps, guestCartId: string): Promise<boolean> {
  const cart = await findCart(deps.db, { guestHash: await sha256Hex(guestCartId) }, deps.now());
  return cart.id !== null;
}
