import { createHash, createHmac } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import {
  call,
  cookieOf,
  newUpstreamMember,
  signIn,
  uniqueEmail,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const post = (path: string, options: Parameters<typeof call>[3] = {}) =>
  call(upstream, "POST", path, options);
const me = (token: string) => call(upstream, "GET", "/members/me", { token });

test.for([
  "/auth/login/password-verify",
  "/auth/login/access-token",
  "/members/login/access-token",
])("%s signs a member in", async (path) => {
  const { email, password } = await newUpstreamMember(upstream);
  const answer = await post(path, { form: { username: email, password } });
  expect(answer.status).toBe(200);
  expect(answer.body.must_change_password).toBe(false);
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^refresh_token=[^;]+;.*Path=\/api\/v1\/auth;.*HttpOnly/,
  );
  expect((await me(answer.body.access_token)).body.email).toBe(email);
});

test("a wrong password and an unknown e-mail are told the same", async () => {
  const { email } = await newUpstreamMember(upstream);
  for (const username of [email, uniqueEmail()]) {
    const { status, body } = await signIn(upstream, username, "Wrong#2026");
    expect([status, body]).toEqual([400, { detail: "帳號或密碼錯誤" }]);
  }
});

test("the fifth wrong password in a row locks the account for thirty minutes, for the right one too", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  for (let wrong = 1; wrong <= 4; wrong += 1)
    expect((await signIn(upstream, email, "Wrong#2026")).status).toBe(400);
  const fifth = await signIn(upstream, email, "Wrong#2026");
  expect([fifth.status, fifth.body]).toEqual([
    403,
    { detail: { message: "登入失敗次數過多，帳號已鎖定30分鐘", remaining_seconds: 1800 } },
  ]);
  const right = await signIn(upstream, email, password);
  expect(right.status).toBe(403);
  expect(right.body.detail.remaining_seconds).toBeGreaterThan(1780);
  await halfAnHourLater();
  expect((await signIn(upstream, email, password)).status).toBe(200);
});

const halfAnHourLater = () =>
  upstream.db
    .prepare("UPDATE limits SET window_ends_at = window_ends_at - 1800001 WHERE key LIKE 'wrong-%'")
    .run();

/** As the shop names who is guessing. */
function signInAs(name: string, email: string, password: string, token = upstream.serviceToken) {
  const key = createHash("sha256").update(name).digest("hex").slice(0, 32);
  const proof = createHmac("sha256", token).update(key).digest("hex");
  return post("/auth/login/password-verify", {
    form: { username: email, password },
    headers: { "X-Sign-In-Source": `${key}.${proof}` },
  });
}

test("whom the shop names apart is counted apart, so that nobody's guesses keep the member out (R24, T15)", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  for (const stranger of ["a", "b", "c"]) {
    for (let wrong = 1; wrong <= 4; wrong += 1)
      expect((await signInAs(stranger, email, "Wrong#2026")).status).toBe(400);
    expect((await signInAs(stranger, email, "Wrong#2026")).status).toBe(403);
    expect((await signInAs(stranger, email, password)).status).toBe(403);
  }
  expect((await signInAs("the member", email, password)).status).toBe(200);
});

test("a name without the shop's proof counts for nothing", async () => {
  const { email } = await newUpstreamMember(upstream);
  for (let wrong = 1; wrong <= 5; wrong += 1)
    await signInAs(`stranger ${wrong}`, email, "Wrong#2026", "a token of their own");
  expect((await signIn(upstream, email, "Wrong#2026")).status).toBe(403);
});

test("after a hundred wrong passwords in a day a newcomer has one guess; a right one still opens (R24)", async () => {
  for (const isMember of [true, false]) {
    const { email, password } = isMember
      ? await newUpstreamMember(upstream)
      : { email: uniqueEmail(), password: "" };
    await signInAs("first", email, "Wrong#2026");
    await upstream.db
      .prepare("UPDATE limits SET count = 100 WHERE key LIKE 'wrong-passwords:%' AND count = 1")
      .run();
    expect((await signInAs("second", email, "Wrong#2026")).status).toBe(403);
    expect((await signInAs("second", email, password || "Wrong#2026")).status).toBe(403);
    if (isMember) expect((await signInAs("the member", email, password)).status).toBe(200);
  }
});

test("a right password ends the row of wrong ones", async () => {
  const { email, password } = await newUpstreamMember(upstream);
  for (let wrong = 1; wrong <= 4; wrong += 1) await signIn(upstream, email, "Wrong#2026");
  expect((await signIn(upstream, email, password)).status).toBe(200);
  expect((await signIn(upstream, email, "Wrong#2026")).status).toBe(400);
});

test("twelve wrong passwords at once tell a guesser no more than five", async () => {
  const { email } = await newUpstreamMember(upstream);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => signIn(upstream, email, `Wrong#${turn}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(8);
});

test("disabled, waiting and locked members learn why they cannot sign in", async () => {
  const password = "Perfume#2026";
  expect((await signIn(upstream, "disabled@example.test", password)).body).toEqual({
    detail: "帳號已停用",
  });
  expect((await signIn(upstream, "waitlist@example.test", password)).body).toEqual({
    detail: "您已在候補名單中，服務開放時將通知您",
  });
  const locked = await signIn(upstream, "locked@example.test", password);
  expect(locked.status).toBe(403);
  expect(locked.body.detail).toEqual({
    message: "登入失敗次數過多，帳號已鎖定30分鐘",
    remaining_seconds: expect.any(Number),
  });
});

test("a stranger with a disabled member's e-mail and no password learns nothing", async () => {
  expect((await signIn(upstream, "disabled@example.test", "Wrong#2026")).body).toEqual({
    detail: "帳號或密碼錯誤",
  });
});

test("one refresh token has one successor, and is refused afterwards", async () => {
  const { cookie } = await newUpstreamMember(upstream);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post("/auth/refresh", { headers: { Cookie: cookie } })),
  );
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
  expect((await post("/auth/refresh", { headers: { Cookie: cookie } })).body).toEqual({
    detail: "無效或過期的令牌",
  });
});

test("logging out ends that sign-in and no other", async () => {
  const member = await newUpstreamMember(upstream);
  const other = await signIn(upstream, member.email, member.password);
  expect((await post("/auth/logout", { token: member.token })).status).toBe(200);
  expect((await me(member.token)).status).toBe(401);
  expect((await post("/auth/refresh", { headers: { Cookie: member.cookie } })).status).toBe(401);
  expect((await me(other.body.access_token)).status).toBe(200);
});
