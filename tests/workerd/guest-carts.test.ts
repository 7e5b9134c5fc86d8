/** `worker/shop/carts/cart.ts` and `merge-carts.ts`: which cart a guest's line goes to, before and after a sign-in. */
import { eq, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import type { CartItemBody } from "#contract/cart";
import { sha256Hex } from "../../worker/platform/crypto.ts";
import {
  addGuestItem,
  mergeGuestCart,
  getCart,
  getMembersCart,
  type GuestClaim,
} from "../../worker/shop/carts/cart.ts";
import { addItem, findCart } from "../../worker/store/carts.ts";
import { keepSnapshot } from "../../worker/store/refusals.ts";
import { endSession } from "../../worker/store/sessions.ts";
import { cartItems, carts, limits } from "../../worker/store/schema.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { cartOf, changeOf, lineOf, mei } from "./cart-rows.ts";
import { db, noon, refuses, signInMei } from "./database.ts";
import { portsWith, type Answers, type Around } from "./ports.ts";

const set: CartItemBody = { productIds: ["hinoki-rain"], itemType: "JAR", type: "SAMPLE" };
const product = () => ({ product_id: "SL-001" });

async function add(
  claim: Partial<GuestClaim>,
  around: Around = {},
  expectedVersion: number | null = null,
) {
  const { deps } = portsWith({ answers: product, ...around });
  const whole = { address: "203.0.113.9", cartId: null, key: null, ...claim };
  return addGuestItem(deps, whole, expectedVersion, set);
}

async function signInAs(memberId: string, guestCartId: string, answers: Answers = product) {
  const { deps } = portsWith({ answers });
  const guest = await findCart(db, { guestHash: await sha256Hex(guestCartId) }, noon);
  await mergeGuestCart(deps, guest, { guestCartId, memberId });
}

test("a guest's new cart counts for its address, and for everybody", async () => {
  await add({});
  const counted = await db.select({ key: limits.key, count: limits.count }).from(limits);
  const keys = ["guest-cart:address:203.0.113.9", "guest-cart:all:everybody"];
  expect(counted).toEqual(keys.map((key) => ({ key, count: 1 })));
});

/** In another tab, at this very moment, with one of the guest's carts or with all. */
async function signInMeanwhile(cartId?: string): Promise<void> {
  const which =
    cartId === undefined ? isNull(carts.mergedInto) : eq(carts.guestHash, await sha256Hex(cartId));
  await db.update(carts).set({ mergedInto: "mei's" }).where(which);
}

test("a cookie that names no cart of the shop is replaced by one that nobody can foresee", async () => {
  const one = await add({ cartId: "planted" });
  const other = await add({ cartId: "planted" });
  expect(new Set(["planted", one.cartId, other.cartId]).size).toBe(3);
});

test("before the first cookie the page's key leads two lines into one cart, and another page's to another", async () => {
  const { cartId } = await add({ key: "page" });
  const second = await add({ key: "page" });
  expect([second.cartId, second.cart.totalItems]).toEqual([cartId, 2]);
  expect((await add({ key: "another page" })).cartId).not.toBe(cartId);
});

test("the cookie's own cart counts before the page's key", async () => {
  const { cartId } = await add({ key: "page" });
  expect((await add({ cartId, key: "another page" })).cartId).toBe(cartId);
});

test("a cart begun under the secret before goes on while that one is configured, and no new one begins there", async () => {
  const { cartId } = await add({ key: "page" });
  const renewed = { SESSION_SECRET: "a new secret" };
  const before = "the session secret of this test";
  const during = { ...renewed, SESSION_SECRET_PREVIOUS: before };
  expect((await add({ key: "page" }, { config: during })).cartId).toBe(cartId);
  const begun = await add({ key: "later page" }, { config: during });
  const after = await add({ key: "later page" }, { config: renewed });
  expect(after.cartId).toBe(begun.cartId);
  expect((await add({ key: "page" }, { config: renewed })).cartId).not.toBe(cartId);
});

test("once the cart of the page's key went to a member, the next is one that nobody can foresee", async () => {
  const { cartId } = await add({ key: "page" });
  await signInMeanwhile();
  const [one, other] = [await add({ key: "page" }), await add({ key: "page" })];
  expect(new Set([cartId, one.cartId, other.cartId]).size).toBe(3);
});

test("a line that is added while other tabs sign in, one after the other, goes to the guest's next cart", async () => {
  const { cartId: ofPage } = await add({ key: "page" });
  const { cartId } = await add({});
  let asked = 0;
  const answers = async () => {
    asked += 1;
    if (asked < 3) await signInMeanwhile([cartId, ofPage][asked - 1]);
    return product();
  };
  const next = await add({ cartId, key: "page" }, { answers });
  expect([cartId, ofPage]).not.toContain(next.cartId);
  expect([next.cart.totalItems, asked]).toEqual([1, 3]);
});

test("who says which cart they saw is told at once that it is gone", async () => {
  const { cartId } = await add({ key: "page" });
  let asked = 0;
  const answers = async () => {
    asked += 1;
    await signInMeanwhile();
    return product();
  };
  await refuses(add({ cartId, key: "page" }, { answers }, 1), "cart_conflict");
  expect(asked).toBe(1);
});

test("what cannot be bought is refused at once", async () => {
  let asked = 0;
  const answers = () => {
    asked += 1;
    return new ShopError("upstream_unavailable");
  };
  await refuses(add({}, { answers }), "upstream_unavailable");
  expect(asked).toBe(1);
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

test("lines of one product ask the upstream for it once, and another's for their own", async () => {
  const { cartId } = await add({});
  await add({ cartId });
  const guestHash = await sha256Hex(cartId);
  const other = lineOf("other", { productIds: ["cedar"], unitPrice: 90 });
  await addItem(db, changeOf({ guestHash }), cartId, other);
  const asked: string[] = [];
  await signInAs("mei", cartId, (path, { params }) => {
    asked.push(`${path} ${params?.["id"]}`);
    return { product_id: `number of ${params?.["id"]}` };
  });
  expect(asked.sort()).toEqual(["/products/{id} cedar", "/products/{id} hinoki-rain"]);
  const { items } = await cartOf(mei);
  expect(items.find(({ id }) => id === "other")?.label).toBe("number of cedar");
});

test("an unknown guest cart gives a member no cart", async () => {
  await signInAs("mei", "nobody's");
  expect(await db.select().from(carts)).toEqual([]);
});

test("a cart says when it was changed last, and an empty one the present time", async () => {
  const { deps } = portsWith({ now: () => noon + 1 });
  expect(await getCart(deps, mei)).toEqual({
    items: [],
    totalItems: 0,
    totalPrice: 0,
    lastUpdated: new Date(noon + 1).toISOString(),
    version: 0,
  });
  const { cartId } = await add({});
  await add({ cartId }, { now: () => noon + 1 });
  const guestHash = await sha256Hex(cartId);
  expect((await getCart(deps, { guestHash })).lastUpdated).toBe(new Date(noon + 1).toISOString());
});

test("a member sees their cart before a new password that they owe, and not once the session is over", async () => {
  await signInMei({ mustChangePassword: true });
  const { deps } = portsWith({});
  const actor = { memberId: "mei", sessionId: "mei's browser" };
  await keepSnapshot(
    db,
    { responseId: "quiz", memberId: "mei", refusals: ["family:citrus"] },
    noon,
  );
  const line = lineOf("line", { surveyResponseId: "quiz" });
  await addItem(db, changeOf(mei), "mei's cart", line);
  expect((await getMembersCart(deps, actor)).items).toMatchObject([
    { id: "line", without: ["family:citrus"] },
  ]);
  await endSession(db, actor.sessionId, "logout", noon);
  await refuses(getMembersCart(deps, actor), "token_revoked");
});
