import { rows } from "./payments.ts";
import type { Shop } from "./shop.ts";
import { newShopper, type Answer, type Json, type Shopper } from "./shopper.ts";

/** The name of the specification, and the cookie beside it that decides. */
export const namedGuestCookie = "fragrance_cart";
export const guestCookie = "__Host-sillage_cart";

export const sampleSet = (change: object = {}) => ({
  productIds: ["hinoki-rain", "cedar-library"],
  itemType: "JAR",
  type: "SAMPLE",
  surveyResponseId: "response-1",
  ...change,
});
/** A choice that costs nothing on top of the tier. */
const plainOptions = ["capacity-roller-10", "concentration-light", "label-none", "packaging-none"];
export const finishedJars = (change: object = {}) => ({
  productIds: ["hinoki-rain"],
  itemType: "JAR",
  type: "FINISHED_PRODUCT",
  amount: 100,
  addonItemIds: plainOptions,
  ...change,
});

export const add = (
  shopper: Shopper,
  body: object = sampleSet(),
  headers?: Record<string, string>,
): Promise<Answer> => shopper.send("POST", "/cart/items", body, headers);
/** Puts copies of the line into its cart behind the shop's back: `count` of them, without as many requests. */
export async function copyLine(shop: Shop, id: string, count: number): Promise<void> {
  const [line = {}] = await rows<object>(shop.db, "SELECT * FROM cart_items WHERE id = ?", id);
  const rest = Object.keys(line).filter((name) => name !== "id");
  const copy = `INSERT INTO cart_items (id, ${rest.join(", ")}) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
    SELECT id || '-' || i, ${rest.join(", ")} FROM cart_items, n WHERE id = ?1`;
  await rows(shop.db, copy, id, count);
}
export const remove = (shopper: Shopper, id: string) => shopper.send("DELETE", `/cart/items/${id}`);
export const restore = (shopper: Shopper, ...ids: string[]) =>
  shopper.send("POST", "/cart/restore", { ids });
export const cartOf = async (shopper: Shopper): Promise<Json> => (await shopper.get("/cart/")).body;
export const idsIn = (answer: { body: Json }): string[] =>
  answer.body.items.map((item: { id: string }) => item.id);
/** The same person in another tab, or somebody who got hold of the cookies. */
export function sameGuest(shop: Shop, guest: Shopper): Shopper {
  const twin = newShopper(shop);
  for (const [name, value] of guest.cookies) twin.cookies.set(name, value);
  return twin;
}

export async function signInWith(
  shop: Shop,
  guest: Shopper,
  member: { email: string; password: string },
): Promise<Shopper> {
  const shopper = sameGuest(shop, guest);
  const answer = await shopper.signIn(member.email, member.password);
  if (answer.status !== 200)
    throw new Error(`sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return shopper;
}
