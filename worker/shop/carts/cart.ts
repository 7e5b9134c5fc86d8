/** Changes to a cart. Each returns the whole cart. The cookie names a guest's. */
import { cartItem, cartItemBody, maxCartItems } from "#contract/cart";
import type { Cart, CartItem, CartItemBody, CartItemChange } from "#contract/cart";
import type { Deps, MemberActor } from "../../deps.ts";
import { sha256Hex, randomId } from "../../platform/crypto.ts";
import * as store from "../../store/carts.ts";
import { readAsLive } from "../sessions/as-member.ts";
import { orderSumsOf } from "#contract/order-sums";
import { cartLifetimeDays } from "#contract/limits";
import { ShopError } from "../../errors/shop-error.ts";
import { priceItem, refuseKilograms, presentPrices, repriceItem } from "./price-item.ts";
import { enforceLimits, everybody } from "../limits/enforce-limit.ts";

export async function getCart(deps: Deps, owner: store.CartOwner): Promise<Cart> {
  const now = deps.now();
  return cartAnswer(await store.findCart(deps.db, owner, now), now);
}

/** In one batch with the session. @throws ShopError `token_revoked`. */
export async function getMembersCart(deps: Deps, actor: MemberActor): Promise<Cart> {
  const { db } = deps;
  const now = deps.now();
  const { found } = await readAsLive(deps, actor, { beforePasswordChange: true }, [
    store.selectCart(db, actor),
    store.selectItems(db, actor),
  ]);
  const [carts, items] = found;
  return cartAnswer(store.storedCart(carts, items, now), now);
}

function cartAnswer(stored: store.StoredCart, now: number): Cart {
  const items = stored.items.map((line) => ({
    ...itemAnswer(line),
    ...(line.refusals?.length && { without: line.refusals }),
  }));
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
export function itemAnswer(row: store.CartItemRow): CartItem {
  return cartItem.parse({
    ...row,
    price: linePrice(row),
    type: row.saleType,
    createdAt: new Date(row.createdAt).toISOString(),
  });
}

const lifetimeMs = cartLifetimeDays * 24 * 3600_000;

/** @param expectedVersion - from `If-Match`; another one is refused. */
export function changeOf(
  deps: Deps,
  owner: store.CartOwner,
  expectedVersion: number | null = null,
): store.Change {
  const now = deps.now();
  return { owner, expectedVersion, now, expiresAt: now + lifetimeMs };
}

const newCartId = () => randomId(18);

export async function addItem(deps: Deps, change: store.Change, body: CartItemBody): Promise<Cart> {
  const item = await newItem(deps, change, body);
  return added(await store.addItem(deps.db, change, newCartId(), item), change);
}

async function newItem(deps: Deps, change: store.Change, body: CartItemBody) {
  const bought = await lineOf(deps, change, body);
  return { id: randomId(16), ...bought, createdAt: change.now };
}

function added({ cart, hasChanged }: store.Changed, { now }: store.Change): Cart {
  if (hasChanged) return cartAnswer(cart, now);
  throw fullOrConflict(cart, now);
}

async function lineOf(deps: Deps, { owner }: store.Change, body: CartItemBody) {
  if ("memberId" in owner) await refuseKilograms(deps, [body]);
  const { productIds, concentration } = body;
  const line = {
    amount: body.amount ?? 1,
    itemType: body.itemType,
    saleType: body.type,
    surveyResponseId: body.surveyResponseId ?? null,
    userAnswer: body.userAnswer ?? null,
    addonItemIds: body.addonItemIds ?? [],
    labelText: body.labelText || null,
  };
  return { ...line, ...(await priceItem(deps, { ...line, productIds, concentration })) };
}

export async function changeItem(deps: Deps, change: store.Change, id: string, to: CartItemChange) {
  const before = await store.findCart(deps.db, change.owner, change.now);
  const item = before.items.find((line) => line.id === id);
  if (item === undefined) throw new ShopError("cart_item_not_found");
  const whole = cartItemBody.safeParse(to);
  const content = whole.success
    ? await lineOf(deps, change, whole.data)
    : await repriceItem(deps, { ...item, amount: to.amount ?? item.amount });
  return settled(await store.changeItem(deps.db, change, id, content), change, id);
}

export async function removeItem({ db }: Deps, change: store.Change, itemId: string) {
  return settled(await store.removeItems(db, change, itemId), change, itemId);
}

export async function restoreItems(deps: Deps, change: store.Change, itemIds: readonly string[]) {
  const removed = await store.findRemoved(deps.db, change, itemIds);
  const prices = await presentPrices(deps, removed);
  const { cart } = await store.restoreItems(deps.db, change, itemIds, prices);
  if (cart.items.some((item) => itemIds.includes(item.id))) return cartAnswer(cart, change.now);
  if (removed.length === 0) throw new ShopError("cart_item_not_found");
  throw fullOrConflict(cart, change.now);
}

function settled({ cart, hasChanged }: store.Changed, { now }: store.Change, itemId: string): Cart {
  if (hasChanged) return cartAnswer(cart, now);
  throw cart.items.some((item) => item.id === itemId)
    ? conflict(cart, now)
    : new ShopError("cart_item_not_found");
}

export async function clearCart({ db }: Deps, change: store.Change): Promise<Cart> {
  const { cart } = await store.removeItems(db, change);
  if (cart.items.length > 0) throw conflict(cart, change.now);
  return cartAnswer(cart, change.now);
}

function fullOrConflict(cart: store.StoredCart, now: number): ShopError {
  return cart.items.length >= maxCartItems
    ? new ShopError("cart_full", { detail: { max: maxCartItems } })
    : conflict(cart, now);
}

function conflict(cart: store.StoredCart, now: number): ShopError {
  return new ShopError("cart_conflict", { detail: cartAnswer(cart, now) });
}

export interface GuestClaim {
  address: string;
  cartId: string | null;
}

/** To the cart that the cookie names; where it is unknown or merged, to the guest's next one. */
export async function addGuestItem(
  deps: Deps,
  { address, cartId }: GuestClaim,
  expectedVersion: number | null,
  body: CartItemBody,
) {
  const changeIn = async (id: string) =>
    changeOf(deps, { guestHash: await sha256Hex(id) }, expectedVersion);
  const change = await changeIn(cartId ?? "");
  const item = await newItem(deps, change, body);
  const found = cartId && (await store.addItem(deps.db, change, null, item));
  if (found && found.cart.id !== null) return { cart: added(found, change), cartId };
  await enforceLimits(deps, [
    ["guest-cart:address", address],
    ["guest-cart:all", everybody],
  ]);
  const nextId = randomId(32);
  const next = await changeIn(nextId);
  const made = await store.addItem(deps.db, next, newCartId(), item);
  return { cart: added(made, next), cartId: nextId };
}

export async function mergeGuestCart(
  deps: Deps,
  guest: store.StoredCart,
  { guestCartId, memberId }: { guestCartId: string; memberId: string },
): Promise<void> {
  if (guest.id === null) return;
  const change = changeOf(deps, { memberId });
  const prices = await presentPrices(deps, guest.items);
  await store.mergeCarts(deps.db, await sha256Hex(guestCartId), newCartId(), change, prices);
}
