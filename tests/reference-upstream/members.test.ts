import { createHash, createHmac } from "node:crypto";
import { passwordHashCostOf, type Bindings } from "../../worker/stand-ins/upstream/app.ts";
import { hashPassword } from "../../worker/stand-ins/upstream/identity/passwords.ts";
import { borrowUpstream } from "../support/borrowed.ts";
import { cookieOf, registerMember, registrationOf } from "../support/upstream-member.ts";
import { storeMember, talkTo, uniqueEmail } from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { get, post, refresh, newMember, signIn, mails, write } = talkTo(upstream);
const me = (token: string) => get("/members/me", token);
const fresh = "Osmanthus|77";
function choose(token: string, old_password: string, new_password: string, again = new_password) {
  const json = { old_password, new_password, confirm_password: again };
  return post("/auth/change-password", { token, json });
}
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
  const hash = async () => {
    const sql = "SELECT password_hash AS hash FROM members WHERE email = ?";
    return (await write(sql, member.email))[0]?.["hash"];
  };
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
  expect((await signIn(`x${email}`, `${longest}ab`)).body).toEqual({ detail: "帳號或密碼錯誤" });
  expect(await statusOf(`x${email}`, `${longest}a`)).toBe(200);
});

test("the mailed password cannot be kept as one's own", async () => {
  const { email, password } = await registerMember(upstream);
  const { body } = await signIn(email, password);
  expect((await choose(body.access_token, password, password)).status).toBe(400);
});

const forgot = (email: string, language = "zh") =>
  post("/auth/forgot-password", { json: { email, language } });
const mailedTo = async (email: string) =>
  (await mails(email)).find(({ password }) => password !== undefined)?.password ?? "";

