import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import { storeMember } from "../support/stored-member.ts";
import {
  call,
  cookieOf,
  mailsTo,
  newUpstreamMember,
  registerMember,
  registrationOf,
  signIn,
  uniqueEmail,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const post = (path: string, options: Parameters<typeof call>[3] = {}) =>
  call(upstream, "POST", path, options);
const me = (token: string) => call(upstream, "GET", "/members/me", { token });

test("anybody can read the password policy (R30)", async () => {
  const { status, body } = await call(upstream, "GET", "/auth/password-policy");
  expect(status).toBe(200);
  expect(body).toEqual({
    min_length: 8,
    max_length: 64,
    requires_uppercase: true,
    requires_lowercase: true,
    requires_digit: true,
    requires_special: true,
    special_characters: '!@#$%^&*(),.?":{}|<>',
  });
});

test("changing the password ends every other sign-in and keeps the one it was changed from (R33)", async () => {
  const member = await newUpstreamMember(upstream);
  const other = await signIn(upstream, member.email, member.password);
  const json = {
    old_password: member.password,
    new_password: "Osmanthus|77",
    confirm_password: "Osmanthus|77",
  };
  const changed = await post("/auth/change-password", { token: member.token, json });
  expect(changed.status).toBe(200);
  expect(changed.body.message).toEqual(expect.any(String));
  expect((await me(other.body.access_token)).status).toBe(401);
  expect((await post("/auth/refresh", { headers: { Cookie: cookieOf(other) } })).status).toBe(401);
  expect((await me(member.token)).status).toBe(200);
  expect((await post("/auth/refresh", { headers: { Cookie: member.cookie } })).status).toBe(200);
  expect((await signIn(upstream, member.email, member.password)).status).toBe(400);
  expect((await signIn(upstream, member.email, "Osmanthus|77")).body.must_change_password).toBe(
    false,
  );
});

test.for<[string, Record<string, string>, string]>([
  ["a wrong old password", { old_password: "Wrong#2026" }, "舊密碼錯誤"],
  ["two different new ones", { confirm_password: "Other#2026" }, "新密碼與確認密碼不一致"],
  [
    "one without a capital",
    { new_password: "lower#2026", confirm_password: "lower#2026" },
    "新密碼不符合密碼規則",
  ],
  [
    "one without a special character",
    { new_password: "Capital2026", confirm_password: "Capital2026" },
    "新密碼不符合密碼規則",
  ],
  [
    "one of seven characters",
    { new_password: "Ab#2026", confirm_password: "Ab#2026" },
    "新密碼不符合密碼規則",
  ],
])("changing the password refuses %s (R30, R33)", async ([, change, detail]) => {
  const { token, password } = await newUpstreamMember(upstream);
  const json = {
    old_password: password,
    new_password: "Fresh#2026",
    confirm_password: "Fresh#2026",
    ...change,
  };
  const answer = await post("/auth/change-password", { token, json });
  expect([answer.status, answer.body]).toEqual([400, { detail }]);
});

test("a password of 64 signs in any script is kept whole, spaces included (R30)", async () => {
  const member = await newUpstreamMember(upstream);
  const chosen = `Ab1# ${"香🌸é ".repeat(14)}終末の`;
  expect([...chosen]).toHaveLength(64);
  const json = { old_password: member.password, new_password: chosen, confirm_password: chosen };
  expect((await post("/auth/change-password", { token: member.token, json })).status).toBe(200);
  expect((await signIn(upstream, member.email, [...chosen].slice(0, -1).join(""))).status).toBe(
    400,
  );
  expect((await signIn(upstream, member.email, chosen)).status).toBe(200);
});

test("a chosen password is kept under scrypt at the configured cost, and each row's own cost is what it is checked by (R32)", async () => {
  const member = await newUpstreamMember(upstream);
  const hash = async () =>
    (
      await upstream.db
        .prepare("SELECT password_hash FROM members WHERE email = ?")
        .bind(member.email)
        .first<{ password_hash: string }>()
    )?.password_hash;
  expect(await hash(), "a cost of the tests' own").toMatch(/^scrypt\$2\$1\$1\$/);
  expect((await signIn(upstream, member.email, member.password)).status).toBe(200);
  const json = {
    old_password: member.password,
    new_password: "Osmanthus|77",
    confirm_password: "Osmanthus|77",
  };
  expect((await post("/auth/change-password", { token: member.token, json })).status).toBe(200);
  expect(await hash()).toMatch(/^scrypt\$2\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/);
  expect((await signIn(upstream, member.email, "Osmanthus|77")).status).toBe(200);
});

test("a password of 1 KiB is taken whole, and a longer one that begins like it is wrong, not cut to fit (R30, R32)", async () => {
  const email = uniqueEmail();
  const longest = "香".repeat(341);
  await storeMember(upstream.db, registrationOf(email), longest);
  expect((await signIn(upstream, email, longest)).status).toBe(200);
  await storeMember(upstream.db, registrationOf(`x${email}`), `${longest}a`);
  expect((await signIn(upstream, `x${email}`, `${longest}ab`)).body).toEqual({
    detail: "帳號或密碼錯誤",
  });
  expect((await signIn(upstream, `x${email}`, `${longest}a`)).status).toBe(200);
});

test("the mailed password cannot be kept as one's own", async () => {
  const { email, password } = await registerMember(upstream);
  const { body } = await signIn(upstream, email, password);
  const json = { old_password: password, new_password: password, confirm_password: password };
  expect((await post("/auth/change-password", { token: body.access_token, json })).status).toBe(
    400,
  );
});

const forgot = (email: string) =>
  post("/auth/forgot-password", { json: { email, language: "zh" } });
const mailedTo = async (email: string) =>
  (await mailsTo(upstream, email)).find(({ password }) => password !== undefined)?.password ?? "";
const choose = (token: string, old: string, fresh: string) =>
  post("/auth/change-password", {
    token,
    json: { old_password: old, new_password: fresh, confirm_password: fresh },
  });
const age = (sql: string, ...values: unknown[]) =>
  upstream.db
    .prepare(sql)
    .bind(...values)
    .run();
const aQuarterLater = () => age("UPDATE limits SET window_ends_at = window_ends_at - 720001");

test("asking for a forgotten password changes nothing: the member's own one goes on, and the answer tells nobody who is a member (R34)", async () => {
  const member = await newUpstreamMember(upstream);
  const known = await forgot(member.email);
  const unknown = await forgot(uniqueEmail());
  expect([known.status, known.body]).toEqual([200, unknown.body]);
  expect((await mailsTo(upstream, member.email))[0]?.subject).toBe("Sillage 香跡：您的新臨時密碼");
  expect(await signIn(upstream, member.email, member.password)).toMatchObject({
    status: 200,
    body: { must_change_password: false },
  });
  expect((await me(member.token)).status).toBe(200);
});

test("the mailed password replaces the member's own once it is used, and must be changed (R34)", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  await forgot(email);
  const mailed = await mailedTo(email);
  const { body } = await signIn(upstream, email, mailed);
  expect(body.must_change_password).toBe(true);
  expect((await signIn(upstream, email, password)).status).toBe(400);
  expect((await signIn(upstream, email, mailed)).status, "until a new one is chosen").toBe(200);
  expect((await choose(body.access_token, mailed, "Osmanthus|77")).status).toBe(200);
  expect((await signIn(upstream, email, mailed)).status).toBe(400);
  expect((await signIn(upstream, email, "Osmanthus|77")).body.must_change_password).toBe(false);
});

