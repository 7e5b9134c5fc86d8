import { Secret, TOTP } from "otpauth";
import type { ErrorCode } from "#contract/errors";
import type { Deps } from "../../worker/deps.ts";
import { ShopError } from "../../worker/errors/shop-error.ts";
import { sha256Hex } from "../../worker/platform/crypto.ts";
import * as own from "../../worker/shop/second-step/manage-second-step.ts";
import { codeKeyOf } from "../../worker/shop/limits/guesser.ts";
import type { BrowserFacts } from "../../worker/shop/sessions/manage-sessions.ts";
import { verifyToken } from "../../worker/shop/sessions/tokens.ts";
import { checkPassword } from "../../worker/shop/sign-in/sign-in.ts";
import { requestCode, verifyCode } from "../../worker/shop/sign-in/sign-in.ts";
import { cartItems, limits, sessions, signInChallenges } from "../../worker/store/schema.ts";
import { add } from "./cart-rows.ts";
import { dayMs, db, minuteMs, noon, refuses } from "./database.ts";
import { failAt } from "./ground.ts";
import { letMeiIn, mei, portsWith, type Answers, type Around } from "./ports.ts";

const address = "203.0.113.9";
const browser: BrowserFacts = {
  address,
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
  country: "TW",
  refreshToken: null,
  guestCartId: null,
  browserId: null,
};
const form = { username: "Mei@Example.test", password: "a password" };
const sessionSecret = "the session secret of this test";

const access = { access_token: "mei's token" };
const welcoming: Record<string, unknown> = {
  "/auth/login/password-verify": access,
  "/auth/login/verify-otp": access,
  "/members/me": { id: "mei", email: "mei@example.test" },
};
const lettingIn =
  (more: Record<string, unknown> = {}): Answers =>
  (path) =>
    ({ ...welcoming, ...more })[path] ?? {};

const signIn = (
  more: Record<string, unknown> = {},
  facts: Partial<BrowserFacts> = {},
  around: Around = {},
  given = form,
) =>
  checkPassword(
    portsWith({ answers: lettingIn(more), cookies: { sid: "cookie" }, ...around }).deps,
    { ...browser, ...facts },
    given,
  );
async function signedIn(outcome: ReturnType<typeof signIn>) {
  const found = await outcome;
  if ("owes" in found) throw new Error("a second step is owed");
  return found;
}
async function challengeOf(outcome: ReturnType<typeof signIn>, step: "mail" | "app") {
  const found = await outcome;
  if (!("owes" in found)) throw new Error("no second step is owed");
  const { temp_token, second_step = "mail" } = found.owes;
  expect(second_step).toBe(step);
  return (await verifyToken([sessionSecret], "pre_otp", temp_token, noon))?.sub ?? "";
}
const counts = async () =>
  Object.fromEntries((await db.select().from(limits)).map(({ key, count }) => [key, count]));
const noFailure = { [`sign-in:address:${address}`]: 0, "sign-in:all:everybody": 0 };
const verify = "/auth/login/password-verify";
const wrong = { [verify]: new ShopError("wrong_credentials", { status: 401 }) };
const owesCode = (temp_token = "ticket") => ({ [verify]: { temp_token, requires_2fa: true } });

test("a right password begins a session of two weeks, at most sixty days, and tells the browser apart from now on (R13)", async () => {
  const { answer, refresh, browserId = "", sessionId } = await signedIn(signIn());
  const told = { expires_in: 600, token_type: "bearer", must_change_password: false };
  expect(answer).toMatchObject(told);
  const token = await verifyToken([sessionSecret], "access", answer.access_token, noon);
  expect(token).toMatchObject({ sub: "mei", sid: sessionId });
  expect(refresh.maxAgeSeconds).toBe(14 * 24 * 3600);
  const ends = { idleEndsAt: noon + 14 * dayMs, absoluteEndsAt: noon + 60 * dayMs };
  const whose = { id: sessionId, memberId: "mei", browser: "Firefox · Linux", place: "TW" };
  const browserHash = await sha256Hex(browserId);
  const session = { ...whose, ...ends, browserHash, createdAt: noon, endedAt: null };
  expect(await db.select().from(sessions)).toMatchObject([session]);
});

