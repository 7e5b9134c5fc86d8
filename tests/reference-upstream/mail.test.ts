import { beforeAll, expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import type { UpstreamAlone } from "../support/shop.ts";
import {
  call,
  mailsTo,
  newUpstreamMember,
  registerMember,
  signIn,
} from "../support/upstream-member.ts";

let upstream: UpstreamAlone;
beforeAll(async () => void (upstream = await borrowUpstream()));

const forget = (email: string, language: string) =>
  call(upstream, "POST", "/auth/forgot-password", { json: { email, language } });

test("mails of one address come newest first, each with what it carries", async () => {
  const { email, password } = await registerMember(upstream);
  await forget(email, "zh");
  const mails = await mailsTo(upstream, email);
  expect(mails).toHaveLength(2);
  expect(mails[1]).toMatchObject({
    to: email,
    subject: "Welcome to Sillage: your temporary password",
    password,
  });
  expect(mails[0]).toMatchObject({
    to: email,
    subject: "Sillage 香跡：您的新臨時密碼",
    text: expect.stringContaining("臨時密碼"),
  });
  expect(mails[0]).not.toHaveProperty("code");
});

test("the address may be asked for in capitals, and a stranger's mails are not among them", async () => {
  const { email } = await registerMember(upstream);
  await registerMember(upstream);
  const mails = await mailsTo(upstream, email.toUpperCase());
  expect(mails.map(({ to }) => to)).toEqual([email]);
  expect(await mailsTo(upstream, "nobody@example.test")).toEqual([]);
});

test("a changed password is announced by a mail that carries none (R33)", async () => {
  const { email, password: old, token } = await newUpstreamMember(upstream);
  const password = "Cedar&Smoke2026";
  const json = { old_password: old, new_password: password, confirm_password: password };
  expect((await call(upstream, "POST", "/auth/change-password", { token, json })).status).toBe(200);
  const [mail] = await mailsTo(upstream, email);
  expect(mail?.subject).toBe("Sillage: your password was changed");
  expect(mail).not.toHaveProperty("password");
  expect(mail?.text).not.toContain(password);
});

test("the page shows the mails in their own language and runs nothing", async () => {
  const { email, password } = await registerMember(upstream, { language_code: "ja" });
  const answer = await upstream.fetch(`/local/mail?to=${email}`);
  const page = await answer.text();
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/html; charset=utf-8$/i);
  expect(answer.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(page).toContain('<article lang="ja">');
  expect(page).toContain(password.replaceAll("&", "&amp;"));
  expect(page).not.toContain("<script");
});

test("what stands in a mail is text on the page, never markup", async () => {
  const add =
    "INSERT INTO mails (recipient, locale, subject, text, created_at) VALUES (?, 'en', ?, ?, 1)";
  await upstream.db
    .prepare(add)
    .bind("markup@example.test", "<b>bold</b>", "<img src=x onerror=alert(1)>")
    .run();
  const page = await (await upstream.fetch("/local/mail?to=markup@example.test")).text();
  expect(page).toContain("&lt;b&gt;bold&lt;/b&gt;");
  expect(page).not.toContain("<img");
});

test("no word of a member's own is in the mail with a code or a password, neither in its head nor in its text (R28)", async () => {
  const own = {
    first_name: "<img src=x>",
    last_name: "Noor\r\nBcc: all@example.test",
    company_name: "{{code}}",
    address: "<b>1</b>",
  };
  const { email, password } = await newUpstreamMember(upstream, own);
  await upstream.db.prepare("UPDATE members SET two_step = 1 WHERE email = ?").bind(email).run();
  const { body } = await signIn(upstream, email, password);
  await call(upstream, "POST", "/auth/login/request-otp", {
    token: body.temp_token,
    json: { language_code: "en" },
  });
  await forget(email, "en");
  const mails = await mailsTo(upstream, email);
  expect(mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: email, subject: "Sillage: your new temporary password" },
    { to: email, subject: "Sillage: your sign-in code" },
  ]);
  for (const { text } of mails)
    for (const word of ["img", "Noor", "Bcc", "{{", "<"]) expect(text).not.toContain(word);
});

test("mail is forgotten after a day", async () => {
  const { email } = await registerMember(upstream);
  await forget(email, "en");
  const [newest] = (
    await upstream.db
      .prepare("SELECT max(id) AS id FROM mails WHERE recipient = ?")
      .bind(email)
      .all<{ id: number }>()
  ).results;
  await upstream.db
    .prepare("UPDATE mails SET created_at = created_at - 86400001 WHERE recipient = ? AND id < ?")
    .bind(email, newest?.id)
    .run();
  await upstream.runSchedule();
  expect((await mailsTo(upstream, email)).map(({ subject }) => subject)).toEqual([
    "Sillage: your new temporary password",
  ]);
});
