import { maxCartItems } from "#contract/cart";
import type { Deps } from "../../context.ts";
import { randomId, sha256Hex } from "../../http/crypto.ts";
import * as store from "../../store/carts.ts";
import { changeOf } from "./change-cart.ts";
import { repriceItem } from "./reprice-items.ts";

/** After a sign-in: the guest's lines become the member's, once. A dead, unknown or foreign guest cart changes nothing. */
export async function mergeGuestCart(deps: Deps, guestCartId: string | null, memberId: string): Promise<void> {
  if (guestCartId === null) return;
  const guestHash = await sha256Hex(guestCartId);
  const guest = await store.findCart(deps.db, { guestHash }, deps.now());
  if (guest.id === null) return;
  const { now, expiresAt } = changeOf(deps, { owner: { memberId }, expectedVersion: null });
  const prices = await presentPrices(deps, guest.items);
  await store.mergeCarts(deps.db, {
    guestHash,
    memberId,
    newCartId: randomId(16),
    prices,
    maxItems: maxCartItems,
    now,
    expiresAt,
  });
}

/** A line that cannot be priced now keeps its price and is priced again at checkout: nobody is kept from signing in for it. */
async function presentPrices(deps: Deps, items: readonly store.CartItemRow[]): Promise<store.NewPrice[]> {
  const answers = await Promise.allSettled(items.map((item) => repriceItem(deps, item)));
  const failed = answers.find((answer) => answer.status === "rejected");
  if (failed) deps.log.warn("a merged cart was not priced whole", { error: failed.reason });
  return answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
}