test("signing in again in the same browser ends the session before, here and at the upstream", async () => {
  const { refresh, sessionId } = await signedIn(signIn());
  const { deps, asked, finished } = portsWith({ answers: lettingIn() });
  await checkPassword(deps, { ...browser, refreshToken: refresh.token }, form);
  await finished();
  const logouts = asked.filter(({ path }) => path === "/auth/logout");
  expect(logouts).toMatchObject([{ bearer: "mei's token", cookies: { sid: "cookie" } }]);
  const ended = (await db.select().from(sessions)).filter(({ endedAt }) => endedAt !== null);
  expect(ended).toMatchObject([{ id: sessionId, endReason: "replaced" }]);
});

test("a cart that cannot be merged costs nobody the sign-in, and stays", async () => {
  await add({ guestHash: await sha256Hex("guest's cookie") }, "line");
  await failAt("INSERT", "carts");
  const { deps, errors } = portsWith({ answers: lettingIn() });
  await signedIn(checkPassword(deps, { ...browser, guestCartId: "guest's cookie" }, form));
  expect(errors.map(([event]) => event)).toEqual(["cart.merge_failed"]);
  expect(await db.select().from(cartItems)).toMatchObject([{ id: "line" }]);
});

test("codes are counted for who gave this password, by four signs of its mark, and for a known browser apart", async () => {
  const { deps } = portsWith({});
  const stranger = { limit: "sign-in:address", subject: address } as const;
  const known = { limit: "sign-in:browser", subject: "0123456789abcdef and more" } as const;
  const hers = await codeKeyOf(deps, stranger, "mei's key", "a password");
  expect(hers).toMatch(/^mei's key:[0-9a-f]{4}$/);
  expect(await codeKeyOf(deps, known, "mei's key", "a password")).toBe(`${hers}:0123456789abcdef`);
  expect(await codeKeyOf(deps, stranger, "mei's key", "another")).not.toBe(hers);
});

test("wrong passwords count against the address and in all, right ones and outages do not", async () => {
  for (let tries = 0; tries < 3; tries += 1) await refuses(signIn(wrong), "wrong_credentials");
  const failed = { [`sign-in:address:${address}`]: 3, "sign-in:all:everybody": 3 };
  expect(await counts()).toEqual(failed);
  for (const error of [new ShopError("upstream_unavailable"), new TypeError("a mistake of ours")])
    await expect(signIn({ "/auth/login/password-verify": error })).rejects.toBe(error);
  await signIn();
  expect(await counts()).toEqual(failed);
  await signIn(owesCode());
  expect(await counts()).toMatchObject(failed);
});

test("a right password is not counted as wrong when the upstream then fails", async () => {
  const down = new ShopError("upstream_unavailable");
  await expect(signIn({ "/members/me": down })).rejects.toBe(down);
  expect(await counts()).toEqual(noFailure);
  expect(await db.select().from(sessions)).toEqual([]);
});

test("guesses in a browser that the member uses count there, for that member, and nowhere else", async () => {
  const { browserId = "" } = await signedIn(signIn());
  await refuses(signIn(wrong, { browserId }), "wrong_credentials");
  await expect(signIn(wrong, { browserId: "a stranger's" })).rejects.toThrow();
  const hash = await sha256Hex(browserId);
  expect(await counts()).toEqual({
    [`sign-in:browser:${hash}`]: 1,
    [`sign-in:address:${address}`]: 1,
    "sign-in:all:everybody": 1,
  });
});

test("a member who signs in all the time is asked to wait, and has guessed nothing", async () => {
  const { deps } = portsWith({ answers: lettingIn() });
  const busy = Object.create(deps, { allows: { value: () => Promise.resolve(false) } });
  const detail = { retry_after_seconds: 1 };
  await refuses(checkPassword(busy, browser, form), "too_many_requests", { detail });
  expect(await counts()).toEqual(noFailure);
});

test("the upstream learns who guesses by a name that only the shop can give, proved by each of its credentials", async () => {
  const trying = async (config: object, facts: Partial<BrowserFacts> = {}) => {
    const { deps, asked } = portsWith({ config, answers: lettingIn() });
    await checkPassword(deps, { ...browser, ...facts }, form);
    return String(asked[0]?.signInSource);
  };
  const present = { UPSTREAM_SERVICE_TOKEN: "the credential" };
  expect(await trying({})).toBe("null");
  const source = await trying(present);
  expect(source).toMatch(/^[0-9a-f]{32}\.[0-9a-f]{64}$/);
  const both = await trying({ ...present, UPSTREAM_SERVICE_TOKEN_PREVIOUS: "the one before" });
  expect(both).toMatch(/^[0-9a-f]{32}(\.[0-9a-f]{64}){2}$/);
  expect(both.startsWith(source)).toBe(true);
  const elsewhere = await trying(present, { address: "198.51.100.7" });
  expect(elsewhere.slice(0, 32)).not.toBe(source.slice(0, 32));
});

/** Mei's password was right, and her code is in the mail. */
async function codeInTheMail(username = form.username) {
  const owed = signIn(owesCode(username), {}, {}, { ...form, username });
  const id = await challengeOf(owed, "mail");
  await requestCode(portsWith({ answers: lettingIn() }).deps, id, address, "en");
  return id;
}
const enter = (id: string, code: string, more: Record<string, unknown> = {}, around: Around = {}) =>
  verifyCode(portsWith({ answers: lettingIn(more), ...around }).deps, id, browser, code);
const refusedCode = { "/auth/login/verify-otp": new ShopError("otp_wrong", { status: 400 }) };

test("the code in the mail signs in, once, and its tries are forgotten", async () => {
  const id = await codeInTheMail();
  await refuses(enter(id, "111111", refusedCode), "otp_wrong");
  const guesses = async () =>
    Object.keys(await counts()).filter((key) => key.startsWith("otp-guess"));
  expect(await guesses()).toHaveLength(2);
  expect(await enter(id, "123456")).toHaveProperty("answer.access_token");
  expect(await guesses()).toEqual([]);
  await refuses(enter(id, "123456"), "token_invalid");
  expect(await db.select().from(sessions)).toHaveLength(1);
});

test("of two right codes at once one signs in, and the other comes too late", async () => {
  const id = await codeInTheMail();
  const both = await Promise.allSettled([enter(id, "123456"), enter(id, "123456")]);
  const codes = both.map((one) => (one.status === "rejected" ? one.reason.code : "signed in"));
  expect(codes.sort()).toEqual(["signed in", "token_invalid"]);
  expect(await db.select().from(sessions)).toHaveLength(1);
});

test("what cannot be a code is not asked of the upstream, and counts as a guess", async () => {
  const id = await codeInTheMail();
  const { deps, heard } = portsWith({ answers: lettingIn() });
  for (const code of ["12345", "1234567", "abcdef"])
    await refuses(verifyCode(deps, id, browser, code), "otp_wrong");
  expect(heard).toEqual([]);
  expect(await db.select().from(signInChallenges)).toMatchObject([{ guesses: 3 }]);
});

test("five wrong codes use the code up, and its time runs out; these are told apart (R22, R24)", async () => {
  const id = await codeInTheMail();
  for (let guess = 0; guess < 5; guess += 1)
    await refuses(enter(id, "111111", refusedCode), "otp_wrong");
  const refused = (code: ErrorCode, now: number) =>
    refuses(enter(id, "123456", {}, { now: () => now }), code);
  await refused("otp_exhausted", noon);
  await refused("otp_exhausted", noon + 10 * minuteMs - 1);
  await refused("otp_expired", noon + 10 * minuteMs);
  await refused("token_invalid", noon + 15 * minuteMs);
});

test("no code opens a sign-in before one was sent, nor one that nobody began", async () => {
  const id = await challengeOf(signIn(owesCode()), "mail");
  await refuses(enter(id, "123456"), "otp_expired");
  await refuses(enter("nobody's", "123456"), "token_invalid");
});

test("a sign-in whose key is gone begins anew", async () => {
  const id = await codeInTheMail();
  const config = { UPSTREAM_TOKEN_KEY: "another" };
  await refuses(enter(id, "123456", {}, { config }), "token_invalid");
});

const codeAt = (secret: string, now: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });

