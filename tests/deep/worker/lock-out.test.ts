/** What holds for a member whom others keep locked out on purpose, by guesses and by mails (R24, R34, T15, E5b). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { borrowShop } from "../support/borrowed.ts";
import { burst, countBy, longTest, report, sized } from "../support/experiment.ts";
import { mailsTo, newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";

let shop: Shop;
/** Before an upstream that keeps to the documents: it locks the account, whoever guesses. */
let documented: Shop;
beforeAll(async () => {
  shop = await borrowShop();
  documented = await startShop({ upstreamVars: { DOCUMENTED_ONLY: "true" } });
});
afterAll(() => documented.close());

const strangers = sized(20, 500);
const addressOf = (index: number) => `198.18.${Math.floor(index / 250)}.${index % 250}`;
const from = (address: string) => ({ "CF-Connecting-IP": address });

const guessAt = (where: Shop, email: string, password: string, address: string) =>
  newShopper(where).form(
    "/auth/login/password-verify",
    { username: email, password },
    from(address),
  );
const forgot = (where: Shop, email: string, address: string) =>
  newShopper(where).send("POST", "/auth/forgot-password", { email, language: "en" }, from(address));

/** One request in ten asks for a mailed password, the others guess. */
const attack = (where: Shop, email: string, requests: number, first = 0): Promise<Answer[]> =>
  burst(requests, 25, (index) => {
    const address = addressOf((first + index) % strangers);
    return index % 10 === 0
      ? forgot(where, email, address)
      : guessAt(where, email, `Guess#${first + index}x`, address);
  });

const mailedTo = async (where: Shop, email: string) =>
  (await mailsTo(where, email)).find(({ password }) => password !== undefined)?.password ?? "";
const ownChange = (shopper: Shopper, old: string, fresh: string) =>
  shopper.send("POST", "/auth/change-password", {
    old_password: old,
    new_password: fresh,
    confirm_password: fresh,
  });

/** Runs while the attack goes on. @returns how long it took, in milliseconds. */
async function meanwhile(where: Shop, email: string, act: () => Promise<void>): Promise<number> {
  const attackers = new AbortController();
  const goingOn = (async () => {
    for (let round = 0; !attackers.signal.aborted; round += 1)
      await attack(where, email, 50, round * 50);
  })();
  const started = performance.now();
  try {
    await act();
  } finally {
    attackers.abort();
  }
  const took = performance.now() - started;
  await goingOn;
  return took;
}

/** In the browser that was signed in with a while ago. */
async function inKnownBrowser(_: Shop, noor: NewMember): Promise<void> {
  const { shopper, email, password } = noor;
  expect((await shopper.send("POST", "/auth/logout")).status).toBe(204);
  // The address of one of the strangers: a café's, a company's.
  const answer = await shopper.form(
    "/auth/login/password-verify",
    { username: email, password },
    from(addressOf(1)),
  );
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
  shopper.token = answer.body.access_token;
  expect((await shopper.get("/orders/my-orders")).status).toBe(200);
}

/** A browser and an address that nobody has seen. */
async function byOwnPassword(where: Shop, noor: NewMember): Promise<void> {
  const answer = await guessAt(where, noor.email, noor.password, "203.0.113.77");
  expect([answer.status, answer.body.code]).toEqual([200, undefined]);
}

async function byMail(where: Shop, noor: NewMember): Promise<void> {
  expect((await forgot(where, noor.email, "203.0.113.78")).status).toBe(200);
  const mailed = await mailedTo(where, noor.email);
  const elsewhere = newShopper(where);
  const { body } = await elsewhere.signIn(noor.email, mailed);
  expect(body.must_change_password).toBe(true);
  elsewhere.token = body.access_token;
  expect((await ownChange(elsewhere, mailed, "Vetiver&Rain2026")).status).toBe(200);
}

const ways = { inKnownBrowser, byOwnPassword, byMail };

test(
  "strangers from many addresses guess and ask for mails: the member gets in by password, by mail and in a known browser (R24, R34, E5b)",
  longTest,
  async () => {
    const noor = await newMember(shop);
    const requests = sized(200, 10_000);
    const answers = await attack(shop, noor.email, requests);
    const told = countBy(answers, ({ status, body }) => `${status} ${body.code ?? "accepted"}`);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(told["200 accepted"], "no guess is right and no mail is refused").toBe(requests / 10);
    const took: Record<string, number> = {};
    for (const [way, enter] of Object.entries(ways)) {
      took[way] = await meanwhile(shop, noor.email, () => enter(shop, noor));
      expect(took[way], way).toBeLessThan(60_000);
    }
    report(
      `${requests} hostile requests from ${strangers} addresses`,
      Object.entries(took).map(([way, ms]) => ({ way, ms: Math.round(ms) })),
    );
  },
);

