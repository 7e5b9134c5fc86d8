/** E8 and E9: whatever meets in a cart at the same moment, nothing that was answered with yes is lost. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import {
  add,
  cartOf,
  copyLine,
  finishedJars,
  guestCookie,
  idsIn,
  remove,
  sameGuest,
  sampleSet,
  signInWith,
  wishesIn,
  withKey,
} from "../support/carts.ts";
import { longTest, report, sized } from "../support/experiment.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";

let shop: Shop;
const numbers: Record<string, string | number>[] = [];
beforeAll(async () => {
  shop = await borrowShop();
});
afterAll(async () => {
  report("E8, E9 what meets in a cart at the same moment", numbers);
  await expectInvariants(shop.db);
});

const newKey = () => randomBytes(32).toString("base64url");
const wish = (index: number) => sampleSet({ userAnswer: `wish ${String(index).padStart(3, "0")}` });
const accepted = (answers: readonly Answer[]) =>
  answers.flatMap((answer, index) =>
    answer.status === 200 ? [`wish ${String(index).padStart(3, "0")}`] : [],
  );

/** What the browser does with a burst of answers: the cookie that came last stays. */
function asOneBrowser(guests: readonly Shopper[]): Shopper {
  const last = guests.at(-1);
  if (last === undefined) throw new Error("nobody");
  return sameGuest(shop, last);
}

