import { expect, test } from "vitest";
import { passwordHashCostOf, type Bindings } from "../../worker/stand-ins/upstream/app.ts";
import { hashPassword } from "../../worker/stand-ins/upstream/identity/passwords.ts";
import { borrowUpstream } from "../support/borrowed.ts";
import {
  cookieOf,
  registerMember,
  registrationOf,
  talkTo,
  uniqueEmail,
  storeMember,
} from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { get, post, refresh, newMember, signIn, mails, write } = talkTo(upstream);
const me = (token: string) => get("/members/me", token);
const fresh = "Osmanthus|77";
const choose = (token: string, old_password: string, new_password: string, again = new_password) =>
  post("/auth/change-password", {
    token,
    json: { old_password, new_password, confirm_password: again },
  });
const statusOf = async (email: string, password: string) => (await signIn(email, password)).status;

test("a new password ends every other sign-in and keeps the caller's (R33)", async () => {
  const member = await newMember();
  const other = await signIn(member.email, member.password);
  const changed = await choose(member.token, member.password, fresh);
  expect(changed.status).toBe(200);
  expect(changed.body.message).toEqual(expect.any(String));
  expect((await me(other.body.access_token)).status).toBe(401);
  expect((await refresh(cookieOf(other))).status).toBe(401);
  expect((await me(member.token)).status).toBe(200);
  expect((await refresh(member.cookie)).status).toBe(200);
  expect(await statusOf(member.email, member.password)).toBe(400);
  expect((await signIn(member.email, fresh)).body.must_change_password).toBe(false);
});

const own = "Vetiver&Rain2026";
const tooSimple = "新密碼不符合密碼規則";
test.each([
  ["a wrong old password", "Wrong#2026", "Fresh#2026", "Fresh#2026", "舊密碼錯誤"],
  ["two different new ones", own, "Fresh#2026", "Other#2026", "新密碼與確認密碼不一致"],
  ["one without a capital", own, "lower#2026", "lower#2026", tooSimple],
  ["one of seven characters", own, "Ab#2026", "Ab#2026", tooSimple],
])("changing the password refuses %s (R30, R33)", async (_what, old, chosen, again, detail) => {
  const { status, body } = await choose((await newMember()).token, old, chosen, again);
  expect([status, body]).toEqual([400, { detail }]);
});

test("a password of 64 signs in any script is kept whole, spaces included (R30)", async () => {
  const member = await newMember();
  const chosen = `Ab1# ${"香🌸é ".repeat(14)}終末の`;
  expect([...chosen]).toHaveLength(64);
  expect((await choose(member.token, member.password, chosen)).status).toBe(200);
  expect((await signIn(member.email, [...chosen].slice(0, -1).join(""))).status).toBe(400);
  expect(await statusOf(member.email, chosen)).toBe(200);
});

test("a password is kept under scrypt at the set cost, and checked by its row's (R32)", async () => {
  const member = await newMember();
  const hash = async () =>
    (await write("SELECT password_hash FROM members WHERE email = ?", member.email)).results[0]?.[
      "password_hash"
    ];
  expect(await hash(), "a cost of the tests' own").toMatch(/^scrypt\$2\$1\$1\$/);
  expect(await statusOf(member.email, member.password)).toBe(200);
  expect((await choose(member.token, member.password, fresh)).status).toBe(200);
  expect(await hash()).toMatch(/^scrypt\$2\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/);
  expect(await statusOf(member.email, fresh)).toBe(200);
});

test("a password of 1 KiB is taken whole, and a longer one is not cut to fit (R30, R32)", async () => {
  const email = uniqueEmail();
  const longest = "香".repeat(341);
  await storeMember(upstream.db, registrationOf(email), longest);
  expect(await statusOf(email, longest)).toBe(200);
  await storeMember(upstream.db, registrationOf(`x${email}`), `${longest}a`);
  expect((await signIn(`x${email}`, `${longest}ab`)).body).toEqual({
    detail: "帳號或密碼錯誤",
  });
  expect(await statusOf(`x${email}`, `${longest}a`)).toBe(200);
});

test("the mailed password cannot be kept as one's own", async () => {
  const { email, password } = await registerMember(upstream);
  const { body } = await signIn(email, password);
  expect((await choose(body.access_token, password, password)).status).toBe(400);
});

const forgot = (email: string) =>
  post("/auth/forgot-password", { json: { email, language: "zh" } });
const mailedTo = async (email: string) =>
  (await mails(email)).find(({ password }) => password !== undefined)?.password ?? "";

test("a forgotten password changes nothing, and tells nobody who is a member (R34)", async () => {
  const member = await newMember();
  const known = await forgot(member.email);
  const unknown = await forgot(uniqueEmail());
  expect([known.status, known.body]).toEqual([200, unknown.body]);
  expect((await mails(member.email))[0]?.subject).toBe("Sillage 香跡：您的新臨時密碼");
  expect(await signIn(member.email, member.password)).toMatchObject({
    status: 200,
    body: { must_change_password: false },
  });
  expect((await me(member.token)).status).toBe(200);
});

test("the mailed password replaces one's own once used, and must be changed (R34)", async () => {
  const { email, password } = await newMember();
  await forgot(email);
  const mailed = await mailedTo(email);
  const { body } = await signIn(email, mailed);
  expect(body.must_change_password).toBe(true);
  expect(await statusOf(email, password)).toBe(400);
  expect(await statusOf(email, mailed), "until a new one is chosen").toBe(200);
  expect((await choose(body.access_token, mailed, fresh)).status).toBe(200);
  expect(await statusOf(email, mailed)).toBe(400);
  expect((await signIn(email, fresh)).body.must_change_password).toBe(false);
});

test("a mailed password ends after fifteen minutes or with the next change (R34)", async () => {
  const [late, changed] = [await newMember(), await newMember()];
  await forgot(late.email);
  await forgot(changed.email);
  await write("UPDATE mailed_passwords SET ends_at = ends_at - 900000");
  expect(await statusOf(late.email, await mailedTo(late.email))).toBe(400);
  await write("UPDATE mailed_passwords SET ends_at = ends_at + 900000");
  await choose(changed.token, changed.password, fresh);
  expect(await statusOf(changed.email, await mailedTo(changed.email))).toBe(400);
});

test("no guess makes a mailed password useless (R34, T15)", async () => {
  const { email } = await newMember();
  await forgot(email);
  for (let wrong = 1; wrong <= 6; wrong += 1) await signIn(email, "Wrong#2026");
  const mailed = await mailedTo(email);
  const { status, body } = await signIn(email, mailed);
  expect([status, body.must_change_password]).toEqual([200, true]);
  for (let wrong = 1; wrong <= 6; wrong += 1) await signIn(email, "Wrong#2026");
  expect(await statusOf(email, mailed)).toBe(200);
});

const costOf = (value?: string) =>
  passwordHashCostOf(
    (value === undefined ? {} : { PASSWORD_HASH_COST: value }) as Omit<Bindings, "DB"> as Bindings,
  );

test("where nobody configures another, passwords are kept under scrypt at OWASP's cost (R32)", () => {
  expect(hashPassword(fresh, costOf())).toMatch(
    /^scrypt\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/,
  );
  for (const value of ["0", "16", "1.5", "", "cheap"])
    expect(() => costOf(value), value).toThrow("PASSWORD_HASH_COST");
});
