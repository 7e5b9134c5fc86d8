import { eq } from "drizzle-orm";
import { maxCartItems } from "#contract/cart";
import * as store from "../../worker/store/carts.ts";
import { cartItems } from "../../worker/store/schema.ts";
import { keepSnapshot } from "../../worker/store/refusals.ts";
import { add, cartOf, changeOf, fill, guest, idsIn, lineOf, mei, merge } from "./cart-rows.ts";
import { dayMs, db, minuteMs, noon } from "./database.ts";

const chen: store.CartOwner = { memberId: "chen" };
const remove = (owner: store.CartOwner, id: string, changes: Partial<store.Change> = {}) =>
  store.removeItems(db, changeOf(owner, changes), id);
const clear = (owner: store.CartOwner, changes: Partial<store.Change> = {}) =>
  store.removeItems(db, changeOf(owner, changes));
const restore = (owner: store.CartOwner, itemIds: string[], changes: Partial<store.Change> = {}) =>
  store.restoreItems(db, changeOf(owner, changes), itemIds, []).then(({ cart }) => cart);

test("of a hundred and ten things added at once a hundred find room, and only those raise the version", async () => {
  await Promise.all(Array.from({ length: 110 }, (_, index) => add(mei, `line ${index}`)));
  expect((await cartOf(mei)).items).toHaveLength(maxCartItems);
  expect((await cartOf(mei)).version).toBe(maxCartItems);
});

test("adds and removals at once lose nothing", async () => {
  await fill(mei, 40, "old");
  await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      index < 40 ? add(mei, `new ${index}`) : remove(mei, `old ${index - 40}`),
    ),
  );
  const cart = await cartOf(mei);
  expect(idsIn(cart)).toEqual(Array.from({ length: 40 }, (_, index) => `new ${index}`).sort());
  expect(cart.version).toBe(81);
});

test("a line of somebody else's cart is simply not there", async () => {
  await add(mei, "mei's");
  await add(chen, "chen's");
  const cheap = await store.changeItem(db, changeOf(chen), "mei's", { amount: 5, unitPrice: 1 });
  expect(cheap).toMatchObject({ hasChanged: false, cart: { version: 1 } });
  expect(await remove(chen, "mei's")).toMatchObject({ hasChanged: false });
  await clear(chen);
  expect((await cartOf(mei)).items).toMatchObject([{ id: "mei's", amount: 1, unitPrice: 100 }]);
});

test("another member's quiz does not stand behind a line, whichever way it comes", async () => {
  for (const [responseId, memberId] of [
    ["hers", "mei"],
    ["his", "chen"],
  ] as const)
    await keepSnapshot(db, { responseId, memberId, refusals: [] }, noon);
  const quizzes = ["hers", "his", "unknown", "hers"];
  for (const [place, surveyResponseId] of quizzes.entries())
    await store.addItem(db, changeOf(mei), "cart", lineOf(`${place}`, { surveyResponseId }));
  await store.changeItem(db, changeOf(mei), "3", { surveyResponseId: "his" });
  const his = lineOf("4", { surveyResponseId: "his" });
  await store.addItem(db, changeOf(guest), "guest's", his);
  await merge();
  const { items } = await cartOf(mei);
  expect(items.map((item) => item.surveyResponseId)).toEqual(["hers", null, "unknown", null, null]);
});

test("a cart that ran out is empty, and its lines do not come back with the next one", async () => {
  await add(guest, "old", { expiresAt: noon + minuteMs });
  expect((await cartOf(guest, noon + minuteMs - 1)).items).toHaveLength(1);
  expect((await cartOf(guest, noon + minuteMs)).items).toEqual([]);
  expect(await remove(guest, "old", { now: noon + minuteMs })).toMatchObject({ hasChanged: false });
  expect(idsIn(await add(guest, "new", { now: noon + minuteMs }))).toEqual(["new"]);
});

test("a removed line is gone from the cart, cannot be changed or removed again, and is put back where it stood", async () => {
  for (const id of ["one", "two", "three"]) await add(mei, id);
  expect(await remove(mei, "two")).toMatchObject({ hasChanged: true, cart: { version: 4 } });
  expect(await remove(mei, "two")).toMatchObject({ hasChanged: false });
  const changed = await store.changeItem(db, changeOf(mei), "two", { amount: 2, unitPrice: 1 });
  expect(changed).toMatchObject({ hasChanged: false });
  const restored = await restore(mei, ["two"]);
  expect(restored.items.map(({ id }) => id)).toEqual(["one", "two", "three"]);
  expect(restored.version).toBe(5);
  expect((await restore(mei, ["two"])).version, "a second press changes nothing").toBe(5);
});

