import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberSecondStepOff } from "../../worker/store/member-data.ts";
import { mailsTo, newMember, type NewMember } from "../support/new-member.ts";
import { startShop, type Shop } from "../support/shop.ts";
import { newShopper, type Answer, type Shopper } from "../support/shopper.ts";
import { together } from "../support/together.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const path = "/auth/second-step";
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });
const wrongCode = (secret: string) =>
  String((Number(codeOf(secret)) + 500_000) % 1e6).padStart(6, "0");

interface Careful extends NewMember {
  secret: string;
  recoveryCodes: string[];
}

/** Turned on with the code before the present one, so that the present one is still to be had. */
async function carefulMember(member?: NewMember): Promise<Careful> {
  const mei = member ?? (await newMember(shop));
  const begun = await mei.shopper.send("POST", path, { password: mei.password });
  expect(begun.status).toBe(201);
  const { secret } = begun.body;
  const confirmed = await mei.shopper.send("POST", `${path}/confirm`, { code: codeOf(secret, -1) });
  expect(confirmed.status).toBe(200);
  return { ...mei, secret, recoveryCodes: confirmed.body.recovery_codes };
}

async function halfWay(member: NewMember, shopper = newShopper(shop)) {
  const answer = await shopper.signIn(member.email, member.password);
  const bearer = { Authorization: `Bearer ${answer.body.temp_token}` };
  return {
    shopper,
    answer,
    guess: (code: string) => shopper.send("POST", "/auth/login/verify-otp", { code }, bearer),
    ask: () => shopper.send("POST", "/auth/login/request-otp", { language_code: "en" }, bearer),
  };
}

const stateOf = async (shopper: Shopper) => (await shopper.get(path)).body;
const sessionsOf = (answer: Answer) => answer.headers.get("Set-Cookie") ?? "";

test("Mei turns on a second step with her password and her app's first code, and then owes a code at every sign-in (R29)", async () => {
  const noor = await newMember(shop);
  expect(await stateOf(noor.shopper)).toEqual({ is_on: false, recovery_codes_left: 0 });
  const mei = await carefulMember(noor);
  expect(mei.recoveryCodes).toHaveLength(10);
  expect(new Set(mei.recoveryCodes).size).toBe(10);
  expect(await stateOf(mei.shopper)).toEqual({ is_on: true, recovery_codes_left: 10 });

  const { shopper, answer, guess } = await halfWay(mei);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    temp_token: expect.any(String),
    requires_2fa: true,
    second_step: "app",
  });
  expect(sessionsOf(answer), "no session yet").not.toContain("sillage_refresh");
  const wrong = await guess(wrongCode(mei.secret));
  expect([wrong.status, wrong.body.code]).toEqual([400, "otp_wrong"]);
  const right = await guess(codeOf(mei.secret));
  expect(right.status).toBe(200);
  shopper.token = right.body.access_token;
  expect((await shopper.get("/members/me")).body.email).toBe(mei.email);
});

test("nothing is on before the first code, and the secret of an unfinished attempt opens nothing", async () => {
  const mei = await newMember(shop);
  const begun = await mei.shopper.send("POST", path, { password: mei.password });
  const wrong = await mei.shopper.send("POST", `${path}/confirm`, {
    code: wrongCode(begun.body.secret),
  });
  expect([wrong.status, wrong.body.code]).toEqual([400, "otp_wrong"]);
  expect(await stateOf(mei.shopper)).toMatchObject({ is_on: false });
  expect((await halfWay(mei)).answer.body.access_token).toEqual(expect.any(String));
});

test("who finds the browser open but does not know the password changes nothing (ASVS 7.5)", async () => {
  const mei = await carefulMember();
  const guess = { password: "Perfume#2027" };
  for (const [method, where] of [
    ["POST", path],
    ["POST", `${path}/recovery-codes`],
    ["POST", `${path}/off`],
  ] as const) {
    const refused = await mei.shopper.send(method, where, guess);
    expect([where, refused.status, refused.body.code]).toEqual([where, 400, "wrong_old_password"]);
  }
  expect(await stateOf(mei.shopper)).toEqual({ is_on: true, recovery_codes_left: 10 });
});

test("a code that signed in once signs in nobody again, and of ten at once one wins (R23)", async () => {
  const mei = await carefulMember();
  const code = codeOf(mei.secret);
  const browsers = await Promise.all(Array.from({ length: 10 }, () => halfWay(mei)));
  const guesses = browsers.map(({ guess }) => guess);
  const answers = await together(shop, 10, async (index) => guesses[index]?.(code));
  expect(answers.filter((answer) => answer?.status === 200)).toHaveLength(1);
  expect((await (await halfWay(mei)).guess(code)).body.code).toBe("otp_wrong");
});

test("five wrong codes and the sixth is not looked at, even if it is right (R22)", async () => {
  const mei = await carefulMember();
  const { guess } = await halfWay(mei);
  for (let times = 0; times < 5; times += 1)
    expect((await guess(wrongCode(mei.secret))).body.code).toBe("otp_wrong");
  expect((await guess(codeOf(mei.secret))).body.code).toBe("otp_exhausted");
  expect((await (await halfWay(mei)).guess(codeOf(mei.secret))).status, "a new sign-in").toBe(200);
});

