import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cart as cartSchema } from "#contract/cart";
import { borrowShop } from "../support/borrowed.ts";
import {
  add,
  cartOf,
  finishedJars,
  guestCookie,
  hashOf,
  idsIn,
  namedGuestCookie,
  sameGuest,
  sampleSet,
  signInWith,
} from "../support/carts.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";

const fragrances = ["hinoki-rain", "cedar-library"];

let shop: Shop;
beforeAll(async () => {
  shop = await borrowShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
});

test("a guest who looks at the cart gets no cookie; one who adds a set gets an unguessable one (R38)", async () => {
  const guest = newShopper(shop);
  expect(await cartOf(guest)).toMatchObject({
    items: [],
    totalItems: 0,
    totalPrice: 0,
    version: 0,
  });
  expect(guest.cookies.has(guestCookie)).toBe(false);

  const added = await add(guest);
  expect(added.status).toBe(200);
  expect(cartSchema.parse(added.body)).toMatchObject({
    totalItems: 1,
    totalPrice: 100,
    version: 1,
  });
  expect(added.body.items[0]).toMatchObject({
    label: "SL-001, SL-002",
    price: 100,
    amount: 1,
    itemType: "JAR",
    type: "SAMPLE",
    surveyResponseId: "response-1",
  });
  const lines = added.headers.getSetCookie();
  for (const name of [namedGuestCookie, guestCookie]) {
    const line = lines.find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
    for (const attribute of [/HttpOnly/i, /Secure/i, /SameSite=Lax/i, /Path=\/(;|$)/i])
      expect(line).toMatch(attribute);
    expect(line).toMatch(/Max-Age=2592000/i);
    expect(line).not.toMatch(/Domain/i);
  }
  expect(guest.cookies.get(namedGuestCookie)).toBe(guest.cookies.get(guestCookie));

  const id = guest.cookies.get(guestCookie) ?? "";
  expect(Buffer.from(id, "base64url")).toHaveLength(32);
  const hash = createHash("sha256").update(id).digest("hex");
  expect(
    await shop.db
      .prepare("SELECT count(*) AS found FROM carts WHERE guest_hash = ?")
      .bind(hash)
      .first(),
  ).toEqual({
    found: 1,
  });
  expect(
    await shop.db
      .prepare("SELECT count(*) AS found FROM carts WHERE id = ?1 OR guest_hash = ?1")
      .bind(id)
      .first(),
  ).toEqual({
    found: 0,
  });
});

test("a jar set keeps the first three fragrances, a paper set the first five", async () => {
  const five = [...fragrances, "osmanthus-lane", "damask-hour", "rose-rain"];
  const jar = await add(newShopper(shop), sampleSet({ productIds: five }));
  expect(jar.body.items[0].productIds).toEqual(five.slice(0, 3));
  const paper = await add(
    newShopper(shop),
    sampleSet({ productIds: five, itemType: "SAMPLE_PAPER" }),
  );
  expect(paper.body.items[0].productIds).toEqual(five);
  expect(paper.body.totalPrice).toBe(100);
});

test("nobody reaches a line of somebody else's cart (R38)", async () => {
  const owner = newShopper(shop);
  const [itemId] = idsIn(await add(owner));
  const { shopper: member } = await newMember(shop);
  const stranger = newShopper(shop);
  await add(stranger);
  for (const other of [member, stranger, newShopper(shop)]) {
    expect(await other.send("PUT", `/cart/items/${itemId}`, { amount: 1 })).toMatchObject({
      status: 404,
      body: { code: "cart_item_not_found" },
    });
    expect(await other.send("DELETE", `/cart/items/${itemId}`)).toMatchObject({
      status: 404,
      body: { code: "cart_item_not_found" },
    });
    await other.send("DELETE", "/cart/clear");
  }
  expect((await cartOf(owner)).items).toHaveLength(1);
});

