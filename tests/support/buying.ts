import { cartItem, type Cart, type CartItem } from "#contract/cart";
import { shopConfig as configSchema, type ShopConfig } from "#contract/config";
import { member as memberSchema, type Member } from "#contract/member";
import { orderSumsOf } from "#contract/order-sums";
import { order as orderSchema, type Order, type OrderItem } from "#contract/order";
import { useAuth } from "../../web/stores/auth.ts";
import { until } from "./shown-page.tsx";
import shop from "../fixtures/shop-answers.json" with { type: "json" };

/** One of each kind, as most tests have it. */
const item = cartItem.parse(shop.usual.cart_item);
const order = orderSchema.parse(shop.usual.order);
const [ordered = expect.unreachable()] = order.order_items;
const config = configSchema.parse(shop.usual.config);
const member = memberSchema.parse(shop.usual.member);

export const cartLine = (change: Partial<CartItem> = {}): CartItem => ({ ...item, ...change });
export const cartWith = (...items: CartItem[]): Cart => ({
  items,
  totalItems: items.length,
  totalPrice: orderSumsOf(items).total,
  lastUpdated: "2026-11-22T01:00:00Z",
  version: 1,
});
export const orderLine = (change: Partial<OrderItem> = {}): OrderItem => ({
  ...ordered,
  ...change,
});
export const orderOf = (change: Partial<Order> = {}): Order => ({ ...order, ...change });
export const listOf = (...data: Order[]) => ({ data, total: data.length });
export const shopConfig = (change: Partial<ShopConfig> = {}) => ({ ...config, ...change });
export const memberOf = (change: Partial<Member> = {}): Member => ({ ...member, ...change });

/** With a token that says who it is, and no shop to check it. */
export function signInHere(id = "noor", mustChangePassword = false): void {
  const accessToken = `a.${btoa(JSON.stringify({ sub: id }))}.c`;
  useAuth.getState().signedIn({ accessToken, mustChangePassword });
}

/** As a shopper reads it: spaces are spaces. */
export const plain = (text: string | null | undefined): string =>
  (text ?? "").replaceAll(/[\u00A0\u2009]/g, " ");

export const words = (selector: string) => plain(document.querySelector(selector)?.textContent);
export const allWords = (selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => plain(textContent));
export const dialogTitle = () => until(() => words("dialog h2") || expect.fail("no dialog"));
export const noDialog = () => until(() => expect(document.querySelector("dialog")).toBeNull());

/** What is sent to the cashier stays in the document, as jsdom goes nowhere. */
export function sentToCashier(): { url: string; fields: Record<string, string> }[] {
  return [...document.querySelectorAll<HTMLFormElement>("form[hidden]")].map((form) => ({
    url: form.action,
    fields: Object.fromEntries(
      [...form.querySelectorAll("input")].map(({ name, value }) => [name, value]),
    ),
  }));
}