async function turnOn() {
  await letMeiIn();
  const { deps } = portsWith({});
  const secret = await own.beginOwnSecondStep(deps, mei);
  return own.confirmOwnSecondStep(deps, mei, codeAt(secret, noon));
}

test("who has passed the mailed code still owes their own second step", async () => {
  const [code = ""] = await turnOn();
  const id = await challengeOf(enter(await codeInTheMail(), "123456"), "app");
  const now = () => noon + 15 * minuteMs - 1;
  expect(await enter(id, code, {}, { now }), "all the time").toHaveProperty("answer.access_token");
  const [mailed, owed] = await db.select().from(signInChallenges);
  const { memberKey, limitKey } = mailed ?? expect.unreachable();
  expect(owed).toMatchObject({ memberKey, limitKey });
});

test("a second step is not turned on by guessing", async () => {
  await letMeiIn();
  const { deps } = portsWith({});
  await own.beginOwnSecondStep(deps, mei);
  const confirm = () => own.confirmOwnSecondStep(deps, mei, "000000");
  for (let tries = 0; tries < 20; tries += 1) await refuses(confirm(), "otp_wrong");
  await refuses(confirm(), "too_many_requests");
});

test("whoever has only the password uses up nothing of a member who has the code, or another password", async () => {
  const codes = await turnOn();
  const full = new Set<string>();
  const asked: string[] = [];
  const allows = async (_counter: string, name: string) => {
    asked.push(name);
    return !full.has(name);
  };
  const around = { own: { allows } };
  await signIn({}, {}, around);
  for (const name of asked) full.add(name);
  await refuses(signIn({}, {}, around), "too_many_requests");
  const mailed = { ...form, password: "a mailed password" };
  const id = await challengeOf(signIn({}, {}, around, mailed), "app");
  asked.length = 0;
  expect(await enter(id, codes[0] ?? "", {}, around)).toHaveProperty("answer.access_token");
  expect(asked, "nothing can refuse once a code is used").toEqual([]);
});

