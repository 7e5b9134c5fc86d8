/** Changes to a cart. Each returns the whole cart. */
import { cartItemBody, maxCartItems } from "#contract/cart";
import type { Cart, CartItemBody, CartItemChange } from "#contract/cart";
import { cartLifetimeDays } from "#contract/limits";
import type { Deps } from "../../deps.ts";
import { randomId } from "../../platform/crypto.ts";
import { ShopError } from "../../errors/shop-error.ts";
import * as store from "../../store/carts.ts";
import { cartAnswer } from "./get-cart.ts";
import { priceItem, refuseKilograms } from "./price-item.ts";
import { presentPrices, repriceItem } from "./reprice-items.ts";

const lifetimeMs = cartLifetimeDays * 24 * 3600_000;
/** Longer than any undo notice is shown; `store/retention.ts` deletes the lines afterwards. */
const restorableMs = 24 * 3600_000;

export interface CartRequest {
  owner: store.CartOwner;
  /** From `If-Match`; another version is refused. */
  expectedVersion: number | null;
}

export function changeOf(deps: Deps, { owner, expectedVersion }: CartRequest): store.Change {
  const now = deps.now();
  return { owner, expectedVersion, now, expiresAt: now + lifetimeMs };
}

export const newCartId = () => randomId(18);

/** @throws ShopError `cart_full`, `cart_conflict`, or the reason why the line cannot be bought. */
export async function addItem(deps: Deps, request: CartRequest, body: CartItemBody): Promise<Cart> {
  const bought = await lineOf(deps, request, body);
  const change = changeOf(deps, request);
  const item: store.NewCartItem = { id: randomId(16), ...bought, createdAt: change.now };
  const cartId = newCartId();
  const cart = await store.addItem(deps.db, change, cartId, item, maxCartItems);
  if (cart.items.some((kept) => kept.id === item.id)) return cartAnswer(cart, change.now);
  throw fullOrConflict(cart, change.now);
}

/** @throws ShopError the reason why this cannot be bought. */
async function lineOf(
  deps: Deps,
  { owner }: CartRequest,
  body: CartItemBody,
): Promise<store.LineContent> {
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

/** @throws ShopError `cart_item_not_found`, also for a line in another cart. */
export async function changeItem(
  deps: Deps,
  request: CartRequest,
  itemId: string,
  wanted: CartItemChange,
): Promise<Cart> {
  const before = await store.findCart(deps.db, request.owner, deps.now());
  const item = before.items.find((line) => line.id === itemId);
  if (item === undefined) throw new ShopError("cart_item_not_found");
  const whole = cartItemBody.safeParse(wanted);
  const change = changeOf(deps, request);
  const amount = wanted.amount ?? item.amount;
  const content = whole.success
    ? await lineOf(deps, request, whole.data)
    : await repriceItem(deps, { ...item, amount });
  return settled(await store.changeItem(deps.db, change, itemId, content), change, itemId);
}

export async function removeItem(deps: Deps, request: CartRequest, itemId: string): Promise<Cart> {
  const change = changeOf(deps, request);
  return settled(await store.removeItem(deps.db, change, itemId, maxCartItems), change, itemId);
}

/** Undoes removals at today's prices. @throws ShopError `cart_full`, `cart_conflict`. */
export async function restoreItems(
  deps: Deps,
  request: CartRequest,
  itemIds: readonly string[],
): Promise<Cart> {
  const change = changeOf(deps, request);
  const restoring = { itemIds, removedAfter: change.now - restorableMs };
  const removed = await store.findRemoved(deps.db, request.owner, restoring);
  const prices = await presentPrices(deps, removed);
  const cart = await store.restoreItems(deps.db, change, restoring, prices, maxCartItems);
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

export async function clearCart(deps: Deps, request: CartRequest): Promise<Cart> {
  const change = changeOf(deps, request);
  const { cart } = await store.removeAllItems(deps.db, change, maxCartItems);
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
