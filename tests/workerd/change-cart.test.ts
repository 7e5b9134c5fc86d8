/** `worker/shop/carts/cart.ts`: what a change of a cart answers, and when it is refused. */
import { expect, test } from "vitest";
import { maxCartItems, type CartItemBody } from "#contract/cart";
import * as verbs from "../../worker/shop/carts/cart.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { removeItem } from "../../worker/store/carts.ts";
import { cartOf, changeOf, fill, guest, idsIn, mei, add as put } from "./cart-rows.ts";
import { dayMs, db, minuteMs, noon, refuses } from "./database.ts";
import { portsWith } from "./ports.ts";

const set: CartItemBody = { productIds: ["hinoki-rain"], itemType: "JAR", type: "SAMPLE" };
const bottles: CartItemBody = { ...set, type: "FINISHED_PRODUCT", amount: 100 };
const kilograms: CartItemBody = { ...bottles, itemType: "LARGE_JAR_KG", amount: 1 };

const catalogue: Record<string, unknown> = {
  "/products/{id}": { product_id: "SL-001" },
  "/members/me": { id: "mei", is_business: false },
  "/reorder-settings/": [
    { id: "bottles", user_type: "PERSONAL_JAR" },
    { id: "kilograms", user_type: "ENTERPRISE" },
  ],
  "/product-pricing/{id}": [
    { mini_buy_amount: 1, unit_price: 500 },
    { mini_buy_amount: 200, unit_price: 400 },
  ],
};

function shopAt(now = noon, more: Record<string, unknown> = {}) {
  const answers = (path: string) => ({ ...catalogue, ...more })[path];
  return portsWith({ answers, now: () => now });
}
const { deps } = shopAt();
const asMei = (expectedVersion: number | null = null) => ({ owner: mei, expectedVersion });
const stale = { code: "cart_conflict", facts: { detail: { version: expect.any(Number) } } };

test("a new line is answered with the whole cart, at the shop's price", async () => {
  const wish = { ...bottles, userAnswer: "woods", surveyResponseId: "quiz" };
  const cart = await verbs.addItem(shopAt(noon + minuteMs).deps, asMei(), wish);
  expect(cart).toMatchObject({ totalItems: 1, totalPrice: 50_000, version: 1 });
  expect(cart.items).toEqual([
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      productIds: ["hinoki-rain"],
      label: "SL-001",
      price: 50_000,
      itemType: "JAR",
      type: "FINISHED_PRODUCT",
      amount: 100,
      concentration: null,
      surveyResponseId: "quiz",
      userAnswer: "woods",
      addonItemIds: [],
      labelText: null,
      createdAt: new Date(noon + minuteMs).toISOString(),
    },
  ]);
});

test("a wish without an amount is for one, and a cart that nobody changes is kept for thirty days", async () => {
  const [line] = (await verbs.addItem(deps, asMei(), set)).items;
  expect(line).toMatchObject({ amount: 1, userAnswer: null, surveyResponseId: null });
  expect((await cartOf(mei, noon + 30 * dayMs - 1)).items).toHaveLength(1);
  expect((await cartOf(mei, noon + 30 * dayMs)).items).toHaveLength(0);
});

test("options and a label are part of the line and of its price", async () => {
  const item = { id: "engraved", name: "Engraved", price: 20, image: "data:image/x" };
  const options = [{ id: "labels", name: "Label", items: [item] }];
  const rules = { "/product-addons/dependency-rules/all/": [], "/product-addons/all/": options };
  const wish = { ...bottles, addonItemIds: ["engraved"], labelText: "Mei" };
  const cart = await verbs.addItem(shopAt(noon, rules).deps, asMei(), wish);
  expect(cart.items).toMatchObject([
    { price: 52_000, addonItemIds: ["engraved"], labelText: "Mei" },
  ]);
});

test("a full cart and one that has changed meanwhile are two refusals", async () => {
  await put(mei, "line");
  await expect(verbs.addItem(deps, asMei(0), set)).rejects.toMatchObject(stale);
  await fill(mei, maxCartItems - 1, "more");
  await refuses(verbs.addItem(deps, asMei(), set), "cart_full", { detail: { max: maxCartItems } });
});

