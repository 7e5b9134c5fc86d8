/** Who did what, as far as the log may say it: clients and members by keyed hashes. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper } from "../support/shopper.ts";
import { registrationOf } from "../support/upstream-member.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const key = /^[0-9a-f]{32}$/;
const from = (address: string) => ({ "CF-Connecting-IP": address });
const newEmail = () => `somebody-${randomInt(1e9)}@example.test`;

/** Fields of all lines of the event, oldest first. */
const linesOf = (event: string): Record<string, unknown>[] =>
  shop
    .logs()
    .join("\n")
    .split("\n")
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line.slice(line.indexOf("{"))));

const lastOf = (event: string) => linesOf(event).at(-1);

async function guessFrom(address: string): Promise<unknown> {
  const before = linesOf("sign_in.refused").length;
  const form = { username: newEmail(), password: "not-the-password" };
  await newShopper(shop).form("/auth/login/password-verify", form, from(address));
  await expect.poll(() => linesOf("sign_in.refused").length).toBe(before + 1);
  return lastOf("sign_in.refused")?.client;
}

test("a client has one key in the log however its address is spelled, another client another, and no line an address (R74)", async () => {
  const one = await guessFrom("192.0.2.7");
  expect(one).toMatch(key);
  expect(await guessFrom("::ffff:192.0.2.7")).toBe(one);
  expect(await guessFrom("192.0.2.8")).not.toBe(one);
  const house = await guessFrom("2001:db8:7:1::1");
  expect(await guessFrom("2001:db8:7:1:ffff::2")).toBe(house);
  expect(await guessFrom("2001:db8:7:2::1")).not.toBe(house);
  expect(shop.logs().join("\n")).not.toMatch(/192\.0\.2|2001:db8/);
});

test("another site's request, a limit that is reached and a token that comes twice name the client (R74)", async () => {
  const address = "192.0.2.70";
  const client = await guessFrom(address);
  const shopper = newShopper(shop);

  await shopper.send("POST", "/auth/logout", undefined, {
    ...from(address),
    Origin: "https://evil.example",
  });
  await expect
    .poll(() => lastOf("request refused"))
    .toMatchObject({ code: "origin_refused", client });
  await shopper.send("POST", "/auth/logout", undefined, {
    ...from(address),
    "X-Requested-With": "other",
  });
  await expect
    .poll(() => lastOf("request refused"))
    .toMatchObject({ code: "request_not_from_page", client });

  await shop.db
    .prepare("INSERT INTO limits (key, count, last_at, window_ends_at) VALUES (?, 30, ?, ?)")
    .bind(`forgot-password:address:${address}`, Date.now(), Date.now() + 3_600_000)
    .run();
  const asked = { email: newEmail(), language: "en" };
  await shopper.send("POST", "/auth/forgot-password", asked, from(address));
  await expect
    .poll(() => lastOf("limit.reached"))
    .toMatchObject({ reason: "forgot-password:address", client });

  const noor = await newMember(shop);
  const stolen = noor.shopper.cookies.get("__Host-sillage_refresh") ?? "";
  await noor.shopper.send("POST", "/auth/refresh");
  await noor.shopper.send("POST", "/auth/refresh");
  const thief = newShopper(shop);
  thief.cookies.set("__Host-sillage_refresh", stolen);
  await thief.send("POST", "/auth/refresh", undefined, from(address));
  await expect.poll(() => lastOf("session.refresh_replay")).toMatchObject({ client });
});

test("who registers, asks for a new password and mistypes it is one subject in the log (R74)", async () => {
  const email = newEmail();
  const address = "192.0.2.71";
  const shopper = newShopper(shop);
  await shopper.send("POST", "/auth/register", registrationOf(email), from(address));
  await expect.poll(() => lastOf("registration.succeeded")?.subject).toMatch(key);
  const registered = lastOf("registration.succeeded");
  expect(registered).toMatchObject({ level: "info", client: await guessFrom(address) });

  const { subject } = registered ?? {};
  const ask = (who: string) =>
    shopper.send("POST", "/auth/forgot-password", { email: who, language: "en" }, from(address));
  await ask(email);
  await expect.poll(() => lastOf("forgot_password.asked")).toMatchObject({ subject });
  await ask(email);
  await expect.poll(() => lastOf("forgot_password.already_sent")).toMatchObject({ subject });
  await shopper.form("/auth/login/password-verify", { username: email, password: "wrong" });
  await expect.poll(() => lastOf("sign_in.refused")).toMatchObject({ subject });
  expect(shop.logs().join("\n")).not.toContain(email);
});