test.each([
  ["a price", { price: 1 }],
  ["a total", { totalPrice: 1 }],
  ["a member", { memberId: "x" }],
  ["a unit price", { unitPrice: 1 }],
  ["an id", { id: "x" }],
  ["a negative amount", { amount: -1 }],
  ["no amount at all", { amount: 0 }],
  ["half a set", { amount: 1.5 }],
  ["an amount in words", { amount: "1" }],
  ["a huge amount", { amount: 1e9 }],
  ["an amount beyond counting", { amount: 2 ** 53 }],
  ["more than one of a set", { amount: 2 }],
  ["no product", { productIds: [] }],
  ["six products", { productIds: Array.from({ length: 6 }, () => "hinoki-rain") }],
  ["a path for a product", { productIds: ["../orders"] }],
  ["an object for a product", { productIds: [{ id: "hinoki-rain" }] }],
  ["an unknown kind", { itemType: "BARREL" }],
  ["a set by the kilo", { itemType: "LARGE_JAR_KG" }],
  ["an unknown sale", { type: "GIFT" }],
  ["add-ons for a set", { addonItemIds: ["box"] }],
  ["a label for a set", { labelText: "Mei" }],
  ["words that never end", { userAnswer: "x".repeat(501) }],
])("%s in a line is refused and changes nothing (R35, R36)", async (_what, change) => {
  const guest = newShopper(shop);
  await add(guest);
  expect(await add(guest, sampleSet(change))).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
  expect(await cartOf(guest)).toMatchObject({ totalItems: 1, totalPrice: 100, version: 1 });
});

test("a body with __proto__ or a key twice never makes a wrong price", async () => {
  const guest = newShopper(shop);
  for (const text of [
    '{"__proto__":{"price":1},"productIds":["hinoki-rain"],"itemType":"JAR","type":"SAMPLE"}',
    '{"productIds":["hinoki-rain"],"itemType":"JAR","type":"SAMPLE","amount":1,"amount":-5}',
    "[]",
    "null",
    '"x"',
    "{",
  ]) {
    const response = await guest.fetch("/cart/items", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: text,
    });
    expect(response.status).toBe(400);
  }
  expect((await cartOf(guest)).totalPrice).toBe(0);
});

test("a product that the upstream does not know goes by its id", async () => {
  const answer = await add(
    newShopper(shop),
    sampleSet({ productIds: ["no-such-scent", "hinoki-rain"] }),
  );
  expect(answer.status).toBe(200);
  expect(answer.body.items[0].label).toMatch(/^no-such-scent, SL-\d+$/);
});

test("a line can be put in place of another, with its options and their concentration, and keeps its place", async () => {
  const guest = newShopper(shop);
  const [itemId] = idsIn(await add(guest, finishedJars()));
  await add(guest);
  const whole = finishedJars({
    amount: 200,
    addonItemIds: ["capacity-spray-30", "concentration-moderate", "label-moon", "packaging-none"],
    labelText: "雨後",
  });
  const changed = await guest.send("PUT", `/cart/items/${itemId}`, whole);
  expect(changed.status).toBe(200);
  expect(changed.body.items[0]).toMatchObject({ id: itemId, ...whole, concentration: "MODERATE" });
  expect(changed.body.items[0].price).toBe((await add(newShopper(shop), whole)).body.totalPrice);
  expect(await guest.send("PUT", `/cart/items/${itemId}`, { ...whole, amount: 7 })).toMatchObject({
    status: 400,
    body: { fields: { amount: "out_of_range" } },
  });
});

test.each<[string, object, Record<string, string>]>([
  ["nothing", {}, { amount: "required" }],
  ["a part of a line", { labelText: "雨後" }, { productIds: "required", itemType: "required" }],
  ["a price", { amount: 100, price: 1 }, { price: "unknown_field" }],
])("%s is no change of a line", async (_what, body, fields) => {
  const guest = newShopper(shop);
  const [itemId] = idsIn(await add(guest, finishedJars()));
  expect(await guest.send("PUT", `/cart/items/${itemId}`, body)).toMatchObject({
    status: 400,
    body: { code: "validation_failed", fields },
  });
});

