import { isNull } from "drizzle-orm";
import { maxCartItems, type CartItemBody } from "#contract/cart";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { sha256Hex } from "../../worker/platform/crypto.ts";
import * as verbs from "../../worker/shop/carts/cart.ts";
import { addItem, findCart, removeItems } from "../../worker/store/carts.ts";
import { keepSnapshot } from "../../worker/store/refusals.ts";
import { cartItems, carts, limits } from "../../worker/store/schema.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { add as put, cartOf, changeOf, fill, guest, idsIn, lineOf, mei } from "./cart-rows.ts";
import { dayMs, db, minuteMs, noon, refuses, signInMei } from "./database.ts";
import { portsWith, reorderSettings, type Answers, type Around } from "./ports.ts";

const set: CartItemBody = { productIds: ["hinoki-rain"], itemType: "JAR", type: "SAMPLE" };
const bottles: CartItemBody = { ...set, type: "FINISHED_PRODUCT", amount: 100 };
const kilograms: CartItemBody = { ...bottles, itemType: "LARGE_JAR_KG", amount: 1 };

const catalogue: Record<string, unknown> = {
  "/products/{id}": { product_id: "SL-001" },
  "/members/me": { id: "mei", is_business: false },
  "/reorder-settings/": reorderSettings,
  "/product-pricing/{id}": [{ mini_buy_amount: 1, unit_price: 500 }],
};

function shopAt(now = noon, more: Record<string, unknown> = {}) {
  const answers = (path: string) => ({ ...catalogue, ...more })[path];
  return portsWith({ answers, now: () => now });
}
const { deps } = shopAt();
const asMei = (expectedVersion: number | null = null, now = noon) =>
  changeOf(mei, { expectedVersion, now });
const isStale = (act: Promise<unknown>) =>
  refuses(act, "cart_conflict", { detail: { version: expect.any(Number) } });

test("a new line is answered with the whole cart, at the shop's price", async () => {
  const wish = { ...bottles, userAnswer: "woods", surveyResponseId: "quiz" };
  const cart = await verbs.addItem(deps, asMei(null, noon + minuteMs), wish);
  expect(cart).toMatchObject({ totalItems: 1, totalPrice: 50_000, version: 1 });
  const plain = { concentration: null, addonItemIds: [], labelText: null };
  const made = { id: expect.stringMatching(/^[\w-]{22}$/), label: "SL-001", price: 50_000 };
  const createdAt = new Date(noon + minuteMs).toISOString();
  expect(cart.items).toEqual([{ ...wish, ...plain, ...made, createdAt }]);
});

test("a wish without an amount is for one, and a cart that nobody changes is kept for thirty days", async () => {
  const [line] = (await verbs.addItem(deps, asMei(), set)).items;
  expect(line).toMatchObject({ amount: 1, userAnswer: null, surveyResponseId: null });
  expect((await cartOf(mei, noon + 30 * dayMs - 1)).items).toHaveLength(1);
  expect((await cartOf(mei, noon + 30 * dayMs)).items).toHaveLength(0);
});

test("a full cart and one that has changed meanwhile are two refusals", async () => {
  await put(mei, "line");
  await isStale(verbs.addItem(deps, asMei(0), set));
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
  const theirs = changeOf(guest);
  expect(await verbs.addItem(stranger.deps, theirs, kilograms)).toMatchObject({ totalItems: 1 });
  await verbs.addItem(stranger.deps, asMei(), bottles);
  expect(stranger.heard).not.toContain("/members/me");
});

test("a line that is not there, and a cart that has changed meanwhile, are two refusals", async () => {
  const { id = "" } = (await verbs.addItem(deps, asMei(), bottles)).items[0] ?? {};
  const { changeItem, removeItem: remove } = verbs;
  await refuses(changeItem(deps, asMei(), "gone", { amount: 200 }), "cart_item_not_found");
  await isStale(changeItem(deps, asMei(7), id, { amount: 200 }));
  await refuses(remove(deps, asMei(), "gone"), "cart_item_not_found");
  await isStale(remove(deps, asMei(7), id));
  expect(await remove(deps, asMei(1), id)).toMatchObject({ totalItems: 0, version: 2 });
});

test("removed lines come back for a day, at today's prices", async () => {
  await put(mei, "line");
  await removeItems(db, changeOf(mei), "line");
  const down = portsWith({ answers: () => new ShopError("upstream_unavailable") }).deps;
  expect((await verbs.restoreItems(down, asMei(), ["line"])).totalPrice, "as priced").toBe(100);
  await removeItems(db, changeOf(mei), "line");
  const restored = verbs.restoreItems(deps, asMei(null, noon + dayMs - 1), ["line", "another"]);
  expect(await restored).toMatchObject({ totalItems: 1, items: [{ id: "line" }] });
  await removeItems(db, changeOf(mei), "line");
  const late = verbs.restoreItems(deps, asMei(null, noon + dayMs), ["line"]);
  await refuses(late, "cart_item_not_found");
});

