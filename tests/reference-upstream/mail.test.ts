import { expect, test } from "vitest";
import { borrowUpstream } from "../support/borrowed.ts";
import { registerMember, talkTo } from "../support/upstream-member.ts";

const upstream = await borrowUpstream();
const { post, newMember, signIn, mails, write } = talkTo(upstream);
const forget = (email: string, language: string) =>
  post("/auth/forgot-password", { json: { email, language } });

test("a changed password is announced by a mail that carries none (R33)", async () => {
  const { email, password: old, token } = await newMember();
  const password = "Cedar&Smoke2026";
  const json = { old_password: old, new_password: password, confirm_password: password };
  expect((await post("/auth/change-password", { token, json })).status).toBe(200);
  const [mail] = await mails(email);
  expect(mail?.subject).toBe("Sillage: your password was changed");
  expect(mail).not.toHaveProperty("password");
  expect(mail?.text).not.toContain(password);
});

test("the page shows the mails in their own language and runs nothing", async () => {
  const { email, password } = await registerMember(upstream, { language_code: "ja" });
  const add = "INSERT INTO mails (recipient, locale, subject, text, created_at)";
  await write(`${add} VALUES (?, 'en', '<b>bold</b>', '<img src=x onerror=alert(1)>', 1)`, email);
  const answer = await upstream.fetch(`/local/mail?to=${email}`);
  const page = await answer.text();
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/html; charset=utf-8$/i);
  expect(answer.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none';/,
  );
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  expect(page).toContain('<article lang="ja">');
  expect(page).toContain(password.replaceAll("&", "&amp;"));
  expect(page).toContain("&lt;b&gt;bold&lt;/b&gt;");
  expect(page).not.toMatch(/<script|<img/);
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
  await forget(email, "en");
  const sent = await mails(email);
  expect(sent.map(({ to, subject }) => ({ to, subject }))).toEqual([
    { to: email, subject: "Sillage: your new temporary password" },
    { to: email, subject: "Sillage: your sign-in code" },
  ]);
  for (const { text } of sent) expect(text).not.toMatch(/img|Noor|Bcc|\{\{|</);
});
