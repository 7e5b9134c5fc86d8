/** What the page sends when this cart is ordered. */
import type { Json } from "./shopper.ts";

export const customer = {
  customer_name: "林小美",
  customer_address: "臺北市中山區香氣路 1 號",
  customer_phone: "0912-345-678",
  customer_email: "mei@example.test",
  customer_note: "please ring twice",
  pay_type: "ecpay",
  country: "TW",
  currency: "TWD",
  invoice_type: "B2C",
};

export const checkoutForm = (cart: Json, change: object = {}): Json => ({
  ...customer,
  cart_items: cart.items.map(({ id }: { id: string }) => ({ id })),
  expected_total: cart.totalPrice,
  ...change,
});