test("a page that saw an older cart gets a conflict with the present one (R37)", async () => {
  const guest = newShopper(shop);
  const first = await add(guest);
  const seen = { "If-Match": first.headers.get("ETag") ?? "" };
  const [itemId] = idsIn(first);
  const second = await add(guest, sampleSet({ userAnswer: "second" }), seen);
  expect(second.status).toBe(200);
  const attempts = [
    await add(guest, sampleSet(), seen),
    await guest.send("DELETE", `/cart/items/${itemId}`, undefined, seen),
    await guest.send("PUT", `/cart/items/${itemId}`, { amount: 1 }, seen),
    await guest.send("DELETE", "/cart/clear", undefined, seen),
  ];
  for (const answer of attempts)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: "cart_conflict", detail: { version: 2, totalItems: 2 } },
    });
  expect(await add(guest, sampleSet(), { "If-Match": "2" })).toMatchObject({ status: 400 });
});

test("a shopper removes a line, cannot remove it twice, and clears the rest", async () => {
  const guest = newShopper(shop);
  const [itemId] = idsIn(await add(guest));
  await add(guest);
  expect(await guest.send("DELETE", `/cart/items/${itemId}`)).toMatchObject({
    status: 200,
    body: { totalItems: 1, version: 3 },
  });
  expect(await guest.send("DELETE", `/cart/items/${itemId}`)).toMatchObject({ status: 404 });
  expect(await guest.send("DELETE", "/cart/clear")).toMatchObject({
    status: 200,
    body: { totalItems: 0, totalPrice: 0, version: 4 },
  });
  expect(await guest.send("DELETE", "/cart/clear")).toMatchObject({
    status: 200,
    body: { version: 4 },
  });
});

interface Options {
  tiers: { mini_buy_amount: number; unit_price: number }[];
  addons: { id: string; items: { id: string; price: number; image?: string | null }[] }[];
}

async function optionsOf(userType: string): Promise<Options> {
  const anyone = newShopper(shop);
  const settings = (await anyone.get("/reorder-settings/")).body.data;
  const { id } = settings.find((setting: { user_type: string }) => setting.user_type === userType);
  const tiers = (await anyone.get(`/product-pricing/${id}`)).body.data;
  return { tiers, addons: (await anyone.get("/product-addons/all/")).body.data };
}

test("a finished product costs the price of its tier, and another amount another tier", async () => {
  const { tiers } = await optionsOf("PERSONAL_JAR");
  const [least, next] = tiers.toSorted((a, b) => a.mini_buy_amount - b.mini_buy_amount);
  if (!least || !next) throw new Error("the upstream has no two tiers");
  const guest = newShopper(shop);
  const added = await add(guest, finishedJars());
  expect(added.body).toMatchObject({
    totalPrice: least.unit_price * 100,
    items: [{ label: "SL-001", amount: 100 }],
  });
  const more = Math.ceil(next.mini_buy_amount / 100) * 100;
  const changed = await guest.send("PUT", `/cart/items/${idsIn(added)[0]}`, { amount: more });
  expect(changed.body).toMatchObject({ totalPrice: next.unit_price * more, version: 2 });
  expect(
    await guest.send("PUT", `/cart/items/${idsIn(added)[0]}`, { amount: more, price: 1 }),
  ).toMatchObject({ status: 400 });
});

test.each([
  ["JAR", 50],
  ["JAR", 99],
  ["SAMPLE_PAPER", 4],
  ["SAMPLE_PAPER", 7],
  ["LARGE_JAR_KG", 0],
])("of %s nobody can order %i", async (itemType, amount) => {
  expect(await add(newShopper(shop), finishedJars({ itemType, amount }))).toMatchObject({
    status: 400,
    body: { fields: { amount: "out_of_range" } },
  });
});

