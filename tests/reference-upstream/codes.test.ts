import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { talkTo } from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { get, post, newMember, signIn, mails, write } = talkTo(upstream);

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

test("a two-step member signs in with the mailed code, once", async () => {
  const { email, temp } = await owingTheCode();
  const requested = await requestCode(temp, "ja");
  expect(Date.parse(requested.body.expires_at) - Date.now()).toBeGreaterThan(590_000);
  const [mail] = await mails(email);
  expect(mail?.subject).toBe("Sillage：ログイン認証コード");
  expect(mail?.code).toMatch(/^\d{6}$/);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => verifyCode(temp, mail?.code ?? "")),
  );
  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  expect((await get("/members/me", good[0]?.body.access_token)).body.email).toBe(email);
  expect((await requestCode(temp)).status).toBe(401);
});

test("of twenty codes guessed at once five are looked at, and then the right one comes too late", async () => {
  const { email, temp } = await owingTheCode();
  await requestCode(temp);
  const code = await codeOf(email);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => verifyCode(temp, anotherCode(code))),
  );
  expect(guesses.filter(({ body }) => body.detail === "驗證碼錯誤")).toHaveLength(5);
  expect(guesses.filter(({ body }) => body.detail === "驗證碼嘗試次數過多")).toHaveLength(15);
  expect((await verifyCode(temp, code)).body).toEqual({ detail: "驗證碼嘗試次數過多" });
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
  await post("/auth/forgot-password", { json: { email, language: "en" } });
  const mailed = (await mails(email))[0]?.password;
  expect(mailed).toBeDefined();
  const rows = await Promise.all(
    ["members", "tokens", "otp_challenges", "mailed_passwords"].map((table) =>
      write(`SELECT * FROM ${table}`),
    ),
  );
  const values = rows.flatMap(({ results }) => results.flatMap((row) => Object.values(row)));
  expect(values).toContain(email);
  expect(values.filter((value) => [password, temp, code, mailed].includes(String(value)))).toEqual(
    [],
  );
});
