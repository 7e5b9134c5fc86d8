import { cart as cartSchema, type Cart, type CartItem, type CartItemBody } from "#contract/cart";
import { orderSumsOf } from "#contract/order-sums";
import { useCart } from "../stores/cart.ts";
import { api } from "./client.ts";
import { codeOf } from "./errors.ts";

type Edit = (items: readonly CartItem[]) => readonly CartItem[];
/** Shown at once, over whatever the server said before it has answered them. */
const unanswered = new Set<Edit>();
let said: Cart | undefined;
let shown: Cart | undefined;

function show(cart: Cart): Cart {
  const items = [...unanswered]
    .reduce<readonly CartItem[]>((before, edit) => edit(before), cart.items)
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
  said = cart;
  shown = { ...cart, items, totalItems: items.length, totalPrice: orderSumsOf(items).total };
  useCart.getState().replace(shown);
  return shown;
}

/** What was stored since by another tab, or forgotten with its member, is what counts. */
function saidCart(): Cart {
  const { cart } = useCart.getState();
  return cart === shown && said !== undefined ? said : cart;
}

function keepAnswer(cart: Cart): Cart {
  useCart.getState().answered();
  return show(cart);
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

async function changeAtOnce(edit: Edit, send: () => Promise<Cart>): Promise<Cart> {
  unanswered.add(edit);
  show(saidCart());
  try {
    return await change(send);
  } finally {
    unanswered.delete(edit);
    show(saidCart());
  }
}

const readCart = () => api.get("/cart/", cartSchema);

export async function loadCart(): Promise<Cart> {
  const before = changes;
  await lastChange.catch(() => null);
  const cart = await readCart();
  return before === changes ? keepAnswer(cart) : useCart.getState().cart;
}

export function addToCart(item: CartItemBody): Promise<Cart> {
  return change(() => api.send("POST", "/cart/items", { json: item, schema: cartSchema }));
}

export function removeFromCart({ id }: CartItem): Promise<Cart> {
  const send = () => api.send("DELETE", `/cart/items/${id}`, { schema: cartSchema });
  return changeAtOnce(
    (items) => items.filter((item) => item.id !== id),
    () =>
      send().catch((error: unknown) => {
        if (codeOf(error) === "cart_item_not_found") return readCart();
        throw error;
      }),
  );
}

export function restoreToCart(lines: readonly CartItem[]): Promise<Cart> {
  const json = { ids: lines.map(({ id }) => id) };
  return changeAtOnce(
    (items) => [...items, ...lines.filter(({ id }) => !items.some((item) => item.id === id))],
    () => api.send("POST", "/cart/restore", { json, schema: cartSchema }),
  );
}

export function clearCart(): Promise<Cart> {
  return change(() => api.send("DELETE", "/cart/clear", { schema: cartSchema }));
}
