import { cart as cartSchema, type Cart, type CartItemBody } from "#contract/cart";
import { useCart } from "../stores/cart.ts";
import { api } from "./client.ts";

/** Every answer of the server is the whole cart, and what it says replaces the copy. */
function keep(cart: Cart): Cart {
  useCart.getState().replace(cart);
  return cart;
}

export async function loadCart(): Promise<Cart> {
  return keep(await api.get("/cart/", cartSchema));
}

export async function addToCart(item: CartItemBody): Promise<Cart> {
  return keep(await api.send("POST", "/cart/items", { json: item, schema: cartSchema }));
}

/** Takes the line away at once and puts it back if the server refuses. */
export async function removeFromCart(id: string): Promise<Cart> {
  const before = useCart.getState().cart;
  useCart.getState().without(id);
  try {
    return keep(await api.send("DELETE", `/cart/items/${id}`, { schema: cartSchema }));
  } catch (error) {
    useCart.getState().replace(before);
    throw error;
  }
}

export async function clearCart(): Promise<Cart> {
  return keep(await api.send("DELETE", "/cart/clear", { schema: cartSchema }));
}
