/** The cookie names the cart; before it, the page's random key, so parallel adds meet in one. */
import { type Cart, type CartItemBody, maxCartItems } from "#contract/cart";
import type { Deps } from "../../deps.ts";
import { deriveKey, hmacBase64url, randomId, sha256Hex } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import { selectMergedCart, type StoredCart } from "../../store/carts.ts";
import { enforceLimits, everybody, type LimitOf } from "../limits/enforce-limit.ts";
import { addItem, changeOf, newCartId } from "./change-cart.ts";
import { isOwnCart } from "./get-cart.ts";
import { mergeCarts } from "../../store/merge-carts.ts";
import { presentPrices } from "./reprice-items.ts";

export interface GuestClaim {
  address: string;
  cartId: string | null;
  key: string | null;
}

const mostTries = 3;
const mostGenerations = 8;

/** A cart merged between choosing and adding: the line goes to the guest's next cart. */
export async function addGuestItem(
  deps: Deps,
  claim: GuestClaim,
  expectedVersion: number | null,
  body: CartItemBody,
): Promise<{ cart: Cart; cartId: string }> {
  for (let tries = 1; ; tries += 1) {
    const cartId = await chooseGuestCart(deps, claim);
    try {
      const owner = { guestHash: await sha256Hex(cartId) };
      return { cart: await addItem(deps, { owner, expectedVersion }, body), cartId };
    } catch (error) {
      const isGone =
        error instanceof ShopError && error.code === "cart_conflict" && expectedVersion === null;
      if (!isGone || tries >= mostTries) throw error;
    }
  }
}

async function chooseGuestCart(deps: Deps, { address, cartId, key }: GuestClaim): Promise<string> {
  if (cartId !== null && (await isOwnCart(deps, cartId))) return cartId;
  const { SESSION_SECRET: secret, SESSION_SECRET_PREVIOUS: previous } = deps.config;
  if (key !== null && previous !== null) {
    const begun = await madeOf(previous, key, 0);
    if (await isOwnCart(deps, begun)) return begun;
  }
  const first = key === null ? randomId(32) : await madeOf(secret, key, 0);
  const limits: LimitOf[] = [
    ["guest-cart:address", address],
    ["guest-cart:all", everybody],
  ];
  const isMerged = selectMergedCart(deps.db, await sha256Hex(first));
  const [merged] = await enforceLimits(deps, limits, [isMerged]);
  if (merged.length === 0 || key === null) return first;
  for (let generation = 1; generation < mostGenerations; generation += 1) {
    const made = await madeOf(secret, key, generation);
    if ((await selectMergedCart(deps.db, await sha256Hex(made))).length === 0) return made;
  }
  return randomId(32);
}

async function madeOf(secret: string, key: string, generation: number): Promise<string> {
  return hmacBase64url(await deriveKey(secret, "guest-cart"), `${generation}\n${key}`);
}

/** Moves the guest's lines to the member's cart, once. */
export async function mergeGuestCart(
  deps: Deps,
  guest: StoredCart,
  { guestCartId, memberId }: { guestCartId: string; memberId: string },
): Promise<void> {
  if (guest.id === null) return;
  const { now, expiresAt } = changeOf(deps, { owner: { memberId }, expectedVersion: null });
  await mergeCarts(deps.db, {
    guestHash: await sha256Hex(guestCartId),
    memberId,
    newCartId: newCartId(),
    prices: await presentPrices(deps, guest.items),
    maxItems: maxCartItems,
    now,
    expiresAt,
  });
}
