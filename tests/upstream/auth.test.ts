import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type UpstreamAlone } from "../support/shop.ts";
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
  uniquePhone,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await startUpstream()));
afterAll(() => upstream.close());

const post = (path: string, options: Parameters<typeof call>[3] = {}) => call(upstream, "POST", path, options);
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

test("somebody who registers gets a temporary password by mail and must change it", async () => {
  const { email, password } = await registerMember(upstream);
  const { status, body } = await signIn(upstream, email, password);
  expect(status).toBe(200);
  expect(body).toEqual({ access_token: expect.any(String), token_type: "bearer", expires_in: 900, must_change_password: true });
});

test("the mail to a Japanese member is Japanese and keeps the password out of its subject", async () => {
  const { email, password } = await registerMember(upstream, { language_code: "ja" });
  const [mail] = await mailsTo(upstream, email);
  expect(mail?.subject).toMatch(/仮パスワード/);
  expect(mail?.subject).not.toContain(password);
  expect(mail?.text).toContain(password);
});

test("an e-mail that is registered cannot be registered again, in capitals neither", async () => {
  const { email } = await registerMember(upstream);
  const answer = await post("/auth/register", { json: registrationOf(email.toUpperCase()) });
  expect([answer.status, answer.body]).toEqual([409, { detail: "此電子郵件已被註冊" }]);
});

test("a phone that is registered cannot be registered again, however it is written", async () => {
  const phone = uniquePhone();
  await registerMember(upstream, { phone });
  const spelled = `${phone.slice(1, 4)}-${phone.slice(4)}`;
  const answer = await post("/auth/register", { json: registrationOf(uniqueEmail(), { phone: spelled }) });
  expect([answer.status, answer.body]).toEqual([409, { detail: "此手機號碼已被註冊" }]);
});

test("of ten who register one e-mail at once, one gets it", async () => {
  const email = uniqueEmail();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post("/auth/register", { json: registrationOf(email) })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  expect(await mailsTo(upstream, email)).toHaveLength(1);
});

test("a business says its name, and in Taiwan its tax id", async () => {
  const nameless = await post("/auth/register", {
    json: registrationOf(uniqueEmail(), { is_business: true, company_name: " ", tax_id: "12345678" }),
  });
  expect([nameless.status, nameless.body]).toEqual([400, { detail: "企業用戶必須提供公司名稱" }]);
  const taxless = await post("/auth/register", {
    json: registrationOf(uniqueEmail(), { is_business: true, company_name: "Dew" }),
  });
  expect([taxless.status, taxless.body]).toEqual([400, { detail: "台灣企業用戶必須提供統一編號" }]);
  const abroad = registrationOf(uniqueEmail(), { is_business: true, company_name: "Dew", country: "JP", country_code: "+81" });
  expect((await post("/auth/register", { json: abroad })).status).toBe(201);
});

test.for<[string, Record<string, unknown>]>([
  ["a country that is not served", { country: "BR" }],
  ["a name of spaces", { first_name: "   " }],
  ["a tax id of seven digits", { is_business: true, company_name: "Dew", tax_id: "1234567" }],
  ["a field nobody asked for", { is_admin: true }],
])("registration refuses %s", async ([, change]) => {
  const { status, body } = await post("/auth/register", { json: registrationOf(uniqueEmail(), change) });
  expect(status).toBe(422);
  expect(body.detail).toEqual(expect.any(String));
});

test.for(["/auth/login/password-verify", "/auth/login/access-token", "/members/login/access-token"])(
  "%s signs a member in",
  async (path) => {
    const { email, password } = await newUpstreamMember(upstream);
    const answer = await post(path, { form: { username: email, password } });
    expect(answer.status).toBe(200);
    expect(answer.body.must_change_password).toBe(false);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^refresh_token=[^;]+;.*Path=\/api\/v1\/auth;.*HttpOnly/);
    expect((await me(answer.body.access_token)).body.email).toBe(email);
  },
);

test("a wrong password and an unknown e-mail are told the same", async () => {
  const { email } = await newUpstreamMember(upstream);
  for (const username of [email, uniqueEmail()]) {
    const { status, body } = await signIn(upstream, username, "Wrong#2026");
    expect([status, body]).toEqual([400, { detail: "帳號或密碼錯誤" }]);
  }
});