test("nobody puts back a line of somebody else's, or one that was removed too long ago", async () => {
  await add(mei, "one");
  await remove(mei, "one");
  expect((await restore(chen, ["one"])).items).toEqual([]);
  expect((await restore(guest, ["one"])).items).toEqual([]);
  expect((await restore(mei, ["one"], { now: noon + dayMs })).items).toEqual([]);
  expect(await store.findRemoved(db, changeOf(chen), ["one"])).toEqual([]);
  expect(await store.findRemoved(db, changeOf(mei), ["one"])).toHaveLength(1);
});

test("as many removed lines come back as there is room for, the oldest first", async () => {
  for (const at of [2, 1, 0]) await add(mei, `gone ${at}`, { now: noon + at });
  await clear(mei);
  await fill(mei, maxCartItems - 2);
  const restored = await restore(mei, ["gone 2", "gone 1", "gone 0"]);
  expect(restored.items).toHaveLength(maxCartItems);
  expect(idsIn(restored).filter((id) => id.startsWith("gone"))).toEqual(["gone 0", "gone 1"]);
});

test("removing and adding for ever keeps the hundred lines that were removed last", async () => {
  for (let round = 0; round < 3; round += 1) {
    await fill(mei, 60, `round ${round}`);
    await clear(mei, { now: noon + round });
  }
  const left = (await db.select().from(cartItems)).map(({ id }) => id.slice(0, "round 0".length));
  const counts = ["round 1", "round 2"].map((of) => left.filter((one) => one === of).length);
  expect([left.length, ...counts]).toEqual([maxCartItems, maxCartItems - 60, 60]);
});

test("a new price is written to the line whose amount it is for, and raises the version once", async () => {
  await add(mei, "one");
  await add(mei, "two");
  const price = (id: string, amount: number) => ({ id, amount, unitPrice: 120, label: "SL-001" });
  await add(chen, "chen's");
  const prices = [price("one", 1), price("two", 2), price("chen's", 1)];
  await store.rewritePrices(db, changeOf(mei), prices);
  expect((await cartOf(chen)).items).toMatchObject([{ unitPrice: 100 }]);
  const repriced = { version: 3, items: [{ unitPrice: 120 }, { unitPrice: 100 }] };
  expect(await cartOf(mei)).toMatchObject(repriced);
  await store.rewritePrices(db, changeOf(mei), [price("one", 1)]);
  expect((await cartOf(mei)).version, "the same price again is no change").toBe(3);
});

test("of twenty sign-ins at once one takes the guest's lines over, beside the member's own", async () => {
  await fill(guest, 5);
  await add(mei, "mei's");
  await Promise.all(Array.from({ length: 20 }, () => merge()));
  const cart = await cartOf(mei);
  expect([cart.items.length, cart.version]).toEqual([6, 2]);
});

test("of two members who sign in at once one gets the cart, whole", async () => {
  await fill(guest, 5);
  await Promise.all([merge(), merge({ owner: chen }, "chen's new cart")]);
  const counts = [(await cartOf(mei)).items.length, (await cartOf(chen)).items.length];
  expect(counts.sort()).toEqual([0, 5]);
});

test("a merged guest cart belongs to nobody: it holds nothing, and what is added under its name finds no room", async () => {
  await add(guest, "guest's");
  await merge();
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
  expect(await db.$count(cartItems), "the others are gone").toBe(maxCartItems);
});

test("a guest cart that ran out brings nothing", async () => {
  await add(guest, "old", { expiresAt: noon + minuteMs });
  await merge({ now: noon + minuteMs });
  expect((await cartOf(mei)).items).toEqual([]);
});

test("what a member left in a cart that ran out does not come back with the guest's lines", async () => {
  await add(mei, "old", { expiresAt: noon + minuteMs });
  await add(guest, "new");
  await merge({ now: noon + minuteMs });
  expect(idsIn(await cartOf(mei))).toEqual(["new"]);
});

test("what the guest had just removed can still be put back by the member", async () => {
  await add(guest, "kept");
  await add(guest, "gone");
  await store.removeItems(db, changeOf(guest), "gone");
  await merge();
  expect(idsIn(await cartOf(mei))).toEqual(["kept"]);
  const gone = await db.select().from(cartItems).where(eq(cartItems.id, "gone"));
  expect(gone).toMatchObject([{ cartId: "mei's new cart", removedAt: noon }]);
});

test("what was removed from either cart takes up no room", async () => {
  await fill(mei, maxCartItems - 1, "mei's");
  await store.removeItems(db, changeOf(mei), "mei's 0");
  await fill(guest, 3, "guest's");
  await store.removeItems(db, changeOf(guest), "guest's 0");
  await merge();
  const ids = idsIn(await cartOf(mei));
  expect([ids.length, ids.slice(0, 2)]).toEqual([maxCartItems, ["guest's 1", "guest's 2"]]);
});
