/** Nothing that a stranger is told gives away who is a member. How long the telling takes is measured by `tests/bench/enumeration.bench.ts`. */
import { randomInt } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { mailsTo, newMember } from "../support/new-member.ts";
import type { Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Json } from "../support/shopper.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await borrowShop();
});

const nobody = () => `nobody-${randomInt(1e12)}@example.test`;
const signInCalls = [
  "/auth/login/password-verify",
  "/auth/login/access-token",
  "/members/login/access-token",
];
const wrongPassword = (path: string, email: string) =>
  newShopper(shop).form(path, { username: email, password: "Not#the1password" });
const forgotPassword = (email: string, language = "en") =>
  newShopper(shop).send("POST", "/auth/forgot-password", { email, language });

/** All that a stranger can read off an answer; only what names the request or the moment may differ. */
function seen({ status, headers, body }: Answer): Json {
  const own = new Set(["x-request-id", "date"]);
  const named = [...headers].filter(([name]) => !own.has(name)).sort();
  const { requestId, ...rest } = body;
  expect(requestId ?? "none expected").toBeTruthy();
  return { status, named, body: rest };
}

test.each(signInCalls)(
  "a wrong password at %s sounds the same for a member and for nobody (R26, E7)",
  async (path) => {
    const [plain, careful] = [await newMember(shop), await newMember(shop)];
    await turnOnSecondStep(shop, careful.email);
    const strangers = seen(await wrongPassword(path, nobody()));
    expect([strangers.status, strangers.body.code]).toEqual([400, "wrong_credentials"]);
    for (const { email } of [plain, careful]) {
      expect(seen(await wrongPassword(path, email))).toEqual(strangers);
      expect(seen(await wrongPassword(path, email.toUpperCase()))).toEqual(strangers);
    }
  },
);

test("guessing on locks nobody's account exactly as it locks a member's (R26, E7)", async () => {
  const { email } = await newMember(shop);
  const stories = [];
  for (const guessed of [email, nobody()]) {
    const story = [];
    for (let guess = 1; guess <= 7; guess += 1) {
      const { status, named, body } = seen(
        await wrongPassword(signInCalls[guess % 2] ?? "", guessed),
      );
      const names = named.map(([name]: [string, string]) => name);
      story.push([
        status,
        body.code,
        names,
        body.detail?.message,
        Math.ceil((body.detail?.remaining_seconds ?? 0) / 60),
      ]);
    }
    stories.push(story);
  }
  expect(stories[1]).toEqual(stories[0]);
  expect(stories[0]?.map(([, code]) => code)).toEqual([
    ...Array(4).fill("wrong_credentials"),
    ...Array(3).fill("account_locked"),
  ]);
});

test("a forgotten password lifts no lock, which ends by its time, for nobody as for a member (R26)", async () => {
  const { email } = await newMember(shop);
  const stories = [];
  for (const guessed of [email, nobody()]) {
    const code = async () =>
      (await wrongPassword("/auth/login/password-verify", guessed)).body.code;
    const story = [];
    for (let guess = 1; guess <= 5; guess += 1) story.push(await code());
    story.push((await forgotPassword(guessed)).status);
    for (let guess = 1; guess <= 5; guess += 1) story.push(await code());
    await shop.upstreamDb
      .prepare("UPDATE limits SET window_ends_at = 1 WHERE key LIKE 'wrong-%'")
      .run();
    for (let guess = 1; guess <= 5; guess += 1) story.push(await code());
    stories.push(story);
  }
  expect(stories[1]).toEqual(stories[0]);
  const round = [...Array(4).fill("wrong_credentials"), "account_locked"];
  expect(stories[0]).toEqual([...round, 200, ...Array(5).fill("account_locked"), ...round]);
});

test("guesses count for nothing once somebody registers with that e-mail", async () => {
  const email = nobody();
  for (let guess = 1; guess <= 6; guess += 1)
    await wrongPassword("/auth/login/password-verify", email);
  const registration = {
    first_name: "Noor",
    last_name: "Test",
    email,
    country: "GB",
    country_code: "+44",
    phone: String(randomInt(1e9, 1e10)),
    address: "1 Test Road",
    is_business: false,
    company_name: null,
    tax_id: null,
    language_code: "en",
  };
  expect((await newShopper(shop).send("POST", "/auth/register", registration)).status).toBe(201);
  const password = (await mailsTo(shop, email))[0]?.password ?? "";
  expect((await newShopper(shop).signIn(email, password)).status).toBe(200);
});

test("a forgotten password sounds the same for a member, for nobody and for a disabled account, time after time (R26, E7)", async () => {
  const { email } = await newMember(shop);
  const asked = [email, nobody(), "disabled@example.test"];
  for (let time = 1; time <= 6; time += 1) {
    const answers = [];
    for (const address of asked)
      answers.push(seen(await forgotPassword(address, time % 2 === 0 ? "ja" : "zh")));
    const [members, nobodys, disableds] = answers.map(({ status, named, body }) => ({
      status,
      names: named.map(([name]: [string, string]) => name),
      body: { ...body, detail: Object.keys(body.detail ?? {}) },
    }));
    expect(nobodys).toEqual(members);
    expect(disableds).toEqual(members);
    expect(members?.status).toBe(200);
  }
  expect(await mailsTo(shop, asked[1] ?? "")).toEqual([]);
  expect(await mailsTo(shop, "disabled@example.test")).toEqual([]);
});

test("no second step begins for anybody who did not give the right password", async () => {
  const { email } = await newMember(shop);
  await turnOnSecondStep(shop, email);
  for (const guessed of [email, nobody()]) {
    const shopper = newShopper(shop);
    const { body, headers } = await shopper.form("/auth/login/password-verify", {
      username: guessed,
      password: "Not#the1password",
    });
    expect([body.temp_token, headers.get("Set-Cookie")]).toEqual([undefined, null]);
    const asked = await shopper.send("POST", "/auth/login/request-otp", { language_code: "en" });
    expect([asked.status, asked.body.code]).toEqual([401, "unauthenticated"]);
  }
  expect((await mailsTo(shop, email)).filter((mail) => mail.code !== undefined)).toEqual([]);
});