test("a forgotten password changes nothing, and tells nobody who is a member (R34)", async () => {
  const member = await newMember();
  const known = await forgot(member.email);
  const unknown = await forgot(uniqueEmail());
  expect([known.status, known.body]).toEqual([200, unknown.body]);
  expect((await mails(member.email))[0]?.subject).toBe("Sillage 香跡：您的新臨時密碼");
  const { status, body } = await signIn(member.email, member.password);
  expect([status, body.must_change_password]).toEqual([200, false]);
  expect((await me(member.token)).status).toBe(200);
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

const costWith = (vars: object) => passwordHashCostOf(vars as Bindings);

test("where nobody configures another, passwords are kept under scrypt at OWASP's cost (R32)", () => {
  const ofOwasp = /^scrypt\$16384\$8\$5\$[0-9a-f]{32}\$[0-9a-f]{64}$/;
  expect(hashPassword(fresh, costWith({}))).toMatch(ofOwasp);
  for (const PASSWORD_HASH_COST of ["0", "16", "1.5", "", "cheap"])
    expect(() => costWith({ PASSWORD_HASH_COST })).toThrow("PASSWORD_HASH_COST");
});

test("a changed password is announced by a mail that carries none (R33)", async () => {
  const { email, password: old, token } = await newMember();
  const password = "Cedar&Smoke2026";
  expect((await choose(token, old, password)).status).toBe(200);
  const [mail] = await mails(email);
  expect(mail?.subject).toBe("Sillage: your password was changed");
  expect(mail).not.toHaveProperty("password");
  expect(mail?.text).not.toContain(password);
});

test("no word of a member's own is in the mail with a code or a password (R28)", async () => {
  const { email, password } = await newMember({
    first_name: "<img src=x>",
    last_name: "Noor\r\nBcc: all@example.test",
    company_name: "{{code}}",
    address: "<b>1</b>",
  });
  await write("UPDATE members SET two_step = 1 WHERE email = ?", email);
  const token = (await signIn(email, password)).body.temp_token;
  await post("/auth/login/request-otp", { token, json: { language_code: "en" } });
  await forgot(email, "en");
  const sent = await mails(email);
  expect(sent.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: email, subject: "Sillage: your new temporary password" },
    { to: email, subject: "Sillage: your sign-in code" },
  ]);
  for (const { text } of sent) expect(text).not.toMatch(/img|Noor|Bcc|\{\{|</);
});

async function owingTheCode(path = "/auth/login/password-verify") {
  const member = await newMember();
  await write("UPDATE members SET two_step = 1 WHERE email = ?", member.email);
  const form = { username: member.email, password: member.password };
  const { body } = await post(path, { form });
  return { ...member, answer: body, temp: body.temp_token as string };
}
const requestCode = (token: string, language_code = "en") =>
  post("/auth/login/request-otp", { token, json: { language_code } });
const verifyCode = (token: string, code: string) =>
  post("/auth/login/verify-otp", { token, json: { code } });
const codeOf = async (email: string) => (await mails(email))[0]?.code ?? "";
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

test("of twenty codes guessed at once five are looked at, and then the right one comes too late", async () => {
  const { email, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  const guess = () => verifyCode(temp, anotherCode(code));
  const said = (await Promise.all(Array.from({ length: 20 }, guess))).map(
    ({ body }) => body.detail,
  );
  const [wrong, exhausted] = ["驗證碼錯誤", "驗證碼嘗試次數過多"];
  expect(said.sort()).toEqual([...Array(15).fill(exhausted), ...Array(5).fill(wrong)].sort());
  expect((await verifyCode(temp, code)).body).toEqual({ detail: exhausted });
});

test("a code is for the sign-in that asked for it, and for ten minutes", async () => {
  const { email, password, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  const other = (await signIn(email, password)).body.temp_token;
  expect((await verifyCode(other, code)).body).toEqual({ detail: "驗證碼已過期" });
  await write("UPDATE otp_challenges SET expires_at = expires_at - 600000");
  expect((await verifyCode(temp, code)).body).toEqual({ detail: "驗證碼已過期" });
});

test("passwords, tokens and codes are nowhere in the database as they are (R27)", async () => {
  const { email, password, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  await forgot(email);
  const mailed = (await mails(email))[0]?.password;
  expect(mailed).toBeDefined();
  const tables = ["members", "tokens", "otp_challenges", "mailed_passwords"];
  const rows = await Promise.all(tables.map((table) => write(`SELECT * FROM ${table}`)));
  const values = rows.flat().flatMap((row) => Object.values(row));
  expect(values).toContain(email);
  for (const secret of [password, temp, code, mailed]) expect(values).not.toContain(secret);
});

function signInAs(name: string, email: string, password: string, token = upstream.serviceToken) {
  const key = createHash("sha256").update(name).digest("hex").slice(0, 32);
  const proof = createHmac("sha256", token).update(key).digest("hex");
  return post("/auth/login/password-verify", {
    form: { username: email, password },
    headers: { "X-Sign-In-Source": `${key}.${proof}` },
  });
}

test("whom the shop names apart is counted apart: nobody keeps the member out (R24, T15)", async () => {
  const { email, password } = await newMember();
  for (const stranger of ["a", "b", "c"]) {
    for (let wrong = 1; wrong <= 4; wrong += 1)
      expect((await signInAs(stranger, email, "Wrong#2026")).status).toBe(400);
    expect((await signInAs(stranger, email, "Wrong#2026")).status).toBe(403);
    expect((await signInAs(stranger, email, password)).status).toBe(403);
  }
  expect((await signInAs("the member", email, password)).status).toBe(200);
});

test("one refresh token has one successor, and is refused afterwards", async () => {
  const { cookie } = await newMember();
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(cookie)));
  const [good, ...others] = answers.filter(({ status }) => status === 200);
  expect(others).toEqual([]);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7);
  expect(good?.body.expires_in).toBe(900);
  const again = await refresh(cookie);
  expect([again.status, again.body]).toEqual([401, { detail: "令牌已被撤銷" }]);
  expect((await refresh(cookieOf(good!))).status).toBe(200);
});
