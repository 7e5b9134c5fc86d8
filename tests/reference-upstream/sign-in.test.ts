import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { cookieOf, talkTo, uniqueEmail } from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { get, post, refresh, newMember, signIn, write } = talkTo(upstream);
const me = (token: string) => get("/members/me", token);

test("the fifth wrong password in a row locks for thirty minutes, for the right one too", async () => {
  const { email, password } = await newMember();
  for (let wrong = 1; wrong <= 4; wrong += 1)
    expect((await signIn(email, "Wrong#2026")).status).toBe(400);
  const fifth = await signIn(email, "Wrong#2026");
  expect([fifth.status, fifth.body]).toEqual([
    403,
    { detail: { message: "登入失敗次數過多，帳號已鎖定30分鐘", remaining_seconds: 1800 } },
  ]);
  const right = await signIn(email, password);
  expect(right.status).toBe(403);
  expect(right.body.detail.remaining_seconds).toBeGreaterThan(1780);
  await halfAnHourLater();
  expect((await signIn(email, password)).status).toBe(200);
});

const halfAnHourLater = () =>
  write("UPDATE limits SET window_ends_at = window_ends_at - 1800001 WHERE key LIKE 'wrong-%'");

/** As the shop names who is guessing. */
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

test("a name without the shop's proof counts for nothing", async () => {
  const { email } = await newMember();
  for (let wrong = 1; wrong <= 5; wrong += 1)
    await signInAs(`stranger ${wrong}`, email, "Wrong#2026", "a token of their own");
  expect((await signIn(email, "Wrong#2026")).status).toBe(403);
});

test("after a hundred wrong passwords in a day a newcomer has one guess (R24)", async () => {
  for (const isMember of [true, false]) {
    const { email, password } = isMember
      ? await newMember()
      : { email: uniqueEmail(), password: "" };
    await signInAs("first", email, "Wrong#2026");
    await write("UPDATE limits SET count = 100 WHERE key LIKE 'wrong-passwords:%' AND count = 1");
    expect((await signInAs("second", email, "Wrong#2026")).status).toBe(403);
    expect((await signInAs("second", email, password || "Wrong#2026")).status).toBe(403);
    if (isMember) expect((await signInAs("the member", email, password)).status).toBe(200);
  }
});

test("twelve wrong passwords at once tell a guesser no more than five", async () => {
  const { email } = await newMember();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => signIn(email, `Wrong#${turn}`)),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(8);
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

test("logging out ends that sign-in and no other", async () => {
  const member = await newMember();
  const other = await signIn(member.email, member.password);
  expect((await post("/auth/logout", { token: member.token })).status).toBe(200);
  expect((await me(member.token)).status).toBe(401);
  expect((await refresh(member.cookie)).status).toBe(401);
  expect((await me(other.body.access_token)).status).toBe(200);
});
