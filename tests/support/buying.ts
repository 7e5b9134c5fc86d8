import type { Cart, CartItem } from "#contract/cart";
import type { ShopConfig } from "#contract/config";
import type { Member } from "#contract/member";
import { orderSumsOf } from "#contract/order-sums";
import type { Order, OrderItem } from "#contract/order";
import { useAuth } from "../../web/stores/auth.ts";
import { until } from "./shown-page.tsx";

export const cartLine = (change: Partial<CartItem> = {}): CartItem => ({
  id: "c1",
  productIds: ["fig-terrace"],
  label: "SL-017",
  price: 100,
  itemType: "JAR",
  type: "SAMPLE",
  amount: 1,
  concentration: null,
  surveyResponseId: null,
  userAnswer: null,
  addonItemIds: [],
  labelText: null,
  createdAt: "2026-11-22T01:00:00Z",
  ...change,
});
export const cartWith = (...items: CartItem[]): Cart => ({
  items,
  totalItems: items.length,
  totalPrice: orderSumsOf(items).total,
  lastUpdated: "2026-11-22T01:00:00Z",
  version: 1,
});

export const orderLine = (change: Partial<OrderItem> = {}): OrderItem => ({
  id: "1",
  type: "SAMPLE",
  product_unit: "JAR",
  product_number: "SL-017",
  amount: 1,
  price: 100,
  product_ids: ["fig-terrace"],
  addon_item_ids: [],
  ...change,
});
export const orderOf = (change: Partial<Order> = {}): Order => ({
  id: "o1",
  order_id: "SL-1",
  status: "pending",
  created_at: "2026-11-22T01:00:00Z",
  customer_name: "Noor Test",
  customer_phone: "+886 912-345-678",
  customer_email: "noor@example.test",
  customer_address: "1 Fig Lane",
  order_total_price: 100,
  currency: "TWD",
  order_items: [orderLine()],
  ...change,
});
export const listOf = (...data: Order[]) => ({ data, total: data.length });

export const shopConfig = (change: Partial<ShopConfig> = {}): ShopConfig => ({
  survey_id: "s",
  description_question_id: "d",
  label_category_id: "label",
  bottle_items: {},
  concentration_items: {},
  ecpay_environment: "production",
  pay_types: ["ecpay"],
  set_price: 100,
  payable_twd: { min: 5, max: 199_999 },
  delivery: {
    preparing: { min: 3, max: 5 },
    transit: null,
    calendar: { from: "2026-01-01", until: "2027-12-31", closed: [], open: [] },
  },
  ...change,
});

export const memberOf = (change: Partial<Member> = {}): Member => ({
  id: "noor",
  email: "noor@example.test",
  first_name: "Noor",
  last_name: "Test",
  full_name: "Noor Test",
  phone: "0912-345-678",
  country: "TW",
  country_code: "+886",
  address: "1 Fig Lane",
  is_business: false,
  company_name: null,
  tax_id: null,
  language_code: "en",
  time_zone: null,
  avatar_url: null,
  ...change,
});

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