test("kilograms are for business members, at the moment they are put in; of guests, and of who buys by the bottle, nobody asks", async () => {
  await refuses(verbs.addItem(deps, asMei(), kilograms), "business_only");
  const unsaid = shopAt(noon, { "/members/me": { id: "mei", is_business: null } });
  expect(await verbs.addItem(unsaid.deps, asMei(), kilograms)).toMatchObject({ totalItems: 1 });
  await verbs.clearCart(unsaid.deps, asMei());
  const business = shopAt(noon, { "/members/me": { id: "mei", is_business: true } });
  expect(await verbs.addItem(business.deps, asMei(), kilograms)).toMatchObject({ totalItems: 1 });
  const stranger = shopAt();
  const theirs = { owner: guest, expectedVersion: null };
  expect(await verbs.addItem(stranger.deps, theirs, kilograms)).toMatchObject({ totalItems: 1 });
  await verbs.addItem(stranger.deps, asMei(), bottles);
  expect(stranger.heard).not.toContain("/members/me");
});

test("more bottles cost what the tiers say", async () => {
  const [line] = (await verbs.addItem(deps, asMei(), bottles)).items;
  const changed = await verbs.changeItem(deps, asMei(), line?.id ?? "", { amount: 200 });
  expect(changed).toMatchObject({ totalPrice: 80_000, items: [{ id: line?.id, amount: 200 }] });
});

test("a line may be replaced by another whole one, in its place", async () => {
  const [line] = (await verbs.addItem(deps, asMei(), bottles)).items;
  const changed = await verbs.changeItem(deps, asMei(), line?.id ?? "", set);
  expect(changed.items).toMatchObject([{ id: line?.id, type: "SAMPLE", price: 100, amount: 1 }]);
});

test("a line that is not there, and a cart that has changed meanwhile, are two refusals", async () => {
  const { id = "" } = (await verbs.addItem(deps, asMei(), bottles)).items[0] ?? {};
  const absent = { code: "cart_item_not_found" };
  const { changeItem, removeItem: remove } = verbs;
  await expect(changeItem(deps, asMei(), "gone", { amount: 200 })).rejects.toMatchObject(absent);
  await expect(changeItem(deps, asMei(7), id, { amount: 200 })).rejects.toMatchObject(stale);
  await expect(remove(deps, asMei(), "gone")).rejects.toMatchObject(absent);
  await expect(remove(deps, asMei(7), id)).rejects.toMatchObject(stale);
  expect(await remove(deps, asMei(1), id)).toMatchObject({ totalItems: 0, version: 2 });
});

test("a line that is removed while its price is asked for is not there any more", async () => {
  await put(mei, "line", {});
  const answers = async () => {
    await removeItem(db, changeOf(mei), "line");
    return catalogue["/products/{id}"];
  };
  const slow = portsWith({ answers });
  await refuses(verbs.changeItem(slow.deps, asMei(), "line", { amount: 1 }), "cart_item_not_found");
});

test("removed lines come back for a day, at today's prices", async () => {
  await put(mei, "line");
  await removeItem(db, changeOf(mei), "line");
  const down = portsWith({ answers: () => new ShopError("upstream_unavailable") }).deps;
  expect(await verbs.restoreItems(down, asMei(), ["line"]), "as priced").toMatchObject({
    totalPrice: 100,
  });
  await removeItem(db, changeOf(mei), "line");
  const restored = verbs.restoreItems(shopAt(noon + dayMs - 1).deps, asMei(), ["line", "another"]);
  expect(await restored).toMatchObject({ totalItems: 1, items: [{ id: "line" }] });
  await removeItem(db, changeOf(mei), "line");
  await refuses(
    verbs.restoreItems(shopAt(noon + dayMs).deps, asMei(), ["line"]),
    "cart_item_not_found",
  );
});

test("what was removed comes back into no full cart, and into none that has changed meanwhile", async () => {
  await put(mei, "line");
  await removeItem(db, changeOf(mei), "line");
  await fill(mei, maxCartItems - 1);
  await expect(verbs.restoreItems(deps, asMei(7), ["line"])).rejects.toMatchObject(stale);
  const full = await verbs.restoreItems(deps, asMei(), ["line"]);
  expect(full.totalItems).toBe(maxCartItems);
  await removeItem(db, changeOf(mei), "line");
  await put(mei, "another");
  await refuses(verbs.restoreItems(deps, asMei(), ["line"]), "cart_full", {
    detail: { max: maxCartItems },
  });
});

test("a cart is emptied whole, unless it has changed meanwhile", async () => {
  await put(mei, "one");
  await expect(verbs.clearCart(deps, asMei(0))).rejects.toMatchObject(stale);
  await put(mei, "two");
  await expect(verbs.clearCart(deps, asMei(1))).rejects.toMatchObject(stale);
  expect(idsIn(await cartOf(mei))).toEqual(["one", "two"]);
  expect(await verbs.clearCart(deps, asMei(2))).toMatchObject({ totalItems: 0, version: 3 });
});