test("a mailed password works for fifteen minutes, and one that was never used ends with the member's next change (R34)", async () => {
  const [late, changed] = [await newUpstreamMember(upstream), await newUpstreamMember(upstream)];
  await forgot(late.email);
  await forgot(changed.email);
  await age("UPDATE mailed_passwords SET ends_at = ends_at - 900000");
  expect((await signIn(upstream, late.email, await mailedTo(late.email))).status).toBe(400);
  await age("UPDATE mailed_passwords SET ends_at = ends_at + 900000");
  await choose(changed.token, changed.password, "Osmanthus|77");
  expect((await signIn(upstream, changed.email, await mailedTo(changed.email))).status).toBe(400);
});

test("a mailed password is kept as a hash, bound to its member (R34)", async () => {
  const [mei, other] = [await newUpstreamMember(upstream), await newUpstreamMember(upstream)];
  await forgot(mei.email);
  const mailed = await mailedTo(mei.email);
  const { results } = await upstream.db.prepare("SELECT * FROM mailed_passwords").all();
  expect(results.length).toBeGreaterThan(0);
  expect(JSON.stringify(results)).not.toContain(mailed);
  expect((await signIn(upstream, other.email, mailed)).status).toBe(400);
});

test("no guess makes a mailed password useless, in whosever name it is made (R34, T15)", async () => {
  const { email } = await newUpstreamMember(upstream);
  await forgot(email);
  for (let wrong = 1; wrong <= 6; wrong += 1) await signIn(upstream, email, "Wrong#2026");
  const mailed = await mailedTo(email);
  const { status, body } = await signIn(upstream, email, mailed);
  expect([status, body.must_change_password]).toEqual([200, true]);
  for (let wrong = 1; wrong <= 6; wrong += 1) await signIn(upstream, email, "Wrong#2026");
  expect((await signIn(upstream, email, mailed)).status).toBe(200);
});

test("using a mailed password ends the sign-ins that still owe a code, since the old password opened them", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  await age("UPDATE members SET two_step = 1 WHERE email = ?", email);
  const { body } = await signIn(upstream, email, password);
  await forgot(email);
  await signIn(upstream, email, await mailedTo(email));
  const asked = await post("/auth/login/request-otp", {
    token: body.temp_token,
    json: { language_code: "en" },
  });
  expect(asked.status).toBe(401);
});

test("however often strangers ask, one mail is out, it stays valid, and the next comes before it ends (R24, R34)", async () => {
  const { email } = await newUpstreamMember(upstream);
  const before = (await mailsTo(upstream, email)).length;
  const mailsOf = async () => (await mailsTo(upstream, email)).length - before;
  const askedByMany = () => Promise.all(Array.from({ length: 8 }, () => forgot(email)));
  expect((await askedByMany()).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await mailsOf()).toBe(1);
  const first = await mailedTo(email);
  await aQuarterLater();
  await askedByMany();
  expect(await mailsOf()).toBe(2);
  expect(await mailedTo(email)).not.toBe(first);
  expect((await signIn(upstream, email, first)).status, "the first is good for its time").toBe(200);
});
