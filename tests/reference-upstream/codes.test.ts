import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type UpstreamAlone } from "../support/shop.ts";
import { call, mailsTo, newUpstreamMember, signIn } from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await startUpstream()));
afterAll(() => upstream.close());

const post = (path: string, options: Parameters<typeof call>[3] = {}) =>
  call(upstream, "POST", path, options);
const me = (token: string) => call(upstream, "GET", "/members/me", { token });

async function owingTheCode(path = "/auth/login/password-verify") {
  const member = await newUpstreamMember(upstream);
  await upstream.db
    .prepare("UPDATE members SET two_step = 1 WHERE email = ?")
    .bind(member.email)
    .run();
  const { body } = await post(path, {
    form: { username: member.email, password: member.password },
  });
  return { ...member, answer: body, temp: body.temp_token as string };
}
const requestCode = (token: string, language_code = "en") =>
  post("/auth/login/request-otp", { token, json: { language_code } });
const verifyCode = (token: string, code: string) =>
  post("/auth/login/verify-otp", { token, json: { code } });
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
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => verifyCode(temp, mail?.code ?? "")),
  );
  const good = answers.filter(({ status }) => status === 200);
  expect(good).toHaveLength(1);
  expect((await me(good[0]?.body.access_token)).body.email).toBe(email);
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

test("a new code replaces the one before it", async () => {
  const { email, temp } = await owingTheCode();
  await requestCode(temp);
  const first = await codeOf(email);
  await requestCode(temp);
  const second = await codeOf(email);
  if (first !== second)
    expect((await verifyCode(temp, first)).body).toEqual({ detail: "驗證碼錯誤" });
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
    ["members", "tokens", "otp_challenges"].map((table) =>
      upstream.db.prepare(`SELECT * FROM ${table}`).all(),
    ),
  );
  const values = rows.flatMap(({ results }) => results.flatMap((row) => Object.values(row)));
  expect(values.filter((value) => [password, temp, code].includes(String(value)))).toEqual([]);
});