test("a second step is turned on by its first right code, and its owner sees how many recovery codes are left", async () => {
  await letMeiIn();
  const { deps } = portsWith({});
  const confirm = (code: string) => own.confirmOwnSecondStep(deps, mei, code);
  expect(await own.getSecondStep(deps, mei)).toEqual({ is_on: false, recovery_codes_left: 0 });
  await refuses(confirm("123456"), "second_step_off");
  await refuses(own.renewRecoveryCodes(deps, mei), "second_step_off");
  const secret = await own.beginOwnSecondStep(deps, mei);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  await refuses(confirm(codeAt(secret, noon - minuteMs)), "otp_wrong");
  const gone = portsWith({ config: { UPSTREAM_TOKEN_KEY: "another" } }).deps;
  await refuses(own.confirmOwnSecondStep(gone, mei, "123456"), "second_step_off");
  const codes = await confirm(codeAt(secret, noon + minuteMs / 2));
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toBe(true);
  expect(await own.getSecondStep(deps, mei)).toEqual({ is_on: true, recovery_codes_left: 10 });
  for (const code of [codeAt(secret, noon), "000000"])
    await refuses(confirm(code), "second_step_on");
  await refuses(own.beginOwnSecondStep(deps, mei), "second_step_on");
  expect(await own.renewRecoveryCodes(deps, mei)).not.toEqual(codes);
  await own.endOwnSecondStep(deps, mei);
  expect(await own.getSecondStep(deps, mei)).toEqual({ is_on: false, recovery_codes_left: 0 });
  await signedIn(signIn());
});

test("a right password, a wrong one and a wrong code each leave a line of the log", async () => {
  const id = await codeInTheMail();
  const give = (deps: Deps) => checkPassword(deps, browser, form);
  const type = (deps: Deps) => verifyCode(deps, id, browser, "123456");
  const lineOf = async (act: (deps: Deps) => Promise<unknown>, more = {}) => {
    const { deps, said } = portsWith({ answers: lettingIn(more) });
    await act(deps).catch((error: unknown) => expect(error).toBeInstanceOf(ShopError));
    return said;
  };
  const line = (event: string) => [["info", event]];
  expect(await lineOf(give)).toEqual(line("sign_in.succeeded"));
  expect(await lineOf(give, wrong)).toEqual(line("sign_in.refused"));
  expect(await lineOf(type, refusedCode)).toEqual(line("sign_in.code_refused"));
  expect(await lineOf(type)).toEqual(line("sign_in.succeeded"));
});

test("a code is judged for the sign-in that it was sent for", async () => {
  const [meis, noors] = [await codeInTheMail("mei"), await codeInTheMail("noor")];
  const codes: Record<string, string> = { mei: "111111", noor: "222222" };
  const answers: Answers = (path, { bearer, body }) => {
    const isRight = codes[bearer ?? ""] === Object(body).code;
    return lettingIn(isRight ? {} : refusedCode)(path, {});
  };
  const type = (id: string, code: string) => enter(id, code, {}, { answers });
  await refuses(type(noors, "111111"), "otp_wrong");
  await refuses(type(meis, "222222"), "otp_wrong");
  expect(await type(meis, "111111")).toHaveProperty("answer.access_token");
  expect(await type(noors, "222222")).toHaveProperty("answer.access_token");
});
