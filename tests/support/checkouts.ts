import { randomBytes } from "node:crypto";
import type { Json, Answer, Shopper } from "./shopper.ts";
import { add, cartOf } from "./carts.ts";
import { newMember } from "./new-member.ts";
import type { Payable } from "./payments.ts";
import type { Shop } from "./shop.ts";

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
  cart_items: cart.items,
  expected_total: cart.totalPrice,
  ...change,
});

export const newKey = () => randomBytes(12).toString("base64url");
const keyed = (key: string) => ({ "Idempotency-Key": key });

export async function memberHaving(shop: Shop, lines: object[], language?: "zh" | "en" | "ja") {
  const member = await newMember(shop, { ...(language && { language }) });
  for (const line of lines) {
    const { status } = await add(member.shopper, line);
    if (status !== 200) throw new Error(`a line was answered with ${status}`);
  }
  return member;
}
export const memberWith = async (shop: Shop, ...lines: object[]): Promise<Shopper> =>
  (await memberHaving(shop, lines)).shopper;

export const formOf = async (shopper: Shopper, change: object = {}): Promise<Json> =>
  checkoutForm(await cartOf(shopper), change);
export const checkOut = (shopper: Shopper, form: object, key = newKey()): Promise<Answer> =>
  shopper.send("POST", "/cart/checkout", form, keyed(key));
/** @returns the key of the order, still to be paid. */
export async function placeOrder(shopper: Shopper, cart: Json): Promise<string> {
  const { status, body } = await checkOut(shopper, checkoutForm(cart));
  if (status !== 200) throw new Error(`checkout answered ${status}: ${JSON.stringify(body)}`);
  return body.id;
}
export const pay = (shopper: Shopper, id: string, key = newKey()): Promise<Answer> =>
  shopper.send("POST", `/orders/${id}/pay`, undefined, keyed(key));
export const cancel = (shopper: Shopper, id: string): Promise<Answer> =>
  shopper.send("POST", `/orders/${id}/cancel`);
export const ordersOf = async (shopper: Shopper): Promise<Json[]> =>
  (await shopper.get("/orders/my-orders?skip=0&limit=100")).body.data;

export const payableOf = ({ body }: Pick<Answer, "body">): Payable => ({
  merchantTradeNo: body.ecpay_form_data.MerchantTradeNo,
  amountTwd: Number(body.ecpay_form_data.TotalAmount),
});