test("strangers' requests for mails change nothing: one mail is out, it works, and so does the member's own password (R34)", async () => {
  const noor = await newMember(shop);
  const before = (await mailsTo(shop, noor.email)).length;
  const answers = await burst(30, 10, (index) => forgot(shop, noor.email, addressOf(index)));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect((await mailsTo(shop, noor.email)).length - before).toBe(1);
  expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
  expect((await forgot(shop, noor.email, "203.0.113.79")).status, "never a refusal").toBe(200);
  const mailed = await mailedTo(shop, noor.email);
  expect((await newShopper(shop).signIn(noor.email, mailed)).body.must_change_password).toBe(true);
});

test("a member's own wrong guesses lock their browser and no other, and a mailed password opens it (R24)", async () => {
  const noor = await newMember(shop);
  const own = (password: string) => noor.shopper.signIn(noor.email, password);
  const codes = [];
  for (let guess = 1; guess <= 6; guess += 1) codes.push((await own(`Typo#${guess}x`)).body.code);
  expect(codes).toEqual([
    ...Array(4).fill("wrong_credentials"),
    "account_locked",
    "account_locked",
  ]);
  expect((await own(noor.password)).body.code).toBe("account_locked");
  expect((await newShopper(shop).signIn(noor.email, noor.password)).status).toBe(200);
  await forgot(shop, noor.email, "203.0.113.80");
  expect((await own(await mailedTo(shop, noor.email))).status).toBe(200);
});

test("a browser's cookie is the browser's own, readable by no script, new with every sign-in, and worth nothing to others", async () => {
  const [noor, other] = [await newMember(shop), await newMember(shop)];
  const name = "__Host-sillage_browser";
  const first = noor.shopper.cookies.get(name);
  const again = await noor.shopper.signIn(noor.email, noor.password);
  const line = again.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
  for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/", "Max-Age=7776000"])
    expect(line).toContain(attribute);
  expect(noor.shopper.cookies.get(name)).not.toBe(first);
  await attack(shop, noor.email, 20);
  for (let guess = 1; guess <= 5; guess += 1)
    await guessAt(shop, noor.email, "Guess#1xyz", "203.0.113.81");
  const withCookie = (cookie: string | undefined) =>
    newShopper(shop).form(
      "/auth/login/password-verify",
      { username: noor.email, password: noor.password },
      { ...from("203.0.113.81"), Cookie: `${name}=${cookie}` },
    );
  for (const worthless of [first, other.shopper.cookies.get(name), "a".repeat(43)])
    expect((await withCookie(worthless)).body.code).toBe("account_locked");
  expect((await withCookie(noor.shopper.cookies.get(name))).status).toBe(200);
});

test("before an upstream of the documents alone the signed-in browser shops on, and the mail that is out lets the member in (R34, E5b)", async () => {
  const noor = await newMember(documented);
  await attack(documented, noor.email, sized(60, 2_000));
  expect(
    (await guessAt(documented, noor.email, noor.password, "203.0.113.77")).body.code,
    "its lock is the account's, and only it could tell guessers apart",
  ).toBe("account_locked");
  expect((await noor.shopper.get("/orders/my-orders")).status).toBe(200);
  expect((await noor.shopper.send("POST", "/auth/refresh")).status).toBe(200);
  expect((await mailsTo(documented, noor.email)).length).toBe(1);
  const took = await meanwhile(documented, noor.email, () => byMail(documented, noor));
  expect(took).toBeLessThan(60_000);
});

test("an address that has guessed three hundred times in an hour is not heard any more, whomever it guesses at, but a known browser is (R25)", async () => {
  const noor = await newMember(shop);
  const address = "198.51.100.200";
  const guess = () => guessAt(shop, noor.email, "Guess#1xyz", address);
  await guess();
  await shop.db
    .prepare("UPDATE limits SET count = 300 WHERE key = 'sign-in:address:198.51.100.200'")
    .run();
  for (let more = 0; more < 10; more += 1) expect((await guess()).status).toBe(429);
  expect(
    (await newShopper(shop).signIn(noor.email, noor.password)).status,
    "none of those reached the account",
  ).toBe(200);
  const { shopper, email, password } = noor;
  const here = await shopper.form(
    "/auth/login/password-verify",
    { username: email, password },
    from(address),
  );
  expect(here.status).toBe(200);
});