test(
  "different things that a guest without a cookie adds at once are all in one cart (E8)",
  longTest,
  async () => {
    const count = sized(12, 100);
    const key = newKey();
    const guests = Array.from({ length: count }, () => newShopper(shop));
    const answers = await together(shop, count, (index) =>
      add(guests[index] ?? newShopper(shop), wish(index), withKey(key)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(guests.map((guest) => guest.cookies.get(guestCookie))).size).toBe(1);
    const present = await cartOf(asOneBrowser(guests));
    numbers.push({
      experiment: "first adds of a guest",
      sent: count,
      accepted: count,
      kept: present.totalItems,
    });
    expect(present).toMatchObject({ totalItems: count, totalPrice: 100 * count, version: count });
    expect(wishesIn(present)).toEqual(accepted(answers));
  },
);

test(
  "the same thing added many times at once is there as often, and a full cart has no room for one more (E8)",
  longTest,
  async () => {
    const count = sized(12, 100);
    const guest = newShopper(shop);
    const key = newKey();
    const answers = await together(shop, count, () => add(guest, finishedJars(), withKey(key)));
    expect(accepted(answers)).toHaveLength(count);
    await copyLine(shop, (await cartOf(guest)).items[0].id, 100 - count);
    const present = await cartOf(guest);
    numbers.push({
      experiment: "the same thing",
      sent: count,
      accepted: count,
      kept: present.totalItems,
    });
    expect(present).toMatchObject({ totalItems: 100, totalPrice: 100 * present.items[0].price });
    expect(await add(guest, finishedJars())).toMatchObject({
      status: 409,
      body: { code: "cart_full", detail: { max: 100 } },
    });
  },
);

test(
  "of more parallel adds than fit every one that was answered with yes is in the cart, which is full (R37)",
  longTest,
  async () => {
    const room = sized(8, 99);
    const guest = newShopper(shop);
    const [line = ""] = idsIn(await add(guest));
    await copyLine(shop, line, 99 - room);
    const answers = await together(shop, room + sized(4, 51), (index) => add(guest, wish(index)));
    const refusals = answers.filter((answer) => answer.status !== 200);
    const present = await cartOf(guest);
    numbers.push({
      experiment: "more than fit",
      sent: answers.length,
      accepted: accepted(answers).length,
      kept: present.totalItems,
    });
    expect(accepted(answers)).toHaveLength(room);
    expect(
      refusals.every((answer) => answer.status === 409 && answer.body.code === "cart_full"),
    ).toBe(true);
    expect(present).toMatchObject({ totalItems: 100, totalPrice: 10_000, version: 1 + room });
    expect(wishesIn(present)).toEqual(accepted(answers));
  },
);

test(
  "a member's two devices add and remove at once without losing anything (R37)",
  longTest,
  async () => {
    const count = sized(8, 40);
    const member = await newMember(shop);
    const phone = newShopper(shop);
    await phone.signIn(member.email, member.password);
    const before = await together(shop, count, () => add(member.shopper));
    const old = idsIn({ body: await cartOf(phone) });
    expect(old).toHaveLength(before.length);
    const answers = await together(shop, 2 * count, (index) =>
      index < count
        ? add(index % 2 === 0 ? phone : member.shopper, wish(index))
        : remove(phone, old[index - count] ?? ""),
    );
    for (const answer of answers) expect(answer.status).toBe(200);
    const present = await cartOf(phone);
    numbers.push({
      experiment: "adds and removals of two devices",
      sent: 2 * count,
      accepted: 2 * count,
      kept: present.totalItems,
    });
    expect(present).toMatchObject({ totalItems: count, version: 3 * count });
    expect(wishesIn(present)).toEqual(accepted(answers.slice(0, count)));
  },
);

test(
  "what a guest adds and removes while a sign-in takes the cart over is with the member or in the guest's next cart",
  longTest,
  async () => {
    const [adds, removals] = [sized(12, 40), sized(6, 20)];
    const guest = newShopper(shop);
    const first = newKey();
    await together(shop, removals, () => add(guest, sampleSet(), withKey(first)));
    const cookie = guest.cookies.get(guestCookie) ?? "";
    const asGuest = () => {
      const tab = newShopper(shop);
      tab.cookies.set(guestCookie, cookie);
      return tab;
    };
    const key = newKey();
    const old = idsIn({ body: await cartOf(asGuest()) });
    const member = await newMember(shop);
    const tabs = Array.from({ length: adds + removals }, asGuest);
    const answers = await together(shop, adds + removals + 1, async (index) => {
      const tab = tabs[index];
      if (tab === undefined) return (await signInWith(shop, guest, member)).get("/cart/");
      return index < adds
        ? add(tab, wish(index), withKey(key))
        : remove(tab, old[index - adds] ?? "");
    });
    const removed = answers
      .slice(adds, adds + removals)
      .filter((answer) => answer.status === 200).length;
    const theirs = await cartOf(member.shopper);
    const nextCarts = new Set(
      tabs.flatMap((tab) => tab.cookies.get(guestCookie) ?? []).filter((name) => name !== cookie),
    );
    expect(nextCarts.size).toBeLessThanOrEqual(1);
    const next = newShopper(shop);
    for (const name of nextCarts) next.cookies.set(guestCookie, name);
    const left = await cartOf(next);
    numbers.push({
      experiment: "adds ∥ removals ∥ sign-in",
      sent: adds + removals,
      accepted: accepted(answers.slice(0, adds)).length + removed,
      kept: theirs.totalItems + left.totalItems,
    });
    expect([...wishesIn(theirs), ...wishesIn(left)].toSorted()).toEqual(
      accepted(answers.slice(0, adds)),
    );
    expect(theirs.totalItems + left.totalItems).toBe(
      removals - removed + accepted(answers.slice(0, adds)).length,
    );
    for (const answer of answers) expect(answer.status).toBeLessThan(500);
  },
);

test(
  "parallel sign-ins with one guest cart merge it once, and the cookie is dead afterwards (R38, R39, E9)",
  longTest,
  async () => {
    const count = sized(8, 20);
    const guest = newShopper(shop);
    for (let added = 0; added < 5; added += 1) await add(guest);
    const member = await newMember(shop);
    await add(member.shopper);
    const signedIn = await together(shop, count, () => signInWith(shop, guest, member));
    expect((await cartOf(signedIn[0] ?? guest)).totalItems).toBe(6);
    await signInWith(shop, guest, member);
    const present = await cartOf(member.shopper);
    numbers.push({
      experiment: "sign-ins: 5 + 1 lines",
      sent: count,
      accepted: count,
      kept: present.totalItems,
    });
    expect(present.totalItems).toBe(6);
    const replayed = sameGuest(shop, guest);
    expect((await cartOf(replayed)).totalItems).toBe(0);
    expect((await add(replayed)).body.totalItems).toBe(1);
    expect((await cartOf(member.shopper)).totalItems).toBe(6);
  },
);

test("one guest cart and two members who sign in at once: one of them gets it, whole (R39)", async () => {
  const guest = newShopper(shop);
  for (let count = 0; count < 5; count += 1) await add(guest);
  const members = [await newMember(shop), await newMember(shop)];
  const signedIn = await Promise.all(members.map((member) => signInWith(shop, guest, member)));
  const totals = await Promise.all(
    signedIn.map(async (shopper) => (await cartOf(shopper)).totalItems),
  );
  expect(totals.toSorted()).toEqual([0, 5]);
});

test("a merged cart never grows beyond a hundred lines (R39)", async () => {
  const guest = newShopper(shop);
  const [theirs = ""] = idsIn(await add(guest));
  await copyLine(shop, theirs, 59);
  const member = await newMember(shop);
  const [own = ""] = idsIn(await add(member.shopper));
  await copyLine(shop, own, 79);
  const signedIn = await signInWith(shop, guest, member);
  expect((await cartOf(signedIn)).totalItems).toBe(100);
});

test("a guest's key opens no cart but the one made from it, and after a sign-in it leads to a new one", async () => {
  const key = newKey();
  const guest = newShopper(shop);
  await add(guest, wish(1), withKey(key));
  const member = await newMember(shop);
  await signInWith(shop, guest, member);
  const later = newShopper(shop);
  expect((await add(later, wish(2), withKey(key))).body).toMatchObject({
    totalItems: 1,
    items: [{ userAnswer: "wish 002" }],
  });
  expect((await cartOf(member.shopper)).totalItems).toBe(1);
  const stranger = newShopper(shop);
  expect((await add(stranger, wish(3), withKey(newKey()))).body.totalItems).toBe(1);
  for (const odd of ["short", "x".repeat(44), "=".repeat(43)])
    expect((await add(newShopper(shop), wish(4), withKey(odd))).body.totalItems).toBe(1);
});
