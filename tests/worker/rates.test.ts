// What somebody hears who asks too often. Counters have a fifth of their deployed numbers, which `tests/unit/configuration.test.ts`
// compares with their names; whom each counts stands in `tests/unit/guards.test.ts`.
import { randomInt } from "node:crypto";
import { newMember } from "../support/new-member.ts";
import { startShop } from "../support/shop.ts";
import { newShopper, type Answer } from "../support/shopper.ts";
import { uniqueEmail } from "../support/upstream-member.ts";

const shop = await startShop({ ratesTimes: 1 / 5 });
const noor = await newMember(shop);
afterAll(() => shop.close());

const from = (address: string) => ({ "CF-Connecting-IP": address });
const someAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

test.each([
  ["chat:member", 2, "POST", "/raw-materials/chat", "member"],
  ["survey-start:member", 2, "POST", "/surveys/s/start", "member"],
  ["survey-submit:address", 2, "POST", "/surveys/s/submit", "stranger"],
  ["cart-write:member", 24, "PUT", "/cart/items/x", "member"],
  ["checkout:member", 12, "POST", "/orders/x/pay", "member"],
])("%s is met at its number (R25)", async (rate, few, method, path, who) => {
  const address = someAddress();
  const ask = async (): Promise<Answer> => {
    // A member is counted wherever they come from.
    const there = from(who === "member" ? someAddress() : address);
    const shopper = who === "member" ? noor.shopper : newShopper(shop);
    return shopper.send(method, path, {}, there);
  };
  let passed = 0;
  let answer = await ask();
  for (; answer.status !== 429 && passed <= 2 * few; passed += 1) answer = await ask();
  // Counters begin anew with each minute of the clock, which may pass meanwhile.
  expect(passed).toBeGreaterThanOrEqual(few);
  expect(passed).toBeLessThanOrEqual(2 * few);
  expect([answer.status, answer.body.code]).toEqual([429, "too_many_requests"]);
  expect(answer.headers.get("Retry-After")).toBe("60");
  await expect.poll(() => shop.logs().join("\n")).toContain(`"reason":"${rate}"`);
});

test("a made-up session takes nothing from members behind the same address, nor does an empty sign-in (R25)", async () => {
  const office = from(someAddress());
  const { shopper } = await newMember(shop);
  const empty = () => newShopper(shop).form("/auth/login/password-verify", {}, office);
  for (let tries = 0; tries < 30; tries += 1) {
    const stranger = newShopper(shop);
    stranger.cookies.set("__Host-sillage_refresh", `${"s".repeat(20 + tries)}.0.${"x".repeat(43)}`);
    expect((await stranger.send("POST", "/auth/refresh", undefined, office)).status).toBe(401);
    expect((await empty()).status).toBe(400);
  }
  expect((await shopper.send("POST", "/auth/refresh", undefined, office)).status).toBe(200);
  const form = { username: noor.email, password: noor.password };
  const signedIn = await newShopper(shop).form("/auth/login/password-verify", form, office);
  expect(signedIn.status).toBe(200);
});

const forgot = (headers: Record<string, string>) => {
  const wish = { email: uniqueEmail(), language: "en" };
  return newShopper(shop).send("POST", "/auth/forgot-password", wish, headers);
};

async function fill(key: string): Promise<void> {
  const sql = `INSERT INTO limits (key, count, last_at, window_ends_at)
    SELECT ?1, 1e6, ?2, ?2 + 3600000`;
  await shop.db.prepare(sql).bind(key, Date.now()).run();
}

/** Of three at once, while two pass in ten seconds. */
async function lastOf(ask: () => Promise<Answer>): Promise<Answer> {
  const answers = [];
  for (let tries = 0; tries < 5 && answers.at(-1)?.status !== 429; tries += 1)
    answers.push(await ask());
  expect(answers[0]?.status, "nobody is shut out").toBeLessThan(300);
  return answers.at(-1)!;
}

function expectToWait({ status, headers, body }: Answer) {
  expect([status, body.code]).toEqual([429, "too_many_requests"]);
  expect(body.detail.retry_after_seconds).toBe(1);
  expect(headers.get("Retry-After")).toBe("1");
}

test("an address that asked for many new passwords goes slowly, whatever else it calls itself (R25)", async () => {
  const address = someAddress();
  await fill(`forgot-password:address:${address}`);
  const names = ["X-Forwarded-For", "X-Real-IP", "True-Client-IP"];
  const named = () => Object.fromEntries(names.map((name) => [name, someAddress()]));
  expectToWait(await lastOf(() => forgot({ ...from(address), ...named() })));
  const told =
    /"event":"limit\.reached",.*"reason":"forgot-password:address","client":"[0-9a-f]{32}"/;
  await expect.poll(() => shop.logs().join("\n")).toMatch(told);
  expect((await forgot(from(someAddress()))).status).toBe(200);
});

test("an address that guessed many passwords is heard slowly, and a known browser at once (R25)", async () => {
  const { email, password, shopper } = await newMember(shop);
  const address = someAddress();
  const signIn = (who = newShopper(shop)) =>
    who.form("/auth/login/password-verify", { username: email, password }, from(address));
  await fill(`sign-in:address:${address}`);
  expectToWait(await lastOf(signIn));
  expect((await signIn(shopper)).status).toBe(200);
});

test("no limit row holds an e-mail", async () => {
  await forgot(from(someAddress()));
  const rows = await shop.db.prepare("SELECT key FROM limits").all<{ key: string }>();
  expect(rows.results.length).toBeGreaterThan(0);
  for (const { key } of rows.results) expect(key).not.toContain("@");
});