test("the fifth wrong password in a row locks the account for thirty minutes, for the right one too", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  for (let wrong = 1; wrong <= 4; wrong += 1) expect((await signIn(upstream, email, "Wrong#2026")).status).toBe(400);
  const fifth = await signIn(upstream, email, "Wrong#2026");
  expect([fifth.status, fifth.body]).toEqual([
    403,
    { detail: { message: "登入失敗次數過多，帳號已鎖定30分鐘", remaining_seconds: 1800 } },
  ]);
  const right = await signIn(upstream, email, password);
  expect(right.status).toBe(403);
  expect(right.body.detail.remaining_seconds).toBeGreaterThan(1780);
  await upstream.db.prepare("UPDATE members SET locked_until = locked_until - 1800000 WHERE email = ?").bind(email).run();
  expect((await signIn(upstream, email, password)).status).toBe(200);
});

test("a right password ends the row of wrong ones", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  for (let wrong = 1; wrong <= 4; wrong += 1) await signIn(upstream, email, "Wrong#2026");
  expect((await signIn(upstream, email, password)).status).toBe(200);
  expect((await signIn(upstream, email, "Wrong#2026")).status).toBe(400);
});

test("twelve wrong passwords at once tell a guesser no more than five", async () => {
  const { email } = await newUpstreamMember(upstream);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, turn) => signIn(upstream, email, `Wrong#${turn}`)));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(8);
});

test("disabled, waiting and locked members learn why they cannot sign in", async () => {
  const password = "Perfume#2026";
  expect((await signIn(upstream, "disabled@example.test", password)).body).toEqual({ detail: "帳號已停用" });
  expect((await signIn(upstream, "waitlist@example.test", password)).body).toEqual({
    detail: "您已在候補名單中，服務開放時將通知您",
  });
  const locked = await signIn(upstream, "locked@example.test", password);
  expect(locked.status).toBe(403);
  expect(locked.body.detail).toEqual({ message: "登入失敗次數過多，帳號已鎖定30分鐘", remaining_seconds: expect.any(Number) });
});

test("a stranger with a disabled member's e-mail and no password learns nothing", async () => {
  expect((await signIn(upstream, "disabled@example.test", "Wrong#2026")).body).toEqual({ detail: "帳號或密碼錯誤" });
});

