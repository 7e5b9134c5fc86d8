import { maxCartItems } from "#contract/cart";
import type { Deps } from "../../deps.ts";
import { sha256Hex } from "../../platform/crypto.ts";
import type { StoredCart } from "../../store/carts.ts";
import { mergeCarts } from "../../store/merge-carts.ts";
import { changeOf, newCartId } from "./change-cart.ts";
import { presentPrices } from "./reprice-items.ts";

/** After sign-in: moves the guest's lines to the member's cart, once. A dead, unknown or foreign guest cart changes nothing. */
export async function mergeGuestCart(
  deps: Deps,
  guest: StoredCart,
  { guestCartId, memberId }: { guestCartId: string; memberId: string },
): Promise<void> {
  if (guest.id === null) return;
  const guestHash = await sha256Hex(guestCartId);
  const { now, expiresAt } = changeOf(deps, { owner: { memberId }, expectedVersion: null });
  const prices = await presentPrices(deps, guest.items);
  await mergeCarts(deps.db, {
    guestHash,
    memberId,
    newCartId: newCartId(),
    prices,
    maxItems: maxCartItems,
    now,
    expiresAt,
  });
}
