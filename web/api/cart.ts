import {
  cart as cartSchema,
  cartKeyHeader,
  type Cart,
  type CartItem,
  type CartItemBody,
} from "#contract/cart";
import { cartTotal } from "#contract/money";
import { useCart } from "../stores/cart.ts";
import { findAccessToken, storage, storageKeys } from "../stores/storage.ts";
import { api, ApiError } from "./client.ts";

/** Lines being removed or restored; they override answers to earlier requests. */
const leaving = new Map<string, CartItem>();
const returning = new Map<string, CartItem>();

function keepAnswer(cart: Cart): Cart {
  useCart.getState().answered();
  return keep(cart);
}

function keep(cart: Cart): Cart {
  const missing = [...returning.values()].filter(
    ({ id }) => !cart.items.some((item) => item.id === id),
  );
  const shown = cartOf(cart, [...cart.items.filter(({ id }) => !leaving.has(id)), ...missing]);
  useCart.getState().replace(shown);
  return shown;
}

/** The cart with other lines in it, counted and summed anew. */
function cartOf(cart: Cart, items: readonly CartItem[]): Cart {
  const inOrder = items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  return { ...cart, items: inOrder, totalItems: inOrder.length, totalPrice: cartTotal(inOrder) };
}

/** One change at a time, so that no older answer comes after a newer one. */
let lastChange: Promise<unknown> = Promise.resolve();
let changes = 0;

function change(send: () => Promise<Cart>): Promise<Cart> {
  changes += 1;
  const sent = lastChange.then(send, send).then(keepAnswer);
  lastChange = sent;
  return sent;
}

export async function loadCart(): Promise<Cart> {
  const before = changes;
  await lastChange.catch(() => null);
  const cart = await api.get("/cart/", cartSchema);
  // A change sent meanwhile brings a newer answer.
  return before === changes ? keepAnswer(cart) : useCart.getState().cart;
}

export function addToCart(item: CartItemBody): Promise<Cart> {
  return change(() =>
    api.send("POST", "/cart/items", { json: item, schema: cartSchema, headers: guestKey() }),
  );
}

/** Removes the line at once and puts it back if the server refuses. */
export async function removeFromCart(item: CartItem): Promise<Cart> {
  leaving.set(item.id, item);
  keep(useCart.getState().cart);
  try {
    return await change(() => api.send("DELETE", `/cart/items/${item.id}`, { schema: cartSchema }));
  } catch (error) {
    // Already removed in another tab.
    if (error instanceof ApiError && error.code === "cart_item_not_found") return await loadCart();
    const { cart } = useCart.getState();
    useCart
      .getState()
      .replace(cartOf(cart, [...cart.items.filter(({ id }) => id !== item.id), item]));
    throw error;
  } finally {
    leaving.delete(item.id);
  }
}

/** Shows the lines again at once; the server decides their prices. */
export async function restoreToCart(items: readonly CartItem[]): Promise<Cart> {
  for (const item of items) returning.set(item.id, item);
  keep(useCart.getState().cart);
  try {
    return await change(() =>
      api.send("POST", "/cart/restore", {
        json: { ids: items.map(({ id }) => id) },
        schema: cartSchema,
      }),
    );
  } catch (error) {
    const gone = new Set(items.map(({ id }) => id));
    const { cart } = useCart.getState();
    useCart.getState().replace(
      cartOf(
        cart,
        cart.items.filter(({ id }) => !gone.has(id)),
      ),
    );
    throw error;
  } finally {
    for (const { id } of items) returning.delete(id);
  }
}

export function clearCart(): Promise<Cart> {
  return change(() => api.send("DELETE", "/cart/clear", { schema: cartSchema }));
}

/** All tabs of a guest share one key: items added before the first cookie arrives land in one cart. */
function guestKey(): Record<string, string> {
  if (findAccessToken() !== null) {
    storage.removeItem(storageKeys.cartKey);
    return {};
  }
  const kept = storage.getItem(storageKeys.cartKey);
  const key = kept ?? newKey();
  if (kept === null) storage.setItem(storageKeys.cartKey, key);
  return { [cartKeyHeader]: key };
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