test("one refresh token has one successor, and is refused afterwards", async () => {
  const { cookie } = await newUpstreamMember(upstream);
  const answers = await Promise.all(Array.from({ length: 8 }, () => post("/auth/refresh", { headers: { Cookie: cookie } })));
  const [good, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  expect(good?.body.expires_in).toBe(900);
  const again = await post("/auth/refresh", { headers: { Cookie: cookie } });
  expect([again.status, again.body]).toEqual([401, { detail: "令牌已被撤銷" }]);
  expect((await post("/auth/refresh", { headers: { Cookie: cookieOf(good!) } })).status).toBe(200);
});

test("a used refresh token that comes back later ends the whole sign-in", async () => {
  const { cookie, email } = await newUpstreamMember(upstream);
  const next = await post("/auth/refresh", { headers: { Cookie: cookie } });
  await upstream.db
    .prepare(
      "UPDATE tokens SET used_at = used_at - 60000 WHERE used_at IS NOT NULL AND member_id = (SELECT id FROM members WHERE email = ?)",
    )
    .bind(email)
    .run();
  await post("/auth/refresh", { headers: { Cookie: cookie } });
  expect((await me(next.body.access_token)).body).toEqual({ detail: "令牌已被撤銷" });
});

test("a refresh without a cookie says so", async () => {
  const answer = await post("/auth/refresh");
  expect([answer.status, answer.body]).toEqual([401, { detail: "缺少刷新令牌" }]);
});

test("an access token lasts fifteen minutes and a refresh never outlives the sign-in", async () => {
  const { token, cookie, email } = await newUpstreamMember(upstream);
  const age =
    "UPDATE tokens SET expires_at = expires_at - ? WHERE kind = ? AND member_id = (SELECT id FROM members WHERE email = ?)";
  await upstream.db.prepare(age).bind(900_000, "access", email).run();
  expect((await me(token)).body).toEqual({ detail: "無效或過期的令牌" });
  await upstream.db
    .prepare(age)
    .bind(30 * 86_400_000, "refresh", email)
    .run();
  expect((await post("/auth/refresh", { headers: { Cookie: cookie } })).body).toEqual({ detail: "無效或過期的令牌" });
});

test("logging out ends that sign-in and no other", async () => {
  const member = await newUpstreamMember(upstream);
  const other = await signIn(upstream, member.email, member.password);
  expect((await post("/auth/logout", { token: member.token })).status).toBe(200);
  expect((await me(member.token)).status).toBe(401);
  expect((await post("/auth/refresh", { headers: { Cookie: member.cookie } })).status).toBe(401);
  expect((await me(other.body.access_token)).status).toBe(200);
});

test("changing the password ends every other sign-in and keeps the one it was changed from (R33)", async () => {
  const member = await newUpstreamMember(upstream);
  const other = await signIn(upstream, member.email, member.password);
  const json = { old_password: member.password, new_password: "Osmanthus|77", confirm_password: "Osmanthus|77" };
  const changed = await post("/auth/change-password", { token: member.token, json });
  expect(changed.status).toBe(200);
  expect(changed.body.message).toEqual(expect.any(String));
  expect((await me(other.body.access_token)).status).toBe(401);
  expect((await post("/auth/refresh", { headers: { Cookie: cookieOf(other) } })).status).toBe(401);
  expect((await me(member.token)).status).toBe(200);
  expect((await post("/auth/refresh", { headers: { Cookie: member.cookie } })).status).toBe(200);
  expect((await signIn(upstream, member.email, member.password)).status).toBe(400);
  expect((await signIn(upstream, member.email, "Osmanthus|77")).body.must_change_password).toBe(false);
});

test.for<[string, Record<string, string>, string]>([
  ["a wrong old password", { old_password: "Wrong#2026" }, "舊密碼錯誤"],
  ["two different new ones", { confirm_password: "Other#2026" }, "新密碼與確認密碼不一致"],
  ["one without a capital", { new_password: "lower#2026", confirm_password: "lower#2026" }, "新密碼不符合密碼規則"],
  ["one without a special character", { new_password: "Capital2026", confirm_password: "Capital2026" }, "新密碼不符合密碼規則"],
  ["one of seven characters", { new_password: "Ab#2026", confirm_password: "Ab#2026" }, "新密碼不符合密碼規則"],
])("changing the password refuses %s (R30, R33)", async ([, change, detail]) => {
  const { token, password } = await newUpstreamMember(upstream);
  const json = { old_password: password, new_password: "Fresh#2026", confirm_password: "Fresh#2026", ...change };
  const answer = await post("/auth/change-password", { token, json });
  expect([answer.status, answer.body]).toEqual([400, { detail }]);
});

test("a password of 64 signs in any script is kept whole, spaces included (R30)", async () => {
  const member = await newUpstreamMember(upstream);
  const chosen = `Ab1# ${"香🌸é ".repeat(14)}終末の`;
  expect([...chosen]).toHaveLength(64);
  const json = { old_password: member.password, new_password: chosen, confirm_password: chosen };
  expect((await post("/auth/change-password", { token: member.token, json })).status).toBe(200);
  expect((await signIn(upstream, member.email, [...chosen].slice(0, -1).join(""))).status).toBe(400);
  expect((await signIn(upstream, member.email, chosen)).status).toBe(200);
});

test("a chosen password is kept under scrypt at OWASP's cost, and each row's own cost is what it is checked by (R32)", async () => {
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
  const json = { old_password: member.password, new_password: "Osmanthus|77", confirm_password: "Osmanthus|77" };
  expect((await post("/auth/change-password", { token: member.token, json })).status).toBe(200);
  expect(await hash()).toMatch(/^scrypt\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/);
  expect((await signIn(upstream, member.email, "Osmanthus|77")).status).toBe(200);
});

test("a password of 1 KiB is taken whole, and a longer one that begins like it is wrong, not cut to fit (R30, R32)", async () => {
  const email = uniqueEmail();
  const longest = "香".repeat(341);
  await storeMember(upstream.db, registrationOf(email), longest);
  expect((await signIn(upstream, email, longest)).status).toBe(200);
  await storeMember(upstream.db, registrationOf(`x${email}`), `${longest}a`);
  expect((await signIn(upstream, `x${email}`, `${longest}ab`)).body).toEqual({ detail: "帳號或密碼錯誤" });
  expect((await signIn(upstream, `x${email}`, `${longest}a`)).status).toBe(200);
});

test("the mailed password cannot be kept as one's own", async () => {
  const { email, password } = await registerMember(upstream);
  const { body } = await signIn(upstream, email, password);
  const json = { old_password: password, new_password: password, confirm_password: password };
  expect((await post("/auth/change-password", { token: body.access_token, json })).status).toBe(400);
});

test("a forgotten password is replaced by mail, and the answer tells nobody who is a member", async () => {
  const member = await newUpstreamMember(upstream);
  const known = await post("/auth/forgot-password", { json: { email: member.email, language: "zh" } });
  const unknown = await post("/auth/forgot-password", { json: { email: uniqueEmail(), language: "zh" } });
  expect([known.status, known.body]).toEqual([200, unknown.body]);
  const [mail] = await mailsTo(upstream, member.email);
  expect(mail?.subject).toBe("Sillage 香跡：您的新臨時密碼");
  expect((await signIn(upstream, member.email, member.password)).status).toBe(400);
  expect((await signIn(upstream, member.email, mail?.password ?? "")).body.must_change_password).toBe(true);
});

test("a forgotten password opens a locked account again", async () => {
  const { email } = await newUpstreamMember(upstream);
  for (let wrong = 1; wrong <= 5; wrong += 1) await signIn(upstream, email, "Wrong#2026");
  await post("/auth/forgot-password", { json: { email, language: "en" } });
  const password = (await mailsTo(upstream, email))[0]?.password ?? "";
  expect((await signIn(upstream, email, password)).status).toBe(200);
});

test("nobody's mailbox gets more than five reset mails an hour", async () => {
  const { email } = await newUpstreamMember(upstream);
  const before = (await mailsTo(upstream, email)).length;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post("/auth/forgot-password", { json: { email, language: "en" } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await mailsTo(upstream, email)).length - before).toBe(5);
});

async function owingTheCode(path = "/auth/login/password-verify") {
  const member = await newUpstreamMember(upstream);
  await upstream.db.prepare("UPDATE members SET two_step = 1 WHERE email = ?").bind(member.email).run();
  const { body } = await post(path, { form: { username: member.email, password: member.password } });
  return { ...member, answer: body, temp: body.temp_token as string };
}
const requestCode = (token: string, language_code = "en") => post("/auth/login/request-otp", { token, json: { language_code } });
const verifyCode = (token: string, code: string) => post("/auth/login/verify-otp", { token, json: { code } });
const codeOf = async (email: string) => (await mailsTo(upstream, email))[0]?.code ?? "";
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test.for(["/auth/login/password-verify", "/auth/login/access-token"])(
  "%s gives a two-step member a temp token and nothing more",
  async (path) => {
    const { answer, temp } = await owingTheCode(path);
    expect(answer).toEqual({ temp_token: expect.any(String), requires_2fa: true });
    expect((await me(temp)).status).toBe(401);
  },
);

test("a two-step member signs in with the mailed code, once", async () => {
  const { email, temp } = await owingTheCode();
  const requested = await requestCode(temp, "ja");
  expect(Date.parse(requested.body.expires_at) - Date.now()).toBeGreaterThan(590_000);
  const [mail] = await mailsTo(upstream, email);
  expect(mail?.subject).toBe("Sillage：ログイン認証コード");
  expect(mail?.code).toMatch(/^\d{6}$/);
  const answers = await Promise.all(Array.from({ length: 6 }, () => verifyCode(temp, mail?.code ?? "")));
  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  expect((await me(good[0]?.body.access_token)).body.email).toBe(email);
  expect((await requestCode(temp)).status).toBe(401);
});

test("of twenty codes guessed at once five are looked at, and then the right one comes too late", async () => {
  const { email, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => verifyCode(temp, anotherCode(code))));
  expect(guesses.filter(({ body }) => body.detail === "驗證碼錯誤")).toHaveLength(5);
  expect(guesses.filter(({ body }) => body.detail === "驗證碼嘗試次數過多")).toHaveLength(15);
  expect((await verifyCode(temp, code)).body).toEqual({ detail: "驗證碼嘗試次數過多" });
});