test("what was removed comes back into no full cart, and into none that has changed meanwhile", async () => {
  await put(mei, "line");
  await removeItems(db, changeOf(mei), "line");
  await fill(mei, maxCartItems - 1);
  await isStale(verbs.restoreItems(deps, asMei(7), ["line"]));
  const full = await verbs.restoreItems(deps, asMei(), ["line"]);
  expect(full.totalItems).toBe(maxCartItems);
  await removeItems(db, changeOf(mei), "line");
  await put(mei, "another");
  const detail = { max: maxCartItems };
  await refuses(verbs.restoreItems(deps, asMei(), ["line"]), "cart_full", { detail });
});

test("a cart is emptied whole, unless it has changed meanwhile", async () => {
  await put(mei, "one");
  await isStale(verbs.clearCart(deps, asMei(0)));
  await put(mei, "two");
  await isStale(verbs.clearCart(deps, asMei(1)));
  expect(idsIn(await cartOf(mei))).toEqual(["one", "two"]);
  expect(await verbs.clearCart(deps, asMei(2))).toMatchObject({ totalItems: 0, version: 3 });
});

const product = () => ({ product_id: "SL-001" });

async function add(
  claim: Partial<verbs.GuestClaim>,
  around: Around = {},
  expectedVersion: number | null = null,
) {
  const ports = portsWith({ answers: product, ...around });
  const whole = { address: "203.0.113.9", cartId: null, ...claim };
  return verbs.addGuestItem(ports.deps, whole, expectedVersion, set);
}

async function signInAs(memberId: string, guestCartId: string, answers: Answers = product) {
  const theirs = await findCart(db, { guestHash: await sha256Hex(guestCartId) }, noon);
  await verbs.mergeGuestCart(portsWith({ answers }).deps, theirs, { guestCartId, memberId });
}

test("a guest's new cart counts for its address, and for everybody", async () => {
  await add({});
  const counted = await db.select({ key: limits.key, count: limits.count }).from(limits);
  const keys = ["guest-cart:address:203.0.113.9", "guest-cart:all:everybody"];
  expect(counted).toEqual(keys.map((key) => ({ key, count: 1 })));
});

async function signInMeanwhile(): Promise<void> {
  await db.update(carts).set({ mergedInto: "mei's" }).where(isNull(carts.mergedInto));
}

test("a cookie that names no cart of the shop is replaced by one that nobody can foresee", async () => {
  const one = await add({ cartId: "planted" });
  const other = await add({ cartId: "planted" });
  expect(new Set(["planted", one.cartId, other.cartId]).size).toBe(3);
});

test("a line that is added while another tab signs in goes to the guest's next cart", async () => {
  const { cartId } = await add({});
  let asked = 0;
  const answers = async () => {
    asked += 1;
    if (asked === 1) await signInMeanwhile();
    return product();
  };
  const next = await add({ cartId }, { answers });
  expect(next.cartId).not.toBe(cartId);
  expect([next.cart.totalItems, asked]).toEqual([1, 1]);
});

test("signing in takes the guest's lines over, at today's prices, and a second sign-in brings nothing more", async () => {
  const { cartId } = await add({});
  await db.update(cartItems).set({ unitPrice: 90 });
  await signInAs("mei", cartId);
  expect((await cartOf(mei)).items).toMatchObject([{ label: "SL-001", unitPrice: 100 }]);
  await signInAs("chen", cartId);
  expect((await cartOf({ memberId: "chen" })).items).toEqual([]);
});

test("an upstream that cannot price the lines costs neither them nor the sign-in", async () => {
  const { cartId } = await add({});
  await signInAs("mei", cartId, () => new ShopError("upstream_unavailable"));
  expect((await cartOf(mei)).items).toMatchObject([{ label: "SL-001", unitPrice: 100 }]);
});

test("an unknown guest cart gives a member no cart", async () => {
  await signInAs("mei", "nobody's");
  expect(await db.select().from(carts)).toEqual([]);
});

test("a member sees their cart before a new password that they owe, and not once the session is over", async () => {
  await signInMei({ mustChangePassword: true });
  const actor = { memberId: "mei", sessionId: "mei's browser" };
  const without = ["family:citrus"];
  await keepSnapshot(db, { responseId: "quiz", memberId: "mei", refusals: without }, noon);
  const line = lineOf("line", { surveyResponseId: "quiz" });
  await addItem(db, changeOf(mei), "mei's cart", line);
  const { items } = await verbs.getMembersCart(deps, actor);
  expect(items).toMatchObject([{ id: "line", without }]);
  await endSession(db, actor.sessionId, "logout", noon);
  await refuses(verbs.getMembersCart(deps, actor), "token_revoked");
});
