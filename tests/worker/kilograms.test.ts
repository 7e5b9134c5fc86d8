/** Only business members buy by the kilogram, whatever the page's address says. */
import { randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { add, cartOf, finishedJars, signInWith } from "../support/carts.ts";
import { checkoutForm } from "../support/checkout-form.ts";
import { newMember } from "../support/new-member.ts";
import { newShopper, type Shopper } from "../support/shopper.ts";
import type { Shop } from "../support/shop.ts";

let shop: Shop;
beforeAll(async () => void (shop = await borrowShop()));

const kilogram = finishedJars({ itemType: "LARGE_JAR_KG", amount: 1 });
const refused = { status: 403, body: { code: "business_only" } };

async function checkOut(shopper: Shopper) {
  const key = { "Idempotency-Key": randomBytes(12).toString("base64url") };
  return shopper.send("POST", "/cart/checkout", checkoutForm(await cartOf(shopper)), key);
}

test("a business buys by the kilogram", async () => {
  const { shopper } = await newMember(shop, { isBusiness: true });
  expect((await add(shopper, kilogram)).status).toBe(200);
  expect((await checkOut(shopper)).status).toBe(200);
});

test("a private member cannot add a kilogram, nor turn bottles into one", async () => {
  const { shopper } = await newMember(shop);
  expect(await add(shopper, kilogram)).toMatchObject(refused);
  const { body } = await add(shopper, finishedJars());
  expect(await shopper.send("PUT", `/cart/items/${body.items[0].id}`, kilogram)).toMatchObject(
    refused,
  );
});

test("a guest's kilogram in a private member's cart is refused at checkout, and the rest goes through without it", async () => {
  const guest = newShopper(shop);
  expect((await add(guest, kilogram)).status).toBe(200);
  const noor = await signInWith(shop, guest, await newMember(shop));
  await add(noor, finishedJars());
  const cart = await cartOf(noor);
  expect(cart.totalItems).toBe(2);
  expect(await checkOut(noor)).toMatchObject(refused);
  await noor.send("DELETE", `/cart/items/${cart.items[0].id}`);
  expect((await checkOut(noor)).status).toBe(200);
});
