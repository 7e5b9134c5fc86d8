import { borrowShop } from "../support/borrowed.ts";
import {
  appCodeOf,
  mailsTo,
  memberWithApp,
  newMember,
  type NewMember,
} from "../support/new-member.ts";
import { newShopper, type Answer } from "../support/shopper.ts";
import { turnOnSecondStep } from "../support/upstream-state.ts";

const shop = await borrowShop();

const path = "/auth/second-step";
const otherThan = (code: string) => String((Number(code) + 500_000) % 1e6).padStart(6, "0");
const said = ({ status, body }: Answer) => [status, body.code];

async function mailedMember(): Promise<NewMember> {
  const member = await newMember(shop);
  await turnOnSecondStep(shop, member.email);
  return member;
}

async function halfWay(member: NewMember) {
  const shopper = newShopper(shop);
  const answer = await shopper.signIn(member.email, member.password);
  const bearer = { Authorization: `Bearer ${answer.body.temp_token}` };
  return {
    shopper,
    answer,
    send: () => shopper.send("POST", "/auth/login/request-otp", { language_code: "ja" }, bearer),
    guess: (code: string) => shopper.send("POST", "/auth/login/verify-otp", { code }, bearer),
  };
}
const mailed = async ({ email }: NewMember) =>
  (await mailsTo(shop, email)).find((mail) => mail.code !== undefined);

test.each([
  "/auth/login/password-verify",
  "/auth/login/access-token",
  "/members/login/access-token",
])("at %s a right password opens no session for who owes a code (R19)", async (way) => {
  const { email, password } = await mailedMember();
  const answer = await newShopper(shop).form(way, { username: email, password });
  expect(answer.body).toEqual({ temp_token: expect.any(String), requires_2fa: true });
  expect(answer.headers.get("Set-Cookie")).toBeNull();
});

test("a member gets a code by mail in their language and is signed in with it, once (R21, R23)", async () => {
  const noor = await mailedMember();
  const { shopper, send, guess } = await halfWay(noor);
  expect(said(await guess("123456")), "before one was sent").toEqual([400, "otp_expired"]);
  const sent = await send();
  expect(sent.status).toBe(200);
  expect(Date.parse(sent.body.resend_at) - Date.now()).toBeGreaterThan(50_000);
  const mail = await mailed(noor);
  expect(mail?.subject).toMatch(/[ァ-ヴ]/);
  const code = mail?.code ?? "";
  const wrong = await guess(otherThan(code));
  expect([...said(wrong), wrong.body.detail]).toEqual([400, "otp_wrong", "驗證碼錯誤"]);
  expect(said(await guess("１２３４５６"))).toEqual([400, "validation_failed"]);
  const answer = await guess(code);
  expect([answer.status, answer.body.must_change_password]).toEqual([200, false]);
  for (const name of ["refresh", "browser"])
    expect(shopper.cookies.get(`__Host-sillage_${name}`)).toMatch(/^\S{20,}$/);
  shopper.token = answer.body.access_token;
  expect((await shopper.get("/auth/sessions")).status).toBe(200);
  expect(said(await guess(code))).toEqual([401, "token_invalid"]);
});

test("no table of the shop and no log line holds a code, nor does the subject of its mail (R27)", async () => {
  const noor = await mailedMember();
  const { send, guess } = await halfWay(noor);
  await send();
  const { code = "", subject } = (await mailed(noor)) ?? {};
  await guess(otherThan(code));
  // Alone: six digits in a row stand in many a time.
  const alone = new RegExp(`(?<![0-9])${code}(?![0-9])`);
  const named =
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'";
  const tables = (await shop.db.prepare(named).all<{ name: string }>()).results;
  expect(tables.map(({ name }) => name)).toContain("sign_in_challenges");
  for (const { name } of tables.filter((table) => !table.name.startsWith("sqlite")))
    for (const row of (await shop.db.prepare(`SELECT * FROM ${name}`).all()).results)
      for (const value of Object.values(row)) expect(String(value), name).not.toMatch(alone);
  await expect.poll(() => shop.logs().join("\n")).toContain("sign_in.code_sent");
  expect(shop.logs().filter((line) => alone.test(line))).toEqual([]);
  expect(subject).not.toContain(code);
});