test("add-ons that do not exist, or only some of them, are refused", async () => {
  const { addons } = await optionsOf("PERSONAL_JAR");
  const one = addons[0]?.items[0]?.id ?? "";
  for (const addonItemIds of [["golden-cap"], [one], [one, one]]) {
    expect(await add(newShopper(shop), finishedJars({ addonItemIds }))).toMatchObject({
      status: 400,
      body: { fields: { addonItemIds: "invalid" } },
    });
  }
  expect(await add(newShopper(shop), finishedJars({ labelText: "Mei" }))).toMatchObject({
    status: 400,
    body: { fields: { labelText: "invalid" } },
  });
});

test("a guest's cart becomes the member's at sign-in, at today's prices, and the cookie is dead afterwards (R38, R39)", async () => {
  const guest = newShopper(shop);
  await add(guest, finishedJars({ amount: 200 }));
  const { totalPrice } = await cartOf(guest);
  await shop.db
    .prepare(
      "UPDATE cart_items SET unit_price = 1 WHERE cart_id = (SELECT id FROM carts WHERE guest_hash = ?)",
    )
    .bind(hashOf(guest))
    .run();
  const member = await newMember(shop);
  await add(member.shopper);

  const signedIn = await signInWith(shop, guest, member);
  expect(await cartOf(signedIn)).toMatchObject({ totalItems: 2, totalPrice: totalPrice + 100 });
  const replayed = sameGuest(shop, guest);
  expect((await cartOf(replayed)).totalItems).toBe(0);
  const again = await add(replayed);
  expect(again.body.totalItems).toBe(1);
  expect(replayed.cookies.get(guestCookie)).not.toBe(guest.cookies.get(guestCookie));
  expect((await cartOf(signedIn)).totalItems).toBe(2);
});

test("a cart that a stranger plants is neither shown, filled nor merged at sign-in (R39, ASVS 3.3.1)", async () => {
  const stranger = newShopper(shop);
  await add(stranger);
  const planted = stranger.cookies.get(namedGuestCookie) ?? "";
  const victim = newShopper(shop);
  victim.cookies.set(namedGuestCookie, planted);
  expect((await cartOf(victim)).totalItems).toBe(0);

  const member = await newMember(shop);
  const signedIn = await signInWith(shop, victim, member);
  expect((await cartOf(signedIn)).totalItems).toBe(0);

  expect((await add(victim)).body.totalItems).toBe(1);
  expect((await cartOf(stranger)).totalItems).toBe(1);
  victim.cookies.set(namedGuestCookie, planted);
  expect(idsIn({ body: await cartOf(victim) }), "their own cart stays theirs").not.toEqual(
    idsIn({ body: await cartOf(stranger) }),
  );
});

test("a cookie whose name only looks like the shop's, with a space that browsers do not trim, is none (ASVS 3.3.1)", async () => {
  const stranger = newShopper(shop);
  await add(stranger);
  const planted = stranger.cookies.get(guestCookie) ?? "";
  const victim = newShopper(shop);
  for (const space of ["\u2000", "\u00a0", "\ufeff", "\u3000"]) {
    const bytes = Buffer.from(`${space}${guestCookie}=${planted}`).toString("latin1");
    const shown = await victim.get("/cart/", { headers: { Cookie: `x=y; ${bytes}` } });
    expect(shown.body.totalItems).toBe(0);
  }
});

test("a cart that nobody touched for thirty days is empty, and what was in it does not come back", async () => {
  const guest = newShopper(shop);
  const [itemId] = idsIn(await add(guest));
  await shop.db
    .prepare("UPDATE carts SET expires_at = 1 WHERE guest_hash = ?")
    .bind(hashOf(guest))
    .run();
  expect((await cartOf(guest)).totalItems).toBe(0);
  expect((await guest.send("DELETE", `/cart/items/${itemId}`)).status).toBe(404);
  expect((await add(guest, sampleSet({ userAnswer: "new" }))).body).toMatchObject({
    totalItems: 1,
  });
});