test("a new code replaces the one before it", async () => {
  const { email, temp } = await owingTheCode();
  await requestCode(temp);
  const first = await codeOf(email);
  await requestCode(temp);
  const second = await codeOf(email);
  if (first !== second) expect((await verifyCode(temp, first)).body).toEqual({ detail: "驗證碼錯誤" });
  expect((await verifyCode(temp, second)).status).toBe(200);
});

test("a code is for the sign-in that asked for it, and for ten minutes", async () => {
  const { email, password, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  const other = (await signIn(upstream, email, password)).body.temp_token;
  expect((await verifyCode(other, code)).body).toEqual({ detail: "驗證碼已過期" });
  await upstream.db.prepare("UPDATE otp_challenges SET expires_at = expires_at - 600000").run();
  expect((await verifyCode(temp, code)).body).toEqual({ detail: "驗證碼已過期" });
});

test("passwords, tokens and codes are nowhere in the database as they are (R27)", async () => {
  const { email, password, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  const rows = await Promise.all(
    ["members", "tokens", "otp_challenges"].map((table) => upstream.db.prepare(`SELECT * FROM ${table}`).all()),
  );
  const values = rows.flatMap(({ results }) => results.flatMap((row) => Object.values(row)));
  expect(values.filter((value) => [password, temp, code].includes(String(value)))).toEqual([]);
});
