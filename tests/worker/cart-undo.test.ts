import { afterAll, beforeAll, expect, test } from "vitest";
import {
  add,
  cartOf,
  copyLine,
  finishedJars,
  hashOf,
  idsIn,
  remove,
  restore,
  sampleSet,
  signInWith,
  wishesIn,
} from "../support/carts.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";
import { stageFault } from "../support/faults.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(async () => {
  await expectInvariants(shop.db);
  await shop.close();
});

const age = (id: string, hours: number) =>
  shop.db
    .prepare("UPDATE cart_items SET removed_at = removed_at - ? WHERE id = ?")
    .bind(hours * 3600_000, id)
    .run();

test("undo puts back the very line, label text and options included, where it stood", async () => {
  const guest = newShopper(shop);
  await add(guest, sampleSet({ userAnswer: "first" }));
  const addons = (await guest.get("/product-addons/all/")).body.data;
  const options = await anOption(addons);
  const added = await add(guest, finishedJars(options));
  await add(guest, sampleSet({ userAnswer: "last" }));
  const before = await cartOf(guest);
  const id = idsIn(added)[1] ?? "";

  expect((await remove(guest, id)).body).toMatchObject({ totalItems: 2, version: 4 });
  expect((await cartOf(guest)).items).toHaveLength(2);
  const restored = await restore(guest, id);
  expect(restored).toMatchObject({ status: 200, body: { totalItems: 3, version: 5 } });
  expect(restored.body.items).toEqual(before.items);
  expect(restored.body.totalPrice).toBe(before.totalPrice);

  // A second press, or a repeated request, finds it there and changes nothing.
  expect(await restore(guest, id)).toMatchObject({
    status: 200,
    body: { version: 5, totalItems: 3 },
  });
});

/** One choice of each visible category, the one with a picture for the label. */
async function anOption(addons: { items: { id: string; image?: string | null }[] }[]) {
  const guest = newShopper(shop);
  const picks = addons.map((category) => category.items.map((item) => item.id));
  for (const first of picks[0] ?? [])
    for (const second of picks[1] ?? [])
      for (const third of picks[2] ?? [])
        for (const fourth of picks[3] ?? []) {
          const addonItemIds = [first, second, third, fourth];
          if ((await add(guest, finishedJars({ addonItemIds, labelText: "雨後" }))).status === 200)
            return { addonItemIds, labelText: "雨後" };
        }
  throw new Error("no choice of add-ons takes a label");
}

test("what comes back costs what it costs today", async () => {
  const guest = newShopper(shop);
  const added = await add(guest, finishedJars());
  const [id = ""] = idsIn(added);
  await remove(guest, id);
  await shop.db.prepare("UPDATE cart_items SET unit_price = 1 WHERE id = ?").bind(id).run();
  expect((await restore(guest, id)).body.totalPrice).toBe(added.body.totalPrice);
});

test("while the upstream is down the line comes back all the same", async () => {
  const guest = newShopper(shop);
  const [id = ""] = idsIn(await add(guest));
  await remove(guest, id);
  await stageFault(shop, { mode: "refuse", paths: ["/products"] });
  const restored = await restore(guest, id);
  await stageFault(shop, { mode: "none" });
  expect(restored).toMatchObject({ status: 200, body: { totalItems: 1, totalPrice: 100 } });
});

test("a cleared cart can be put back whole, in its order", async () => {
  const guest = newShopper(shop);
  for (const name of ["one", "two", "three"]) await add(guest, sampleSet({ userAnswer: name }));
  const before = await cartOf(guest);
  await guest.send("DELETE", "/cart/clear");
  const restored = await restore(guest, ...idsIn({ body: before }).toReversed());
  expect(restored.body.items).toEqual(before.items);
});