test("a right password that still owes a code takes back its own count, and none of somebody's wrong ones", async () => {
  const mei = await carefulMember();
  const elsewhere = { "CF-Connecting-IP": "198.51.100.77" };
  const tryPassword = (password: string) =>
    newShopper(shop).form(
      "/auth/login/password-verify",
      { username: mei.email, password },
      elsewhere,
    );
  for (let times = 0; times < 3; times += 1)
    expect((await tryPassword("Perfume#2027")).body.code).toBe("wrong_credentials");
  expect((await tryPassword(mei.password)).body.second_step).toBe("app");
  const counted = await shop.db
    .prepare("SELECT count FROM limits WHERE key = 'sign-in:address:198.51.100.77'")
    .first<{ count: number }>();
  expect(counted?.count).toBe(3);
});

test("without the phone a recovery code signs in once, however it is typed", async () => {
  const mei = await carefulMember();
  const [first = "", second = ""] = mei.recoveryCodes;
  expect((await (await halfWay(mei)).guess(first)).status).toBe(200);
  expect((await (await halfWay(mei)).guess(first)).body.code).toBe("otp_wrong");
  const typed = second.replaceAll("-", "").toLowerCase();
  expect((await (await halfWay(mei)).guess(typed)).status).toBe(200);
  expect(await stateOf(mei.shopper)).toMatchObject({ recovery_codes_left: 8 });
  const renewed = await mei.shopper.send("POST", `${path}/recovery-codes`, {
    password: mei.password,
  });
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect((await (await halfWay(mei)).guess(mei.recoveryCodes[2] ?? "")).body.code).toBe(
    "otp_wrong",
  );
});

test("no mail is sent for an app's code, and a client of the documents asks for one as always", async () => {
  const mei = await carefulMember();
  const before = (await mailsTo(shop, mei.email)).length;
  const { ask, guess } = await halfWay(mei);
  const asked = await ask();
  expect(asked.status).toBe(200);
  expect(Date.parse(asked.body.expires_at)).toBeGreaterThan(Date.now());
  expect(await mailsTo(shop, mei.email)).toHaveLength(before);
  expect((await guess(codeOf(mei.secret))).status).toBe(200);
});

test("where the upstream mails a code too, the app's is owed after it", async () => {
  const mei = await carefulMember();
  await turnOnSecondStep(shop, mei.email);
  const shopper = newShopper(shop);
  const { answer, ask, guess } = await halfWay(mei, shopper);
  expect(answer.body.second_step).toBeUndefined();
  await ask();
  const mailed = (await mailsTo(shop, mei.email)).find((mail) => mail.code !== undefined);
  const next = await guess(mailed?.code ?? "");
  expect([next.status, next.body.second_step]).toEqual([200, "app"]);
  const bearer = { Authorization: `Bearer ${next.body.temp_token}` };
  const code = codeOf(mei.secret);
  const last = await shopper.send("POST", "/auth/login/verify-otp", { code }, bearer);
  expect([last.status, typeof last.body.access_token]).toEqual([200, "string"]);
});

test("the token of a second step opens nothing else, and turned off the password is enough", async () => {
  const mei = await carefulMember();
  const { shopper, answer } = await halfWay(mei);
  shopper.token = answer.body.temp_token;
  expect((await shopper.get(path)).status).toBe(401);
  const off = await mei.shopper.send("POST", `${path}/off`, { password: mei.password });
  expect(off.status).toBe(204);
  expect((await halfWay(mei)).answer.body.access_token).toEqual(expect.any(String));
  expect(await stateOf(mei.shopper)).toEqual({ is_on: false, recovery_codes_left: 0 });
});

test("who has lost phone and codes is let in again by the operator's command, and nobody else's second step ends", async () => {
  const [mei, noor] = [await carefulMember(), await carefulMember()];
  const [, payload = ""] = (mei.shopper.token ?? "").split(".");
  const { sub } = JSON.parse(Buffer.from(payload, "base64url").toString());
  for (const statement of Object.values(memberSecondStepOff(sub)))
    await shop.db.prepare(statement).run();
  expect((await halfWay(mei)).answer.body.access_token).toEqual(expect.any(String));
  expect(await stateOf(mei.shopper)).toEqual({ is_on: false, recovery_codes_left: 0 });
  expect(await stateOf(noor.shopper)).toEqual({ is_on: true, recovery_codes_left: 10 });
});

test("the database holds the secret sealed and recovery codes hashed, and the log neither (R27, R73)", async () => {
  const mei = await carefulMember();
  const secrets = await shop.db.prepare("SELECT * FROM second_steps").all();
  const codes = await shop.db.prepare("SELECT * FROM recovery_codes").all();
  const kept = JSON.stringify([secrets.results, codes.results]);
  expect(secrets.results.length).toBeGreaterThan(0);
  expect(kept).not.toContain(mei.secret);
  for (const code of mei.recoveryCodes) expect(kept).not.toContain(code);
});