test("Mei turns on her app with her password and its first code, and then owes a code at every sign-in, each once (R29)", async () => {
  const noor = await newMember(shop);
  expect((await noor.shopper.get(path)).body).toEqual({ is_on: false, recovery_codes_left: 0 });
  const { password } = noor;
  expect((await noor.shopper.send("POST", path, { password })).status, "begun").toBe(201);
  const mei = await memberWithApp(shop);
  expect(new Set(mei.recoveryCodes).size).toBe(10);
  expect((await mei.shopper.get(path)).body).toEqual({ is_on: true, recovery_codes_left: 10 });
  const kept = ["second_steps", "recovery_codes"].map((name) =>
    shop.db.prepare(`SELECT * FROM ${name}`).all(),
  );
  const rows = JSON.stringify((await Promise.all(kept)).map(({ results }) => results));
  for (const secret of [mei.secret, ...mei.recoveryCodes])
    expect(rows, "sealed or hashed (R27)").not.toContain(secret);
  const { answer, send, guess, shopper } = await halfWay(mei);
  const owed = { temp_token: expect.any(String), requires_2fa: true, second_step: "app" };
  expect([answer.status, answer.body]).toEqual([200, owed]);
  const asked = await send();
  expect(Date.parse(asked.body.expires_at), "as clients of the documents do").toBeGreaterThan(
    Date.now(),
  );
  expect(await mailed(mei)).toBeUndefined();
  expect(said(await guess(otherThan(appCodeOf(mei.secret))))).toEqual([400, "otp_wrong"]);
  const code = appCodeOf(mei.secret);
  const right = await guess(code);
  expect(right.status).toBe(200);
  expect(said(await (await halfWay(mei)).guess(code)), "once").toEqual([400, "otp_wrong"]);
  shopper.token = right.body.access_token;
  expect((await shopper.get("/members/me")).body.email).toBe(mei.email);
});

test.each(["", "/recovery-codes", "/off"])(
  "who finds the browser open but does not know the password changes nothing (%s, ASVS 7.5)",
  async (way) => {
    const mei = await memberWithApp(shop);
    const refused = await mei.shopper.send("POST", `${path}${way}`, { password: "Perfume#2027" });
    expect(said(refused)).toEqual([400, "wrong_old_password"]);
    expect((await mei.shopper.get(path)).body).toEqual({ is_on: true, recovery_codes_left: 10 });
    expect((await halfWay(mei)).answer.body.second_step).toBe("app");
  },
);

test("without the phone a recovery code signs in once, however it is typed, and new ones end the old", async () => {
  const mei = await memberWithApp(shop);
  const [dashed = "", second = ""] = mei.recoveryCodes;
  const first = dashed.replaceAll("-", "").toLowerCase();
  const signInWith = async (code: string) => said(await (await halfWay(mei)).guess(code));
  expect(await signInWith(first)).toEqual([200, undefined]);
  expect(await signInWith(first)).toEqual([400, "otp_wrong"]);
  expect((await mei.shopper.get(path)).body.recovery_codes_left).toBe(9);
  const confirmed = { password: mei.password };
  const renewed = await mei.shopper.send("POST", `${path}/recovery-codes`, confirmed);
  expect(renewed.status).toBe(200);
  expect(renewed.body.recovery_codes).toHaveLength(10);
  expect(await signInWith(second)).toEqual([400, "otp_wrong"]);
  expect(await signInWith(renewed.body.recovery_codes[0])).toEqual([200, undefined]);
  const off = await mei.shopper.send("POST", `${path}/off`, confirmed);
  expect([off.status, off.body]).toEqual([204, ""]);
  expect((await halfWay(mei)).answer.body.access_token, "turned off").toEqual(expect.any(String));
});
