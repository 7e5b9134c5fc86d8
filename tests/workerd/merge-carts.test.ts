import { maxCartItems } from "#contract/cart";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { selectMergedCart, removeItem } from "../../worker/store/carts.ts";
import { cartItems, carts } from "../../worker/store/schema.ts";
import { add, cartOf, changeOf, fill, guest, idsIn, mei, merge } from "./cart-rows.ts";
import { db, minuteMs, noon } from "./database.ts";

test("a guest's lines go over to the member who signs in, beside her own", async () => {
  await fill(guest, 5, "guest's");
  await add(mei, "mei's");
  await merge();
  const cart = await cartOf(mei);
  expect(cart.items).toHaveLength(6);
  expect(cart.version).toBe(2);
});

test("of twenty sign-ins at once one takes the cart over", async () => {
  await fill(guest, 5);
  await add(mei, "mei's");
  await Promise.all(Array.from({ length: 20 }, () => merge()));
  const cart = await cartOf(mei);
  expect([cart.items.length, cart.version]).toEqual([6, 2]);
});

test("of two members who sign in at once one gets the cart, whole", async () => {
  await fill(guest, 5);
  await Promise.all([merge(), merge({ memberId: "chen", newCartId: "chen's new cart" })]);
  const counts = [
    (await cartOf(mei)).items.length,
    (await cartOf({ memberId: "chen" })).items.length,
  ];
  expect(counts.sort()).toEqual([0, 5]);
});

test("a merged guest cart belongs to nobody: it holds nothing, and what is added under its name finds no room", async () => {
  await add(guest, "guest's");
  await merge();
  expect(await selectMergedCart(db, "guest")).toHaveLength(1);
  expect(await selectMergedCart(db, "somebody else")).toEqual([]);
  expect((await cartOf(guest)).items).toEqual([]);
  expect((await add(guest, "late")).items).toEqual([]);
  expect(idsIn(await cartOf(mei))).toEqual(["guest's"]);
});

test("a merged cart never grows beyond its room, and the lines that were added first stay", async () => {
  await fill(guest, 40, "guest's later", noon + 1);
  await fill(guest, 20, "guest's first");
  await fill(mei, 80, "mei's");
  await merge();
  const { items } = await cartOf(mei);
  expect(items).toHaveLength(maxCartItems);
  const of = (prefix: string) => items.filter(({ id }) => id.startsWith(prefix)).length;
  expect([of("mei's"), of("guest's first")]).toEqual([80, 20]);
});

test("a guest cart that ran out brings nothing", async () => {
  await add(guest, "old", { expiresAt: noon + minuteMs });
  await merge({ now: noon + minuteMs });
  expect((await cartOf(mei)).items).toEqual([]);
});

test("what the guest had just removed can still be put back by the member", async () => {
  await add(guest, "kept");
  await add(guest, "gone");
  await removeItem(db, changeOf(guest), "gone", maxCartItems);
  await merge();
  expect(idsIn(await cartOf(mei))).toEqual(["kept"]);
  const gone = await db.select().from(cartItems).where(eq(cartItems.id, "gone"));
  expect(gone).toMatchObject([{ cartId: "mei's new cart", removedAt: noon }]);
});

test("signing in without a guest cart changes nothing of one's own", async () => {
  await add(mei, "mei's");
  const before = await cartOf(mei);
  await merge();
  expect(await cartOf(mei)).toEqual(before);
  expect(await db.select().from(carts)).toHaveLength(1);
});

test("what was removed from either cart takes up no room", async () => {
  await fill(mei, 2, "mei's");
  await removeItem(db, changeOf(mei), "mei's 0", maxCartItems);
  await fill(guest, 3, "guest's");
  await removeItem(db, changeOf(guest), "guest's 0", maxCartItems);
  await merge({ maxItems: 3 });
  expect(idsIn(await cartOf(mei))).toEqual(["guest's 1", "guest's 2", "mei's 1"]);
});
