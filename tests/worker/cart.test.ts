import { createHash } from "node:crypto";
import { cart as cartSchema } from "#contract/cart";
import { borrowShop } from "../support/borrowed.ts";
import {
  add,
  cartOf,
  finishedJars,
  guestCookie,
  idsIn,
  namedGuestCookie,
  remove,
  restore,
  sameGuest,
  sampleSet,
  signInWith,
} from "../support/carts.ts";
import { expectInvariants } from "../support/invariants.ts";
import { newMember } from "../support/new-member.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";

const shop = await borrowShop();
afterAll(() => expectInvariants(shop.db));

const change = (shopper: Shopper, id: string, body: object, headers = {}) =>
  shopper.send("PUT", `/cart/items/${id}`, body, headers);
const clear = (shopper: Shopper, headers = {}) =>
  shopper.send("DELETE", "/cart/clear", undefined, headers);
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { code, ...more },
});

test("a guest who looks at the cart gets no cookie; one who adds a set gets an unguessable one (R38)", async () => {
  const guest = newShopper(shop);
  expect(await cartOf(guest)).toMatchObject({ items: [], totalPrice: 0, version: 0 });
  expect(guest.cookies.has(guestCookie)).toBe(false);
  await add(guest);
  const id = guest.cookies.get(guestCookie) ?? "";
  expect(guest.cookies.get(namedGuestCookie)).toBe(id);
  expect(Buffer.from(id, "base64url")).toHaveLength(32);
  const sql =
    "SELECT (guest_hash = ?1) AS isHashed FROM carts WHERE ?2 IN (id, guest_hash) OR guest_hash = ?1";
  const hash = createHash("sha256").update(id).digest("hex");
  const { results } = await shop.db.prepare(sql).bind(hash, id).all();
  expect(results).toEqual([{ isHashed: 1 }]);
});

test("each change of a cart is answered with all of it, and its version as the ETag", async () => {
  const guest = newShopper(shop);
  let version = 0;
  const expectCart = ({ status, headers, body }: Answer, cart: object) => {
    version += 1;
    expect([status, headers.get("ETag")]).toEqual([200, `"${version}"`]);
    expect(cartSchema.parse(body)).toMatchObject({ version, ...cart });
  };
  const added = await add(guest, finishedJars());
  const [id = ""] = idsIn(added);
  expectCart(added, { totalItems: 1, totalPrice: 38_000, items: [{ label: "SL-001" }] });
  expectCart(await change(guest, id, { amount: 200 }), { totalPrice: 72_000 });
  const whole = sampleSet({ itemType: "SAMPLE_PAPER", userAnswer: "rain" });
  expectCart(await change(guest, id, whole), { totalPrice: 100, items: [{ id, ...whole }] });
  expectCart(await remove(guest, id), { totalItems: 0 });
  expectCart(await restore(guest, id), { totalItems: 1, items: [{ id, userAnswer: "rain" }] });
  expectCart(await clear(guest), { totalItems: 0, totalPrice: 0 });
  expect((await guest.get("/cart/")).headers.get("ETag")).toBe(`"${version}"`);
});

test("a page that saw an older cart gets a conflict with the present one, whatever it wants (R37)", async () => {
  const guest = newShopper(shop);
  const first = await add(guest);
  const seen = { "If-Match": first.headers.get("ETag") ?? "" };
  const [id = "", gone = ""] = idsIn(await add(guest, sampleSet(), seen));
  expect((await remove(guest, gone)).body.version).toBe(3);
  for (const answer of [
    await add(guest, sampleSet(), seen),
    await guest.send("DELETE", `/cart/items/${id}`, undefined, seen),
    await guest.send("POST", "/cart/restore", { ids: [gone] }, seen),
    await change(guest, id, { amount: 1 }, seen),
    await clear(guest, seen),
  ])
    expect(answer).toMatchObject(
      refusal(409, "cart_conflict", { detail: { version: 3, totalItems: 1 } }),
    );
  expect((await add(guest, sampleSet(), { "If-Match": "*" })).body.version).toBe(4);
});

test.each(["2", '"x"', 'W/"2"', '""'])("a cart has no version %s", async (version) => {
  const answer = await add(newShopper(shop), sampleSet(), { "If-Match": version });
  expect(answer).toMatchObject(
    refusal(400, "validation_failed", { fields: { "If-Match": "invalid" } }),
  );
});

test("a guest's cart becomes the member's at sign-in, and the cookie is dead afterwards (R38, R39)", async () => {
  const guest = newShopper(shop);
  await add(guest, finishedJars());
  const member = await newMember(shop);
  await add(member.shopper);
  const signedIn = await signInWith(shop, guest, member);
  expect(await cartOf(signedIn)).toMatchObject({ totalItems: 2, totalPrice: 38_100 });
  const replayed = sameGuest(shop, guest);
  expect((await cartOf(replayed)).totalItems).toBe(0);
  expect((await add(replayed)).body.totalItems).toBe(1);
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
  const signedIn = await signInWith(shop, victim, await newMember(shop));
  expect((await cartOf(signedIn)).totalItems).toBe(0);
  expect((await add(victim)).body.totalItems).toBe(1);
  expect((await cartOf(stranger)).totalItems).toBe(1);
  const bytes = Buffer.from(`\u2000${guestCookie}=${planted}`).toString("latin1");
  const shown = await newShopper(shop).get("/cart/", { headers: { Cookie: `x=y; ${bytes}` } });
  expect(shown.body.totalItems, "a name that only looks like the shop's").toBe(0);
});