test("nobody puts back a line of somebody else's cart, one that never was, or one that was removed a day ago", async () => {
  const owner = newShopper(shop);
  const [id = ""] = idsIn(await add(owner));
  await remove(owner, id);
  const { shopper: member } = await newMember(shop);
  const stranger = newShopper(shop);
  await add(stranger);
  for (const other of [member, stranger, newShopper(shop)])
    expect(await restore(other, id)).toMatchObject({
      status: 404,
      body: { code: "cart_item_not_found" },
    });
  expect(await restore(owner, "no-such-line")).toMatchObject({ status: 404 });
  await age(id, 25);
  expect(await restore(owner, id)).toMatchObject({
    status: 404,
    body: { code: "cart_item_not_found" },
  });
});

test("a removed line is not there for anything but undo", async () => {
  const guest = newShopper(shop);
  const [id = ""] = idsIn(await add(guest, finishedJars()));
  await remove(guest, id);
  expect(await guest.send("PUT", `/cart/items/${id}`, { amount: 200 })).toMatchObject({
    status: 404,
  });
  expect(await remove(guest, id)).toMatchObject({ status: 404 });
  expect((await cartOf(guest)).totalPrice).toBe(0);
});

test("a full cart says so instead of losing a line", async () => {
  const guest = newShopper(shop);
  const [id = ""] = idsIn(await add(guest, sampleSet({ userAnswer: "mine" })));
  await remove(guest, id);
  const [line = ""] = idsIn(await add(guest));
  await copyLine(shop, line, 99);
  expect(await restore(guest, id)).toMatchObject({ status: 409, body: { code: "cart_full" } });
  await remove(guest, (await cartOf(guest)).items[0].id);
  const restored = await restore(guest, id);
  expect(restored).toMatchObject({ status: 200, body: { totalItems: 100 } });
  expect(wishesIn(restored.body)).toEqual(["mine"]);
});

test("a page that saw an older cart gets a conflict instead of an undo", async () => {
  const guest = newShopper(shop);
  const [id = ""] = idsIn(await add(guest));
  await remove(guest, id);
  const answer = await guest.send("POST", "/cart/restore", { ids: [id] }, { "If-Match": '"1"' });
  expect(answer).toMatchObject({
    status: 409,
    body: { code: "cart_conflict", detail: { version: 2 } },
  });
});

test("undo works after signing in too, and twenty presses at once put back one line", async () => {
  const guest = newShopper(shop);
  const [id = ""] = idsIn(await add(guest, sampleSet({ userAnswer: "kept" })));
  await add(guest);
  await remove(guest, id);
  const member = await newMember(shop);
  const signedIn = await signInWith(shop, guest, member);
  expect((await cartOf(signedIn)).totalItems).toBe(1);
  const answers = await together(shop, 20, () => restore(signedIn, id));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await cartOf(signedIn)).toMatchObject({ totalItems: 2 });
});

test("removing and adding for ever keeps no more than the last hundred removed lines", async () => {
  const guest = newShopper(shop);
  for (let round = 0; round < 2; round += 1) {
    const [line = ""] = idsIn(await add(guest));
    await copyLine(shop, line, 80);
    await guest.send("DELETE", "/cart/clear");
  }
  const sql =
    "SELECT count(*) AS kept FROM cart_items WHERE cart_id = (SELECT id FROM carts WHERE guest_hash = ?)";
  expect(await shop.db.prepare(sql).bind(hashOf(guest)).first()).toEqual({ kept: 100 });
});

test("a day after it was removed a line is forgotten for good", async () => {
  const guest = newShopper(shop);
  const [old = ""] = idsIn(await add(guest));
  const young = idsIn(await add(guest))[1] ?? "";
  await guest.send("DELETE", "/cart/clear");
  await age(old, 25);
  await shop.runSchedule();
  const { results } = await shop.db
    .prepare("SELECT id FROM cart_items WHERE id IN (?, ?)")
    .bind(old, young)
    .all();
  expect(results).toEqual([{ id: young }]);
});
