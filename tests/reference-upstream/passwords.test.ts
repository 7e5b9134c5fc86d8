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

test("a forgotten password is replaced by mail, and the answer tells nobody who is a member", async () => {
  const member = await newUpstreamMember(upstream);
  const known = await post("/auth/forgot-password", {
    json: { email: member.email, language: "zh" },
  });
  const unknown = await post("/auth/forgot-password", {
    json: { email: uniqueEmail(), language: "zh" },
  });
  expect([known.status, known.body]).toEqual([200, unknown.body]);
  const [mail] = await mailsTo(upstream, member.email);
  expect(mail?.subject).toBe("Sillage 香跡：您的新臨時密碼");
  expect((await signIn(upstream, member.email, member.password)).status).toBe(400);
  expect(
    (await signIn(upstream, member.email, mail?.password ?? "")).body.must_change_password,
  ).toBe(true);
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
    Array.from({ length: 8 }, () =>
      post("/auth/forgot-password", { json: { email, language: "en" } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await mailsTo(upstream, email)).length - before).toBe(5);
});
