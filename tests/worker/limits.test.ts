/** What somebody hears who has reached a limit; the limits themselves are counted in `tests/workerd/enforce-limit.test.ts`. */
import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { add, sampleSet } from "../support/carts.ts";
import { newMember } from "../support/new-member.ts";
import { newShopper, type Answer } from "../support/shopper.ts";
import { registrationOf } from "../support/upstream-member.ts";

const shop = await borrowShop();

const newEmail = () => `nobody-${randomInt(1e9)}@example.test`;
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
const from = (address: string) => ({ "CF-Connecting-IP": address });

async function useUp(key: string, count: number): Promise<void> {
  const sql =
    "INSERT OR REPLACE INTO limits (key, count, last_at, window_ends_at) VALUES (?, ?, ?, ?)";
  await shop.db
    .prepare(sql)
    .bind(key, count, Date.now(), Date.now() + 3_600_000)
    .run();
}

function expectTooMany({ status, headers, body }: Answer) {
  expect([status, body.code]).toEqual([429, "too_many_requests"]);
  expect(body.detail.retry_after_seconds).toBeGreaterThan(3500);
  expect(headers.get("Retry-After")).toBe(String(body.detail.retry_after_seconds));
}

const forgot = (headers: Record<string, string>, wish = { email: newEmail(), language: "en" }) =>
  newShopper(shop).send("POST", "/auth/forgot-password", wish, headers);

test("one address asks for thirty new passwords an hour and is then told how long to wait (R25)", async () => {
  const address = someAddress();
  await useUp(`forgot-password:address:${address}`, 29);
  const named = { ...from(address), "X-Forwarded-For": someAddress(), "X-Real-IP": someAddress() };
  expect((await forgot(named)).status).toBe(200);
  expectTooMany(await forgot({ ...named, "True-Client-IP": someAddress() }));
  expect((await forgot(from(someAddress()))).status).toBe(200);
});

test.each(["/auth/register", "/members/register"])(
  "registrations at %s are counted by address, however it is spelled (R25)",
  async (path) => {
    await useUp("register:address:2001:db8:5:0::/64", 300);
    const headers = from("2001:0DB8:0005:0000:0000:0000:0000:0002");
    expectTooMany(await newShopper(shop).send("POST", path, registrationOf(newEmail()), headers));
  },
);

test("an address that begins three hundred carts an hour begins no more, and a cart that is there goes on (R25)", async () => {
  const address = someAddress();
  const early = newShopper(shop);
  expect((await add(early, sampleSet(), from(address))).status).toBe(200);
  await useUp(`guest-cart:address:${address}`, 300);
  expectTooMany(await add(newShopper(shop), sampleSet(), from(address)));
  expect((await add(early, sampleSet(), from(address))).status).toBe(200);
});

test("an address that guessed three hundred passwords in an hour is not heard, but a known browser is (R25)", async () => {
  const { email, password, shopper } = await newMember(shop);
  const address = someAddress();
  const signIn = (who = newShopper(shop)) =>
    who.form("/auth/login/password-verify", { username: email, password }, from(address));
  expect((await signIn()).status).toBe(200);
  const counted = shop.db.prepare("SELECT count FROM limits WHERE key = ?");
  const key = `sign-in:address:${address}`;
  expect(await counted.bind(key).first(), "right ones cost nothing").toEqual({ count: 0 });
  await useUp(key, 300);
  expectTooMany(await signIn());
  expect((await signIn(shopper)).status).toBe(200);
});

test("no limit row holds an e-mail", async () => {
  await forgot(from(someAddress()));
  const rows = await shop.db.prepare("SELECT key FROM limits").all<{ key: string }>();
  expect(rows.results.length).toBeGreaterThan(0);
  for (const { key } of rows.results) expect(key).not.toContain("@");
});
